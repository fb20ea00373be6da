import GRDB
package import PhotoModel

/// The Takeout files that stayed when their photos were removed, and edits of which nobody can tell whether they are
/// those of a removed photo, within a transaction. They are known by their digests, so that neither another name nor
/// other times, another row or none frees one (``TakeoutBindings``).
struct StayingSidecars {
    /// The condition for files that are none of these.
    static let isNone = "digest NOT IN (SELECT sidecar FROM takeoutBinding)"
    /// What Takeout leaves of a longer name before `.json`.
    private static let mostBytesOfName = 46
    private let photos: PreparedQuery

    init(_ db: Database) throws {
        photos = try PreparedQuery(db, "SELECT photo FROM takeoutBinding WHERE sidecar = ?")
    }

    /// The digests of the removed photos that a file with this digest stayed for; empty for any other file.
    func photos(of digest: UInt64) throws -> Set<UInt64> {
        photos.bind(Int64(bitPattern: digest), at: 1)
        var found: Set<UInt64> = []
        try photos.forEachRow { found.insert(UInt64(bitPattern: photos.integer(0))) }
        return found
    }

    /// Binds the Takeout files of a removed group to each of its photos. They stay bound: the photos are known when
    /// they are back.
    static func bind(ofGroup group: Int64, in db: Database) throws {
        try db.run(
            """
            INSERT OR IGNORE INTO takeoutBinding (sidecar, photo)
            SELECT s.digest, p.digest FROM file s CROSS JOIN file p ON p.assetGroup = s.assetGroup
            WHERE s.assetGroup = \(group) AND s.state = 'sidecar' AND s.format = 'takeout' AND s.goneAt IS NULL
              AND p.state = 'photo'
            """)
        try listAnew(in: db)
    }

    /// Binds an edit to a removed photo.
    static func bind(edit: UInt64, to photo: UInt64, in db: Database) throws {
        try insert(TakeoutBindings.Binding(file: edit, photo: photo), in: db)
        try listAnew(in: db)
    }

    fileprivate static func insert(_ binding: TakeoutBindings.Binding, in db: Database) throws {
        try db.run(
            """
            INSERT OR IGNORE INTO takeoutBinding (sidecar, photo)
            VALUES (\(Int64(bitPattern: binding.file)), \(Int64(bitPattern: binding.photo)))
            """)
    }

    /// Has destinations' own lists read anew and completed if the last statement bound something: an index that is made
    /// anew learns it from there.
    private static func listAnew(in db: Database) throws {
        if db.changesCount > 0 { try db.run("DELETE FROM receiptListPart") }
    }

    /// Binds Takeout files of a removed photo's stem, or of its cut name. Where they fit another photo too, they
    /// belonged to neither, and would belong to the other one now.
    static func bindUndecided(to photo: Int64, at path: [UInt8], _ finder: FileFinder, in db: Database) throws {
        let start = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
        let name = path[start...]
        let stem = name[..<(name.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex)]
        for base in [stem, name.prefix(mostBytesOfName)] {
            guard let file = try finder.file(at: path[..<start] + base + Array(".json".utf8)) else { continue }
            try db.run(
                """
                INSERT OR IGNORE INTO takeoutBinding (sidecar, photo)
                SELECT s.digest, p.digest FROM file s CROSS JOIN file p
                WHERE s.id = \(file.row) AND s.state = 'sidecar' AND s.format = 'takeout' AND s.goneAt IS NULL
                  AND p.id = \(photo)
                """)
            try listAnew(in: db)
        }
    }
}

extension PhotoIndex {
    /// The Takeout files that stayed when their photos were removed.
    package func takeoutBindings() throws(IndexError) -> TakeoutBindings {
        try read { db in
            let query = try PreparedQuery(db, "SELECT sidecar, photo FROM takeoutBinding")
            var bindings = TakeoutBindings()
            try query.forEachRow {
                bindings.add(
                    TakeoutBindings.Binding(
                        file: UInt64(bitPattern: query.integer(0)), photo: UInt64(bitPattern: query.integer(1))))
            }
            return bindings
        }
    }

    /// Adds what another index knew of files that stayed, such as from a destination's own list.
    ///
    /// - Throws: where the index cannot be written; nothing is added then.
    package func add(_ bindings: Set<TakeoutBindings.Binding>) throws(IndexError) {
        if bindings.isEmpty { return }
        try write { db in
            for binding in bindings { try StayingSidecars.insert(binding, in: db) }
        }
    }

    /// Whether a Takeout file with this digest stayed when its photo was removed.
    package func isStayingSidecar(digest: UInt64) throws(IndexError) -> Bool {
        try read { try !StayingSidecars($0).photos(of: digest).isEmpty }
    }
}
