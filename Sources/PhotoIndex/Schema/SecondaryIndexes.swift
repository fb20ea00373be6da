import GRDB

/// The indexes of the `file` and `verdict` tables, which are made after the first fill: sorting once is faster than
/// inserting into each.
enum SecondaryIndexes {
    private static let definitions: [(name: String, definition: String)] = [
        ("filePath", "UNIQUE INDEX filePath ON file (root, path)"),
        ("fileGroup", "INDEX fileGroup ON file (assetGroup)"),
        ("fileContent", "INDEX fileContent ON file (content) WHERE content IS NOT NULL"),
        // Camera and group stand in both orders so that photos that are not wanted are passed over without reading
        // their rows.
        (
            "fileTaken",
            "INDEX fileTaken ON file (takenAt, camera, assetGroup) WHERE state = 'photo' AND goneAt IS NULL"
        ),
        ("fileSize", "INDEX fileSize ON file (size, camera, assetGroup) WHERE state = 'photo' AND goneAt IS NULL"),
        // By strips of latitude, in each by longitude: what is near is found without passing over all of one latitude.
        (
            "fileNear",
            "INDEX fileNear ON file (\(SearchBox.strip("latitude")), longitude, latitude) WHERE latitude IS NOT NULL"
        ),
        ("verdictFence", "INDEX verdictFence ON verdict (fence) WHERE fence IS NOT NULL"),
        // Of three kinds, two tell the third; most photos of most libraries are personal.
        ("verdictKind", "INDEX verdictKind ON verdict (verdict) WHERE verdict = 'work' OR verdict = 'unsure'"),
    ]

    /// Whether all of them are there.
    static func areComplete(_ db: Database) throws -> Bool {
        try definitions.allSatisfy { try has($0.name, db) }
    }

    /// Whether all of them were there before version 9: whether the first fill was done.
    static func areBuilt(_ db: Database) throws -> Bool {
        try definitions.allSatisfy { try $0.name == "verdictKind" || has($0.name, db) }
    }

    /// Makes those that are not there, each in a transaction of its own, so that no more than one has to fit into the
    /// write-ahead log. A program that is killed meanwhile leaves the rest to the next.
    static func complete(_ index: PhotoIndex) throws(IndexError) {
        if try index.read(areComplete) { return }
        for (name, definition) in definitions {
            try index.writeWithoutWaitingForDisk { db in
                // Others sort while this one reads: it is all that the end of a first scan waits for.
                if try !has(name, db) { try db.execute(sql: "PRAGMA threads = \(sorters); CREATE \(definition)") }
            }
        }
    }

    private static let sorters = 2

    /// Brings an index of the first schema to today's, where its first fill was done; else the first fill will.
    static func replaceIndexesOfVersion1(_ db: Database) throws {
        let isFilled = try has("fileSize", db)
        try db.execute(sql: "DROP INDEX IF EXISTS fileTaken")
        if isFilled { try makeAll(db) }
    }

    /// Brings an index of the eighth schema to today's, where its first fill was done; else the first fill will.
    static func replaceIndexesOfVersion8(_ db: Database) throws {
        let isFilled = try areBuilt(db)
        try db.execute(sql: "DROP INDEX IF EXISTS fileSize; DROP INDEX IF EXISTS fileNear")
        if isFilled { try makeAll(db) }
    }

    /// Makes those that are not there, in one transaction.
    static func makeAll(_ db: Database) throws {
        for (name, definition) in definitions where try !has(name, db) { try db.execute(sql: "CREATE \(definition)") }
    }

    private static func has(_ name: String, _ db: Database) throws -> Bool {
        try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'index' AND name = ?)",
            arguments: [name]) ?? false
    }
}
