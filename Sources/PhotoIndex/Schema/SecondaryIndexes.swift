import GRDB

/// The indexes of the `file` and `verdict` tables, made after the first fill: sorting once is faster than inserting
/// into each. And those of decisions by content, of which one applies to all copies, and each copy may have its own.
enum SecondaryIndexes {
    private static let definitions: [(name: String, definition: String)] = [
        ("filePath", "UNIQUE INDEX filePath ON file (root, path)"),
        ("fileGroup", "INDEX fileGroup ON file (assetGroup)"),
        ("fileContent", "INDEX fileContent ON file (content) WHERE content IS NOT NULL"),
        // Camera and group are in both orders so that unwanted photos are skipped without reading their rows.
        (
            "fileTaken",
            "INDEX fileTaken ON file (takenAt, camera, assetGroup) WHERE state = 'photo' AND goneAt IS NULL"
        ),
        ("fileSize", "INDEX fileSize ON file (size, camera, assetGroup) WHERE state = 'photo' AND goneAt IS NULL"),
        // By strips of latitude, and in each by longitude, so that nearby photos are found without reading a whole
        // latitude; with all that tells whether a fence can matter to a group.
        (
            "fileNear",
            """
            INDEX fileNear ON file
              (\(SearchBox.strip("latitude")), longitude, latitude, horizontalAccuracy, assetGroup)
            WHERE latitude IS NOT NULL
            """
        ),
        // A fence can matter to these by another place than their own.
        ("fileOverruled", "INDEX fileOverruled ON file (assetGroup) WHERE overruledLatitude IS NOT NULL"),
        // Counted by each scan and status; usually there are none. Another column, and SQLite would rather read all.
        ("fileImported", "INDEX fileImported ON file (assetGroup) WHERE readerVersion = 0 AND goneAt IS NULL"),
        ("verdictFence", "INDEX verdictFence ON verdict (fence) WHERE fence IS NOT NULL"),
        // Of three kinds, two suffice; most photos of most libraries are personal.
        ("verdictKind", "INDEX verdictKind ON verdict (verdict) WHERE verdict = 'work' OR verdict = 'unsure'"),
        ("markContent", "INDEX markContent ON mark (content) WHERE followsContent"),
        ("holdContent", "INDEX holdContent ON hold (content) WHERE followsContent"),
        ("holdRestored", "INDEX holdRestored ON hold (content) WHERE reason = '\(RestoredHolds.reason)'"),
    ]

    /// Whether all of them exist.
    static func areComplete(_ db: Database) throws -> Bool {
        try definitions.allSatisfy { try has($0.name, db) }
    }

    /// Makes the missing ones, each in a transaction of its own, so that only one has to fit into the write-ahead log.
    /// If the program is killed, the next run makes the rest.
    static func complete(_ index: PhotoIndex) throws(IndexError) {
        if try index.read(areComplete) { return }
        for (name, definition) in definitions {
            try index.writeWithoutWaitingForDisk { db in
                // Sorts with several threads while this one reads: it is all that the end of a first scan waits for.
                if try !has(name, db) { try db.execute(sql: "PRAGMA threads = \(sorters); CREATE \(definition)") }
            }
        }
    }

    private static let sorters = 2

    /// Drops the indexes of `verdict`, which ``makeAll(_:)`` makes again.
    ///
    /// - Returns: false, and nothing is dropped, where not all indexes exist: the first fill makes them.
    static func dropThoseOfVerdicts(_ db: Database) throws -> Bool {
        guard try areComplete(db) else { return false }
        try db.execute(sql: "DROP INDEX verdictFence; DROP INDEX verdictKind")
        return true
    }

    /// Makes the missing ones, in one transaction.
    static func makeAll(_ db: Database) throws {
        for (name, definition) in definitions where try !has(name, db) { try db.execute(sql: "CREATE \(definition)") }
    }

    private static func has(_ name: String, _ db: Database) throws -> Bool {
        try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'index' AND name = ?)",
            arguments: [name]) ?? false
    }
}
