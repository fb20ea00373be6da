import GRDB

/// The rows of contents, by their SHA-256.
enum Contents {
    /// The row of a content, made where there is none.
    static func row(sha256: [UInt8], size: Int64, in db: Database) throws -> Int64 {
        let find = try PreparedQuery(db, "SELECT id FROM content WHERE sha256 = ?")
        find.bind(sha256, at: 1)
        if let row = try find.first({ find.integer(0) }) { return row }
        let insert = try PreparedQuery(db, "INSERT INTO content (sha256, size) VALUES (?, ?) RETURNING id")
        insert.bind(sha256, at: 1)
        insert.bind(size, at: 2)
        return try insert.first { insert.integer(0) } ?? 0
    }

    /// The sizes of contents that a person marked or holds, as a condition on a table of contents.
    static let isSpokenOf = """
        (EXISTS (SELECT 1 FROM mark WHERE content = c.id AND followsContent)
          OR EXISTS (SELECT 1 FROM hold WHERE content = c.id AND followsContent))
        """
}
