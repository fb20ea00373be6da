import GRDB
import PhotoModel

/// Writes receipts, within a transaction.
///
/// A target, or a remote's id if there is one, has one content. So the receipt checked last is valid, and those of
/// other contents at the same target have failed.
struct ReceiptWriting {
    private let db: Database

    init(_ db: Database) {
        self.db = db
    }

    /// Writes the receipt of a copy that was just verified. A receipt that had failed becomes valid again.
    func confirm(_ receipt: Receipt, destination: Int64) throws {
        let content = try content(of: receipt)
        try db.run(
            """
            \(insertion(of: receipt, content, destination)) DO UPDATE SET
              checksum = excluded.checksum, checksumKind = excluded.checksumKind, checked = excluded.checked,
              received = CASE WHEN failedAt IS NULL THEN received ELSE excluded.received END, failedAt = NULL,
              endedAt = NULL, remoteID = excluded.remoteID
            """)
        try failOthers(at: receipt, content: content, destination: destination, checkedUntil: .max)
    }

    /// Adds a receipt from another source and an earlier time.
    ///
    /// - Returns: whether it was new.
    func add(_ receipt: Receipt, destination: Int64, rebuiltAt: Int64?) throws -> Bool {
        let content = try content(of: receipt)
        try db.run("\(insertion(of: receipt, content, destination, rebuiltAt: rebuiltAt)) DO NOTHING")
        if db.changesCount == 0 { return false }
        try db.run(
            """
            UPDATE receipt SET failedAt = (
              SELECT max(checked) FROM receipt WHERE \(others(at: receipt, content, destination))
                AND failedAt IS NULL AND checked > \(receipt.checked))
            WHERE \(this(receipt, content, destination))
            """)
        try failOthers(at: receipt, content: content, destination: destination, checkedUntil: receipt.checked)
        return true
    }

    /// Ends a receipt as another source says; one that is unknown is added.
    ///
    /// - Returns: whether it was known and had not ended; false also where it was checked since.
    func end(_ one: EndedReceipt, destination: Int64) throws -> Bool {
        let content = try content(of: one.receipt)
        let this = this(one.receipt, content, destination)
        let counts = try Bool.fetchOne(
            db.statement("SELECT endedAt IS NULL AND checked <= \(one.ended) FROM receipt WHERE \(this)"))
        if counts == false { return false }
        if counts == nil { try db.run("\(insertion(of: one.receipt, content, destination)) DO NOTHING") }
        try db.run(
            "UPDATE receipt SET failedAt = coalesce(failedAt, \(one.ended)), endedAt = \(one.ended) WHERE \(this)")
        return counts != nil
    }

    private func failOthers(at receipt: Receipt, content: Int64, destination: Int64, checkedUntil: Int64) throws {
        try db.run(
            """
            UPDATE receipt SET failedAt = \(receipt.checked)
            WHERE \(others(at: receipt, content, destination)) AND failedAt IS NULL AND checked <= \(checkedUntil)
            """)
    }

    private func content(of receipt: Receipt) throws -> Int64 {
        try ContentRows.row(sha256: receipt.sha256, size: receipt.size, in: db)
    }

    /// The row of a receipt, as a condition.
    private func this(_ receipt: Receipt, _ content: Int64, _ destination: Int64) -> SQL {
        "content = \(content) AND destination = \(destination) AND target = \(receipt.target.path)"
    }

    /// The rows of the receipts of other contents at its target, as a condition.
    private func others(at receipt: Receipt, _ content: Int64, _ destination: Int64) -> SQL {
        """
        destination = \(destination) AND target = \(receipt.target.path) AND remoteID IS \(receipt.target.id)
        AND content <> \(content)
        """
    }

    /// The beginning of a statement that inserts a receipt, up to what it does with one that is there.
    private func insertion(
        of receipt: Receipt, _ content: Int64, _ destination: Int64, rebuiltAt: Int64? = nil
    ) -> SQL {
        """
        INSERT INTO receipt
          (content, destination, target, size, sha256, checksum, checksumKind, received, checked, rebuiltAt, remoteID)
        VALUES (\(content), \(destination), \(receipt.target.path), \(receipt.size), \(receipt.sha256),
          \(receipt.checksum.value), \(receipt.checksum.kind.rawValue), \(receipt.received), \(receipt.checked),
          \(rebuiltAt), \(receipt.target.id))
        ON CONFLICT (content, destination, target)
        """
    }
}
