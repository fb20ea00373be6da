import GRDB
import PhotoFiles
import PhotoModel
import SystemPackage

/// What had a path when a person last decided on it, or when a scan last saw it: the file, which no scan may know yet,
/// and its directory, which tells where a name is after the directory was renamed.
///
/// Only on file systems that keep inodes.
struct DecisionPlace: Hashable {
    /// A file or a directory, known by its inode, and by when it was made where the file system tells.
    struct Thing: Hashable {
        let inode: UInt64
        /// Nanoseconds since 1970-01-01T00:00:00Z; nil if it is not known.
        let made: Int64?

        /// Nil if nothing has the path.
        init?(at path: FilePath) {
            guard let status = try? FileStatus(at: path) else { return nil }
            inode = status.fingerprint.inode
            made = FileStatus.birth(ofInode: inode, at: path)
        }

        /// Nil if there is no inode.
        init?(inode: Int64?, made: Int64?) {
            guard let inode else { return nil }
            self.inode = UInt64(bitPattern: inode)
            self.made = made
        }
    }

    /// The name of the file system.
    let fileSystem: String
    /// Nil if nothing had the path.
    let file: Thing?
    let directory: Thing

    /// What has a path now, in the directory as it was found.
    init(at path: FilePath, in directory: (fileSystem: String, thing: Thing)) {
        (fileSystem, self.directory) = directory
        file = Thing(at: path)
    }

    /// A directory on a file system that keeps inodes, with that one's name; nil if it is not there, or on another.
    static func directory(at path: FilePath) -> (fileSystem: String, thing: Thing)? {
        guard let system = try? FileSystemIdentity(ofDirectory: path), system.keepsInodes,
            let thing = Thing(at: path)
        else { return nil }
        return (system.name, thing)
    }

    /// A row of the table.
    init?(_ row: Row) throws {
        guard let directory = try Thing(inode: row.value("directory"), made: row.value("directoryMade")) else {
            return nil
        }
        (fileSystem, self.directory) = (try row.value("fileSystem"), directory)
        file = try Thing(inode: row.value("inode"), made: row.value("made"))
    }
}

/// The table of decisions' places, within a transaction.
final class DecisionPlaces {
    private let db: Database
    /// The directories that were looked at, which the mount table is read for.
    private var directories: [FilePath: (fileSystem: String, thing: DecisionPlace.Thing)?] = [:]

    init(_ db: Database) {
        self.db = db
    }

    /// Notes what has the path of a decision that stays with it, if that is known. What is not there any more keeps its
    /// place, since it may have been renamed.
    func note(_ path: [UInt8]) throws {
        let path = FilePath(bytes: path)
        guard let place = current(path) else { return }
        if try place.file == nil && Self.place(of: path.bytes, in: db) != nil { return }
        try write(place, of: path)
    }

    /// What has a path now; nil if its directory is not there, or on a file system that does not keep inodes.
    private func current(_ path: FilePath) -> DecisionPlace? {
        directory(of: path).map { DecisionPlace(at: path, in: $0) }
    }

    private func write(_ place: DecisionPlace, of path: FilePath) throws {
        try db.run(
            """
            INSERT OR REPLACE INTO decisionPlace (path, fileSystem, inode, made, directory, directoryMade)
            VALUES (\(path), \(place.fileSystem), \(place.file.map { Int64(bitPattern: $0.inode) }), \(place.file?.made),
              \(Int64(bitPattern: place.directory.inode)), \(place.directory.made))
            """)
    }

    private func directory(of path: FilePath) -> (fileSystem: String, thing: DecisionPlace.Thing)? {
        let parent = path.removingLastComponent()
        if let known = directories[parent] { return known }
        let found = DecisionPlace.directory(at: parent)
        directories[parent] = .some(found)
        return found
    }

    /// Notes what has the paths of all decisions now, and forgets paths on which nobody decides any more. Writes only
    /// what has changed.
    func noteAll() throws {
        let rows = try Row.fetchAll(
            db.statement(
                "SELECT d.path AS decided, p.* FROM (\(Self.decided)) d LEFT JOIN decisionPlace p ON p.path = d.path"))
        for row in rows {
            let (path, known) = try (row.path("decided"), DecisionPlace(row))
            guard let place = current(path), place != known, place.file != nil || known == nil else { continue }
            try write(place, of: path)
        }
        try db.run("DELETE FROM decisionPlace WHERE path NOT IN (\(Self.decided))")
    }

    /// Selects the paths of decisions that stay with them.
    private static let decided: SQL = """
        SELECT path FROM mark WHERE staysWithPath UNION SELECT path FROM hold WHERE staysWithPath
        UNION SELECT path FROM heldPath WHERE liftedBy IS NULL
        """

    /// The paths of decisions that stay with them.
    static func paths(in db: Database) throws -> [[UInt8]] {
        try Blob.fetchAll(db.statement(decided)).map(\.bytes)
    }

    /// What had a path; nil if that is not known.
    static func place(of path: [UInt8], in db: Database) throws -> DecisionPlace? {
        try Row.fetchOne(db.statement("SELECT * FROM decisionPlace WHERE path = \(path)")).flatMap(DecisionPlace.init)
    }
}
