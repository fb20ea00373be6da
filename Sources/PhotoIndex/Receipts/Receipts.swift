import GRDB
package import PhotoModel

/// A receipt in the index.
package struct StoredReceipt: Hashable, Sendable {
    /// Its row.
    package let id: Int64
    /// The destination that issued it.
    package var destination: KnownDestination
    /// What was verified.
    package var receipt: Receipt
    /// When the destination was first found not to have the copy any more, in nanoseconds since 1970-01-01T00:00:00Z.
    /// Such a receipt does not count. Nil for all others.
    package var failedAt: Int64?
    /// When the copy was taken back, or accepted as missing, in nanoseconds since 1970-01-01T00:00:00Z: nobody expects
    /// it any more. Such a receipt has failed too. Nil for all others.
    package var endedAt: Int64?
    /// Whether its content is held from the destination.
    package var isHeld = false
}

extension PreparedQuery {
    /// The columns of the table `r` that ``receipt(from:)`` reads.
    static let receiptColumns =
        "r.sha256, r.size, r.target, r.checksumKind, r.checksum, r.received, r.checked, r.remoteID"

    /// The receipt in columns `first`…. A checksum of a kind unknown to this version becomes a blank one, which
    /// verifies nothing.
    func receipt(from first: Int32) -> Receipt {
        let kind = text(first + 3).flatMap(Checksum.Kind.init)
        return Receipt(
            sha256: bytes(first), size: integer(first + 1), target: CopyLocation(path(first + 2), id: text(first + 7)),
            checksum: Checksum(kind: kind ?? .sha256, value: kind == nil ? "" : text(first + 4) ?? ""),
            received: integer(first + 5), checked: integer(first + 6))
    }
}

extension Row {
    /// The same by the columns' names.
    var receipt: Receipt {
        get throws {
            let kind = try (value("checksumKind") as String?).flatMap(Checksum.Kind.init)
            let checksum: String? = try value("checksum")
            return try Receipt(
                sha256: bytes("sha256"), size: value("size"),
                target: CopyLocation(path("target"), id: value("remoteID")),
                checksum: Checksum(kind: kind ?? .sha256, value: kind == nil ? "" : checksum ?? ""),
                received: value("received"), checked: value("checked"))
        }
    }
}

extension PhotoIndex {
    /// Passes each receipt, including failed ones, to `body`, by the name of the destination and the bytes of the
    /// target, until it returns false.
    ///
    /// One receipt at a time is in memory. `body` sees the state of the index at the first.
    ///
    /// - Parameters:
    ///   - destination: only this one's, by its row; nil for all, including removed ones.
    ///   - body: returns whether to go on.
    package func receipts(destination: Int64?, _ body: (StoredReceipt) throws -> Bool) throws {
        try stream(to: body) { db, body in
            let destinations = try Self.destinationsWithReceipts(destination, in: db)
            let query = try PreparedQuery(
                db,
                """
                SELECT r.id, r.failedAt, r.endedAt, \(DestinationHolds.holds("r.content", from: "r.destination")),
                  \(PreparedQuery.receiptColumns) FROM receipt r
                WHERE r.destination = ? ORDER BY r.target, r.id
                """)
            defer { query.reset() }
            for destination in destinations {
                query.reset()
                query.bind(destination.id, at: 1)
                while try query.step() {
                    let receipt = StoredReceipt(
                        id: query.integer(0), destination: destination, receipt: query.receipt(from: 4),
                        failedAt: query.optionalInteger(1), endedAt: query.optionalInteger(2), isHeld: query.bool(3))
                    if !body(receipt) { return }
                }
            }
        }
    }

    /// The valid receipts of a content at a destination.
    ///
    /// - Parameter sha256: the hash of its bytes, 32 of them.
    /// - Returns: the receipts, in the order of their targets' bytes.
    package func receipts(sha256: [UInt8], destination: Int64) throws(IndexError) -> [Receipt] {
        try receipts(of: [sha256], destination: destination)[sha256] ?? []
    }

