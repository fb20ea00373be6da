import GRDB
package import PhotoModel

extension PhotoIndex {
    /// Adds receipts that this index did not get itself, such as those of a destination's own list; in one durable
    /// transaction. One that is known, by content and target, is left as it is.
    ///
    /// Of receipts of several contents at one target the one that was checked last counts.
    ///
    /// - Parameters:
    ///   - receipts: the receipts.
    ///   - destination: the row of the destination that gave them.
    ///   - rebuiltAt: when an index was lost that had them, and this one got them in its place, nanoseconds since
    ///     1970-01-01T00:00:00Z: photos that they are for, and that no scan finds, have left the library. Nil where they are
    ///     somebody else's.
    /// - Returns: how many were new.
    /// - Throws: what befalls a write; none is added then.
    package func addReceipts(
        _ receipts: [Receipt], destination: Int64, rebuiltAt: Int64? = nil
    ) throws(IndexError) -> Int {
        try write { db in
            let writing = try ReceiptWriting(db)
            return try receipts.count { try writing.add($0, destination: destination, rebuiltAt: rebuiltAt) }
        }
    }

    /// Notes what came of asking destinations for what they gave receipts for; in one durable transaction.
    ///
    /// - Parameters:
    ///   - checks: receipts by row, and whether the very content is there. One that had failed and is there again
    ///     counts again, and those of other contents at its target do not any longer.
    ///   - now: when they were asked, nanoseconds since 1970-01-01T00:00:00Z.
    /// - Throws: what befalls a write; nothing is noted then.
    package func setChecked(_ checks: [(id: Int64, isThere: Bool)], at now: Int64) throws(IndexError) {
        try write { db in
            let there = try PreparedQuery(db, "UPDATE receipt SET checked = ?1, failedAt = NULL WHERE id = ?2")
            let missing = try PreparedQuery(
                db, "UPDATE receipt SET failedAt = ?1 WHERE id = ?2 AND failedAt IS NULL")
            let others = try PreparedQuery(
                db,
                """
                UPDATE receipt SET failedAt = ?1 WHERE failedAt IS NULL AND id <> ?2
                  AND (destination, target) = (SELECT destination, target FROM receipt WHERE id = ?2)
                """)
            for (id, isThere) in checks {
                for query in isThere ? [there, others] : [missing] {
                    query.bind(now, at: 1)
                    query.bind(id, at: 2)
                    try query.run()
                }
            }
        }
    }
}
