import GRDB
import PhotoModel
import SystemPackage

/// What people said that stays with paths, whatever lies there: as much as they said, for the memory it takes.
struct PathWords {
    /// Personal, whatever the photo becomes.
    let personal: Set<FilePath>
    /// Held, with the reason.
    let held: [FilePath: String]

    init(_ db: Database) throws {
        var personal: Set<FilePath> = []
        let marks = try PreparedQuery(db, "SELECT path FROM mark WHERE staysWithPath")
        try marks.forEachRow { personal.insert(FilePath(bytes: marks.bytes(0))) }
        var held: [FilePath: String] = [:]
        let holds = try PreparedQuery(db, "SELECT path, reason FROM hold WHERE staysWithPath")
        try holds.forEachRow { held[FilePath(bytes: holds.bytes(0))] = holds.text(1) }
        self.personal = personal
        self.held = held
    }

    /// Takes what was said, and what was done, at paths below a directory to the same paths below another: what was
    /// removed there counts for its root still, and comes back to it.
    static func move(from old: FilePath, to new: FilePath, in db: Database) throws {
        let (before, after) = (prefix(of: old), prefix(of: new))
        for table in ["mark", "hold", "actionMember"] {
            // IGNORE: what was said at the new path already stands.
            let update = try PreparedQuery(
                db,
                """
                UPDATE OR IGNORE \(table) SET path = CAST(?1 || substr(path, ?2) AS BLOB) WHERE path > ?3 AND path < ?4
                """)
            update.bind(after, at: 1)
            update.bind(Int64(before.count + 1), at: 2)
            update.bind(before + [UInt8(ascii: "/")], at: 3)
            update.bind(before + [UInt8(ascii: "/") + 1], at: 4)
            try update.run()
        }
    }

    /// What stands before the slash of a path in a directory: nothing for the top directory, which is that slash.
    private static func prefix(of directory: FilePath) -> [UInt8] {
        directory.bytes == [UInt8(ascii: "/")] ? [] : directory.bytes
    }
}
