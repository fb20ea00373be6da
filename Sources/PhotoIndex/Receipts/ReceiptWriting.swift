import GRDB
import PhotoModel

/// The statements that write receipts, within a transaction.
///
/// A target, or a remote's id if there is one, has one content: the receipt checked last is valid, and those of other
/// contents at the same target have failed.
struct ReceiptWriting {
    private let db: Database
    private let upsert: PreparedQuery
    private let insertNew: PreparedQuery
    private let find: PreparedQuery
    private let endKnown: PreparedQuery
    private let failOthers: PreparedQuery
    private let replacedAt: PreparedQuery

    init(_ db: Database) throws {
        self.db = db
        let insert = """
            INSERT INTO receipt
              (content, destination, target, size, sha256, checksum, checksumKind, received, checked, rebuiltAt,
               remoteID)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        // A receipt that had failed becomes valid again.
        upsert = try PreparedQuery(
            db,
            """
            \(insert) ON CONFLICT (content, destination, target) DO UPDATE SET
              checksum = excluded.checksum, checksumKind = excluded.checksumKind, checked = excluded.checked,
              received = CASE WHEN failedAt IS NULL THEN received ELSE excluded.received END, failedAt = NULL,
              endedAt = NULL, remoteID = excluded.remoteID
            """)
        insertNew = try PreparedQuery(
            db, "\(insert) ON CONFLICT (content, destination, target) DO NOTHING RETURNING id")
        find = try PreparedQuery(
            db,
            """
            SELECT id, endedAt IS NULL AND checked <= ?4 FROM receipt
            WHERE content = ?1 AND destination = ?2 AND target = ?3
            """)
        endKnown = try PreparedQuery(
            db, "UPDATE receipt SET failedAt = coalesce(failedAt, ?1), endedAt = ?1 WHERE id = ?2")
        failOthers = try PreparedQuery(
            db,
            """
            UPDATE receipt SET failedAt = ?1
            WHERE destination = ?2 AND target = ?3 AND remoteID IS ?6 AND content <> ?4 AND failedAt IS NULL
              AND checked <= ?5
            """)
        replacedAt = try PreparedQuery(
            db,
            """
            UPDATE receipt SET failedAt = (
              SELECT max(checked) FROM receipt WHERE destination = ?1 AND target = ?2 AND remoteID IS ?5
                AND content <> ?3 AND failedAt IS NULL AND checked > ?4)
            WHERE content = ?3 AND destination = ?1 AND target = ?2
            """)
    }

    /// Writes the receipt of a copy that was just verified.
    func confirm(_ receipt: Receipt, destination: Int64) throws {
        let content = try Contents.row(sha256: receipt.sha256, size: receipt.size, in: db)
        bind(receipt, content: content, destination: destination, to: upsert)
        upsert.bindNull(at: 10)
        try upsert.run()
        try failOthers(at: receipt, content: content, destination: destination, checkedUntil: .max)
    }

    /// Adds a receipt from another source and an earlier time.
    ///
    /// - Returns: whether it was new.
    func add(_ receipt: Receipt, destination: Int64, rebuiltAt: Int64?) throws -> Bool {
        let content = try Contents.row(sha256: receipt.sha256, size: receipt.size, in: db)
        bind(receipt, content: content, destination: destination, to: insertNew)
        insertNew.bind(rebuiltAt, at: 10)
        guard try insertNew.first({ true }) == true else { return false }
        replacedAt.bind(destination, at: 1)
        replacedAt.bind(receipt.target.path.bytes, at: 2)
        replacedAt.bind(content, at: 3)
        replacedAt.bind(receipt.checked, at: 4)
        replacedAt.bind(receipt.target.id, at: 5)
        try replacedAt.run()
        try failOthers(at: receipt, content: content, destination: destination, checkedUntil: receipt.checked)
        return true
    }

    /// Ends a receipt as another source says; one that is unknown is added.
    ///
    /// - Returns: whether it was known and had not ended; false also where it was checked since.
    func end(_ one: EndedReceipt, destination: Int64) throws -> Bool {
        let receipt = one.receipt
        let content = try Contents.row(sha256: receipt.sha256, size: receipt.size, in: db)
        find.bind(content, at: 1)
        find.bind(destination, at: 2)
        find.bind(receipt.target.path.bytes, at: 3)
        find.bind(one.ended, at: 4)
        let known = try find.first { (row: find.integer(0), counts: find.bool(1)) }
        if known == nil {
            bind(receipt, content: content, destination: destination, to: insertNew)
            insertNew.bindNull(at: 10)
        }
        guard let row = try known?.row ?? insertNew.first({ insertNew.integer(0) }) else { return false }
        if let known, !known.counts { return false }
        endKnown.bind(one.ended, at: 1)
        endKnown.bind(row, at: 2)
        try endKnown.run()
        return known != nil
    }

    private func failOthers(at receipt: Receipt, content: Int64, destination: Int64, checkedUntil: Int64) throws {
        failOthers.bind(receipt.checked, at: 1)
        failOthers.bind(destination, at: 2)
        failOthers.bind(receipt.target.path.bytes, at: 3)
        failOthers.bind(content, at: 4)
        failOthers.bind(checkedUntil, at: 5)
        failOthers.bind(receipt.target.id, at: 6)
        try failOthers.run()
    }

    private func bind(_ receipt: Receipt, content: Int64, destination: Int64, to query: PreparedQuery) {
        query.bind(content, at: 1)
        query.bind(destination, at: 2)
        query.bind(receipt.target.path.bytes, at: 3)
        query.bind(receipt.size, at: 4)
        query.bind(receipt.sha256, at: 5)
        query.bind(receipt.checksum.value, at: 6)
        query.bind(receipt.checksum.kind.rawValue, at: 7)
        query.bind(receipt.received, at: 8)
        query.bind(receipt.checked, at: 9)
        query.bind(receipt.target.id, at: 11)
    }
}