    /// The valid receipts of several contents at a destination.
    ///
    /// - Parameter contents: the hash of each content's bytes, 32 of them.
    /// - Returns: the receipts of each content that has some, in the order of their targets' bytes.
    package func receipts(
        of contents: [[UInt8]], destination: Int64
    ) throws(IndexError) -> [[UInt8]: [Receipt]] {
        try read { db in
            let query = try PreparedQuery(
                db,
                """
                SELECT \(PreparedQuery.receiptColumns) FROM content c CROSS JOIN receipt r ON r.content = c.id
                WHERE c.sha256 = ? AND r.destination = ? AND r.failedAt IS NULL ORDER BY r.target
                """)
            query.bind(destination, at: 2)
            var receipts: [[UInt8]: [Receipt]] = [:]
            for sha256 in Set(contents) {
                query.bind(sha256, at: 1)
                try query.forEachRow { receipts[sha256, default: []].append(query.receipt(from: 0)) }
            }
            return receipts
        }
    }

    /// Whether a receipt of a content at a destination has ended and was not issued anew since.
    ///
    /// - Parameter sha256: the hash of its bytes, 32 of them.
    package func hasEndedReceipt(sha256: [UInt8], destination: Int64) throws(IndexError) -> Bool {
        try read { db in
            try db.has(
                """
                SELECT 1 FROM content c CROSS JOIN receipt r ON r.content = c.id
                WHERE c.sha256 = \(sha256) AND r.destination = \(destination) AND r.endedAt NOTNULL
                """)
        }
    }

    /// Which sizes occur among a destination's valid receipts: only a file of such a size can already be there under
    /// another name, and is worth hashing before it is sent.
    ///
    /// - Parameter sizes: sizes in bytes.
    package func sizesWithReceipt(among sizes: Set<Int64>, destination: Int64) throws(IndexError) -> Set<Int64> {
        try read { db in
            try sizes.filter { size in
                try db.has(
                    """
                    SELECT 1 FROM content c CROSS JOIN receipt r ON r.content = c.id
                    WHERE c.size = \(size) AND r.destination = \(destination) AND r.failedAt IS NULL
                    """)
            }
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

extension PhotoIndex {
    /// Adds receipts that were not issued to this index, such as those of a destination's own list, in one durable
    /// transaction. A receipt that is known, by content and target, is not changed.
    ///
    /// Of receipts of several contents at one target the one checked last counts. If the index cannot be written, none
    /// is added.
    ///
    /// - Parameter rebuiltAt: when this index received them in place of a lost one, in nanoseconds since
    ///   1970-01-01T00:00:00Z. Their photos have left the library if no scan finds them. Nil if the receipts belong to
    ///   somebody else.
    /// - Returns: how many were new.
    package func addReceipts(
        _ receipts: [Receipt], destination: Int64, rebuiltAt: Int64? = nil
    ) throws(IndexError) -> Int {
        try write { db in
            let writing = ReceiptWriting(db)
            return try receipts.count { try writing.add($0, destination: destination, rebuiltAt: rebuiltAt) }
        }
    }

    /// Records the results of checking receipts at destinations, in one durable transaction.
    ///
    /// - Parameters:
    ///   - checks: receipts by row, and whether the same content is there. A failed receipt whose copy is there again
    ///     becomes valid, and those of other contents at its target become invalid.
    ///   - now: when they were checked, in nanoseconds since 1970-01-01T00:00:00Z.
    package func setChecked(_ checks: [(id: Int64, isThere: Bool)], at now: Int64) throws(IndexError) {
        try write { db in
            for (id, isThere) in checks {
                guard isThere else {
                    try db.run("UPDATE receipt SET failedAt = \(now) WHERE id = \(id) AND failedAt IS NULL")
                    continue
                }
                try db.run("UPDATE receipt SET checked = \(now), failedAt = NULL, endedAt = NULL WHERE id = \(id)")
                try db.run(
                    """
                    UPDATE receipt SET failedAt = \(now) WHERE failedAt IS NULL AND id <> \(id)
                      AND (destination, target) = (SELECT destination, target FROM receipt WHERE id = \(id))
                      AND remoteID IS (SELECT remoteID FROM receipt WHERE id = \(id))
                    """)
            }
        }
    }

    /// Records destinations' own checksums of copies whose bytes were read and found to have them. If the index cannot
    /// be written, nothing is recorded.
    ///
    /// - Parameter checksums: the checksums, each with its receipt's row.
    package func setChecksums(_ checksums: [(id: Int64, checksum: Checksum)]) throws(IndexError) {
        try write { db in
            for (id, checksum) in checksums {
                try db.run(
                    """
                    UPDATE receipt SET checksum = \(checksum.value), checksumKind = \(checksum.kind.rawValue)
                    WHERE id = \(id)
                    """)
            }
        }
    }
}
