import GRDB
package import PhotoModel

/// What a destination has, according to the index's receipts.
package struct DestinationUse: Hashable, Sendable {
    /// The number of receipts whose copies did not fail their last check.
    package var receipts = 0
    /// The number of photos among those copies. A photo is told from a sidecar by the copy's name.
    package var photos = 0
    /// The size of those copies, in bytes.
    package var bytes: Int64 = 0
    /// When one of them was last verified, in nanoseconds since 1970-01-01T00:00:00Z; nil if there is none.
    package var lastVerified: Int64?

    package init() {}
}

extension PhotoIndex {
    /// What a destination has.
    ///
    /// - Returns: the counts; all zero for an unknown row.
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
            let targets = try Row.fetchCursor(
                db, sql: "SELECT target FROM receipt WHERE destination = ? AND failedAt IS NULL",
                arguments: [destination])
            while let row = try targets.next() {
                guard let target = try row.optionalBytes("target") else { continue }
                if !SidecarNames.isSidecar(target.span) { use.photos += 1 }
            }
            if let row {
                use.receipts = try row.value("receipts")
                use.bytes = try row.value("bytes")
                use.lastVerified = try row.value("lastVerified")
            }
            return use
        }
    }

    /// The contents whose copies were found missing or changed at a configured destination, and are there under no
    /// other name. Copies that were taken back, or that a person accepted as missing, are not among them.
    ///
    /// - Returns: their number by the destination's row; destinations without one are left out.
    package func lostCopies() throws(IndexError) -> [Int64: Int] {
        try read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT r.destination, count(DISTINCT r.content) AS lost FROM receipt r
                    CROSS JOIN destination d ON d.id = r.destination
                    WHERE r.failedAt NOTNULL AND r.endedAt IS NULL AND d.removedAt IS NULL AND NOT EXISTS (
                      SELECT 1 FROM receipt
                      WHERE content = r.content AND destination = r.destination AND failedAt IS NULL)
                    GROUP BY r.destination
                    """)
            return Dictionary(uniqueKeysWithValues: try rows.map { try ($0.value("destination"), $0.value("lost")) })
        }
    }

    /// The configured destinations whose own lists may not say yet that copies have ended: were taken back, or accepted
    /// as missing. An index that is restored or rebuilt from such a list would send these again.
    ///
    /// - Returns: the destinations with the number of their copies that have ended, in the order of their names.
    package func unlistedEnds() throws(IndexError) -> [(destination: KnownDestination, copies: Int)] {
        try read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT d.*, count(*) AS copies FROM destination d CROSS JOIN receipt r ON r.destination = d.id
                    WHERE d.removedAt IS NULL AND r.endedAt NOTNULL
                      AND NOT EXISTS (SELECT 1 FROM receiptListPart WHERE destination = d.id)
                    GROUP BY d.id ORDER BY d.name
                    """
            ).compactMap { row in
                try KnownDestination(row).map { ($0, try row.value("copies")) }
            }
        }
    }

    /// The number of photos that purges removed, that are not back, and whose only copy is at a destination: no other
    /// configured destination has a receipt, and the library has no copy.
    ///
    /// - Returns: the number of contents, including those that are still in the trash.
    package func removedPhotos(atDestinationOnly destination: Int64) throws(IndexError) -> Int {
        try read { db in
            try Self.count(
                "\(Removals.areThese) AND NOT \(Removals.areUndone)", atDestinationOnly: destination,
                unless: "EXISTS (SELECT 1 FROM file WHERE content = c.id AND goneAt IS NULL)", in: db)
        }
    }

    /// The number of photos of removals under way, or killed, whose only copy is at a destination. Until its removal
    /// has ended the index counts a photo as in the library, although it may be gone.
    ///
    /// - Returns: the number of contents.
    package func photosBeingRemoved(atDestinationOnly destination: Int64) throws(IndexError) -> Int {
        try read { db in
            try Self.count(Removals.areUnderWay, atDestinationOnly: destination, unless: "FALSE", in: db)
        }
    }

    /// Counts the contents of actions for which no other configured destination has a receipt.
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

    /// The number of photos in the library that would no longer count as uploaded without a destination.
    package func photosUploaded(
        toDestinationOnly destination: Int64, unsentSidecars: Set<SidecarFormat>
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
