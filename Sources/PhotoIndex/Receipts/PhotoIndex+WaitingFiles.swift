import GRDB

extension PhotoIndex {
    /// Has the next scan read files again that nobody hashed and that are as large as a content which has a receipt that
    /// counts: they may be copies of what a destination has. In one durable transaction.
    ///
    /// For an index that has got many receipts from elsewhere. A scan hashes new and changed files by itself.
    ///
    /// - Returns: how many files there are.
    /// - Throws: what befalls a write.
    package func rereadFilesThatMayHaveReceipts() throws(IndexError) -> Int {
        try write { db in
            let update = try PreparedQuery(
                db,
                """
                UPDATE file SET isRacy = 1
                WHERE content IS NULL AND goneAt IS NULL AND (state = 'photo' OR state = 'sidecar') AND size IN (
                  SELECT c.size FROM receipt r CROSS JOIN content c ON c.id = r.content WHERE r.failedAt IS NULL)
                """)
            try update.run()
            return db.changesCount
        }
    }
}
