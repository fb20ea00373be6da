import GRDB

/// The indexes of the `file` table, which are made after the first fill: sorting once is faster than inserting into each.
enum SecondaryIndexes {
    private static let definitions: [(name: String, definition: String)] = [
        ("filePath", "UNIQUE INDEX filePath ON file (root, path)"),
        ("fileGroup", "INDEX fileGroup ON file (assetGroup)"),
        ("fileContent", "INDEX fileContent ON file (content) WHERE content IS NOT NULL"),
        ("fileTaken", "INDEX fileTaken ON file (takenAt) WHERE state = 'photo' AND goneAt IS NULL"),
        ("fileSize", "INDEX fileSize ON file (size) WHERE state = 'photo' AND goneAt IS NULL"),
    ]

    /// Whether all of them are there.
    static func areComplete(_ db: Database) throws -> Bool {
        let count = try PreparedQuery(
            db, "SELECT count(*) FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'file'")
        return try count.first { count.integer(0) } == Int64(definitions.count)
    }

    /// Makes those that are not there, each in a transaction of its own, so that no more than one has to fit into the
    /// write-ahead log. A program that is killed meanwhile leaves the rest to the next.
    static func complete(_ index: PhotoIndex) throws(IndexError) {
        if try index.read(areComplete) { return }
        for (name, definition) in definitions {
            try index.writeWithoutWaitingForDisk { db in
                let known = try PreparedQuery(db, "SELECT 1 FROM sqlite_schema WHERE type = 'index' AND name = ?")
                known.bind(name, at: 1)
                if try known.first({ true }) == nil { try db.execute(sql: "CREATE \(definition)") }
            }
        }
    }
}
