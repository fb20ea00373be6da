import GRDB
package import PhotoModel

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
    /// - Returns: the counts; none for a row that is none.
    /// - Throws: `IndexError` where the index cannot be read.
    package func use(ofDestination destination: Int64) throws(IndexError) -> DestinationUse {
        try read { db in
            let row = try Row.fetchOne(
                db,
                sql: """
                    SELECT count(*) AS receipts, coalesce(sum(size), 0) AS bytes, max(checked) AS lastVerified FROM receipt
                    WHERE destination = ? AND failedAt IS NULL
                    """,
                arguments: [destination])
            var use = DestinationUse()
            if let row {
                (use.receipts, use.bytes, use.lastVerified) = (row["receipts"], row["bytes"], row["lastVerified"])
            }
            return use
        }
    }

    /// How many photos that purges removed, and that no undo has brought back, have their only copy at a destination:
    /// no other that is configured has a receipt, and the library has none.
    ///
    /// - Parameter destination: its row.
    /// - Returns: the number, of contents; those that the trash still has are among them.
    /// - Throws: `IndexError` where the index cannot be read.
    package func removedPhotos(atDestinationOnly destination: Int64) throws(IndexError) -> Int {
        try read { db in
            try Self.count(
                "\(Removals.areThese) AND NOT \(Removals.areUndone)", atDestinationOnly: destination,
                unless: "EXISTS (SELECT 1 FROM file WHERE content = c.id AND goneAt IS NULL)", in: db)
        }
    }

    /// How many photos that a removal is under way with, or was when it was killed, have their only copy at a
    /// destination. The index takes them for photos of the library until the removal has ended, and they may be gone
    /// from there.
    ///
    /// - Parameter destination: its row.
    /// - Returns: the number, of contents.
    /// - Throws: `IndexError` where the index cannot be read.
    package func photosBeingRemoved(atDestinationOnly destination: Int64) throws(IndexError) -> Int {
        try read { db in
            try Self.count(Removals.areUnderWay, atDestinationOnly: destination, unless: "FALSE", in: db)
        }
    }

    /// Counts the contents of actions of which no other destination that is configured has a receipt.
    private static func count(
        _ actions: String, atDestinationOnly destination: Int64, unless condition: String, in db: Database
    ) throws -> Int {
        let count = try Int.fetchOne(
            db,
            sql: """
                SELECT count(*) FROM (
                  SELECT DISTINCT m.sha256 FROM action a CROSS JOIN actionMember m ON m.action = a.id
                  WHERE \(actions) AND m.role <> 'sidecar') p
                CROSS JOIN content c ON c.sha256 = p.sha256
                WHERE EXISTS (SELECT 1 FROM receipt WHERE content = c.id AND destination = ?1 AND failedAt IS NULL)
                  AND NOT EXISTS (
                    SELECT 1 FROM receipt r CROSS JOIN destination d ON d.id = r.destination
                    WHERE r.content = c.id AND d.id <> ?1 AND r.failedAt IS NULL AND d.removedAt IS NULL)
                  AND NOT \(condition)
                """,
            arguments: [destination])
        return count ?? 0
    }

    /// How many photos in the library would not count as uploaded any more without a destination.
    ///
    /// - Parameters:
    ///   - destination: its row.
    ///   - unsentSidecars: formats of sidecars that are not sent.
    /// - Returns: the number.
    /// - Throws: `IndexError` where the index cannot be read.
    package func photosUploaded(
        toDestinationOnly destination: Int64, unsentSidecars: Set<SidecarFormat> = [.takeout]
    ) throws(IndexError) -> Int {
        try read { db in
            try Int.fetchOne(
                db,
                sql: """
                    SELECT count(*) FROM (
                      SELECT DISTINCT content FROM receipt WHERE destination = ? AND failedAt IS NULL) c
                    CROSS JOIN file f ON f.content = c.content WHERE f.state = 'photo' AND f.goneAt IS NULL
                      AND (\(UploadedCondition.sql(unsentSidecars: unsentSidecars)))
                      AND NOT (\(UploadedCondition.sql(unsentSidecars: unsentSidecars, leavingOut: destination)))
                    """,
                arguments: [destination]) ?? 0
        }
    }
}
