import GRDB

/// The indexes of the `file` and `verdict` tables, which are made after the first fill: sorting once is faster than
/// inserting into each.
enum SecondaryIndexes {
    private static let definitions: [(name: String, definition: String)] = [
        ("filePath", "UNIQUE INDEX filePath ON file (root, path)"),
        ("fileGroup", "INDEX fileGroup ON file (assetGroup)"),
        ("fileContent", "INDEX fileContent ON file (content) WHERE content IS NOT NULL"),
        // Camera and group stand in it so that photos that are not wanted are passed over without reading their rows.
        (
            "fileTaken",
            "INDEX fileTaken ON file (takenAt, camera, assetGroup) WHERE state = 'photo' AND goneAt IS NULL"
        ),
        ("fileSize", "INDEX fileSize ON file (size) WHERE state = 'photo' AND goneAt IS NULL"),
        ("fileNear", "INDEX fileNear ON file (latitude, longitude) WHERE latitude IS NOT NULL"),
        ("verdictFence", "INDEX verdictFence ON verdict (fence) WHERE fence IS NOT NULL"),
    ]

    /// Whether all of them are there.
    static func areComplete(_ db: Database) throws -> Bool {
        let names = definitions.map { "'\($0.name)'" }.joined(separator: ", ")
        let count = try PreparedQuery(
            db, "SELECT count(*) FROM sqlite_schema WHERE type = 'index' AND name IN (\(names))")
        return try count.first { count.integer(0) } == Int64(definitions.count)
    }

    /// Makes those that are not there, each in a transaction of its own, so that no more than one has to fit into the
    /// write-ahead log. A program that is killed meanwhile leaves the rest to the next.
    static func complete(_ index: PhotoIndex) throws(IndexError) {
        if try index.read(areComplete) { return }
        for (name, definition) in definitions {
            try index.writeWithoutWaitingForDisk { db in
                if try !has(name, db) { try db.execute(sql: "CREATE \(definition)") }
            }
        }
    }

    /// Brings an index of the first schema to today's, where its first fill was done; else the first fill will.
    static func replaceThoseOfVersion1(_ db: Database) throws {
        let isFilled = try has("fileSize", db)
        try db.execute(sql: "DROP INDEX IF EXISTS fileTaken")
        if isFilled { try makeAll(db) }
    }

    /// Makes those that are not there, in one transaction.
    static func makeAll(_ db: Database) throws {
        for (name, definition) in definitions where try !has(name, db) { try db.execute(sql: "CREATE \(definition)") }
    }

    private static func has(_ name: String, _ db: Database) throws -> Bool {
        let known = try PreparedQuery(db, "SELECT 1 FROM sqlite_schema WHERE type = 'index' AND name = ?")
        known.bind(name, at: 1)
        return try known.first { true } ?? false
    }
}
