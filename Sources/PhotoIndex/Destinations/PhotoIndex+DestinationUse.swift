import GRDB

/// What a destination holds, as far as the index has receipts for it.
package struct DestinationUse: Hashable, Sendable {
    /// Receipts whose copies did not fail their last check.
    package var receipts = 0
    /// The bytes of these.
    package var bytes: Int64 = 0
    /// When one of them was verified last, nanoseconds since 1970-01-01T00:00:00Z; nil where there is none.
    package var lastVerified: Int64?

    package init() {}
}

extension PhotoIndex {
    /// What a destination holds.
    ///
    /// - Parameter destination: its row.
    package func use(ofDestination destination: Int64) throws(IndexError) -> DestinationUse {
        try read { db in
            let query = try PreparedQuery(
                db,
                """
                SELECT count(*), coalesce(sum(size), 0), max(checked) FROM receipt
                WHERE destination = ? AND failedAt IS NULL
                """)
            query.bind(destination, at: 1)
            var use = DestinationUse()
            try query.forEachRow {
                use.receipts = Int(query.integer(0))
                use.bytes = query.integer(1)
                use.lastVerified = query.optionalInteger(2)
            }
            return use
        }
    }

    /// How many photos in the library are uploaded to this destination and to no other.
    ///
    /// - Parameter destination: its row.
    package func photosUploaded(toDestinationOnly destination: Int64) throws(IndexError) -> Int {
        try read { db in
            let query = try PreparedQuery(
                db,
                """
                SELECT count(*) FROM file f WHERE f.state = 'photo' AND f.goneAt IS NULL
                  AND f.content IN (SELECT content FROM receipt WHERE destination = ?1 AND failedAt IS NULL)
                  AND NOT EXISTS (
                    SELECT 1 FROM receipt r JOIN destination d ON d.id = r.destination
                    WHERE r.content = f.content AND d.id <> ?1 AND d.removedAt IS NULL AND r.failedAt IS NULL)
                """)
            query.bind(destination, at: 1)
            return Int(try query.first { query.integer(0) } ?? 0)
        }
    }
}
