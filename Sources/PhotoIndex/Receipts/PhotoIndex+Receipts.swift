import GRDB
package import PhotoModel

extension PhotoIndex {
    /// Gives each receipt to `body`, also those that failed, by the name of the destination and the bytes of the
    /// target, until it says false.
    ///
    /// One receipt at a time is in memory. `body` sees the index as it was at the first.
    ///
    /// - Parameters:
    ///   - destination: only this one's, by its row; nil for all, those that were removed among them.
    ///   - body: gives whether to go on.
    /// - Throws: what `body` throws, and `IndexError`.
    package func receipts(destination: Int64?, _ body: (StoredReceipt) throws -> Bool) throws {
        try stream(to: body) { db, body in
            let destinations = try Self.destinationsWithReceipts(destination, in: db)
            let query = try PreparedQuery(
                db,
                """
                SELECT r.id, r.failedAt, \(PreparedQuery.receiptColumns) FROM receipt r
                WHERE r.destination = ? ORDER BY r.target, r.id
                """)
            defer { query.reset() }
            for destination in destinations {
                query.reset()
                query.bind(destination.id, at: 1)
                while try query.step() {
                    let receipt = StoredReceipt(
                        id: query.integer(0), destination: destination, receipt: query.receipt(from: 2),
                        failedAt: query.optionalInteger(1))
                    if !body(receipt) { return }
                }
            }
        }
    }

    /// The receipts of a content at a destination that count.
    ///
    /// - Parameters:
    ///   - sha256: the hash of its bytes, 32 of them.
    ///   - destination: the destination's row.
    /// - Returns: the receipts, in the order of their targets' bytes.
    /// - Throws: what befalls a read.
    package func receipts(sha256: [UInt8], destination: Int64) throws(IndexError) -> [Receipt] {
        try read { db in
            let query = try PreparedQuery(
                db,
                """
                SELECT \(PreparedQuery.receiptColumns) FROM content c CROSS JOIN receipt r ON r.content = c.id
                WHERE c.sha256 = ? AND r.destination = ? AND r.failedAt IS NULL ORDER BY r.target
                """)
            query.bind(sha256, at: 1)
            query.bind(destination, at: 2)
            var receipts: [Receipt] = []
            try query.forEachRow { receipts.append(query.receipt(from: 0)) }
            return receipts
        }
    }

    /// Whether a destination has given a receipt that counts for a content of a size: only then can a file as large be
    /// there already under another name, and is worth hashing before it is sent.
    ///
    /// - Parameters:
    ///   - size: bytes.
    ///   - destination: the destination's row.
    /// - Returns: whether it has.
    /// - Throws: what befalls a read.
    package func hasReceipt(ofSize size: Int64, destination: Int64) throws(IndexError) -> Bool {
        try read { db in
            let query = try PreparedQuery(
                db,
                """
                SELECT 1 FROM content c CROSS JOIN receipt r ON r.content = c.id
                WHERE c.size = ? AND r.destination = ? AND r.failedAt IS NULL
                """)
            query.bind(size, at: 1)
            query.bind(destination, at: 2)
            return try query.first { true } ?? false
        }
    }

    private static func destinationsWithReceipts(_ row: Int64?, in db: Database) throws -> [KnownDestination] {
        let query = try PreparedQuery(
            db,
            """
            SELECT \(PreparedQuery.destinationColumns) FROM destination d WHERE ?1 IS NULL OR d.id = ?1
            ORDER BY d.name, d.id
            """)
        query.bind(row, at: 1)
        var destinations: [KnownDestination] = []
        try query.forEachRow { if let one = query.destination(from: 0) { destinations.append(one) } }
        return destinations
    }
}
