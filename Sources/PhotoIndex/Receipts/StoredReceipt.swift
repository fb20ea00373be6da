package import PhotoModel

/// A receipt as the index keeps it.
package struct StoredReceipt: Hashable, Sendable {
    /// Its row.
    package let id: Int64
    /// Who gave it.
    package var destination: KnownDestination
    /// What was verified.
    package var receipt: Receipt
    /// When the destination was asked and had it no longer, the first time since it last had it; nanoseconds since
    /// 1970-01-01T00:00:00Z. Such a receipt counts for nothing. Nil for all others.
    package var failedAt: Int64?

    package init(id: Int64, destination: KnownDestination, receipt: Receipt, failedAt: Int64? = nil) {
        self.id = id
        self.destination = destination
        self.receipt = receipt
        self.failedAt = failedAt
    }
}

extension PreparedQuery {
    /// The columns of the table `r` that ``receipt(from:)`` reads.
    static let receiptColumns =
        "r.sha256, r.size, r.target, r.checksumKind, r.checksum, r.received, r.checked, r.remoteID"

    /// The receipt in columns `first`…. A checksum of a kind that this version does not know is a blank one, which
    /// verifies nothing.
    func receipt(from first: Int32) -> Receipt {
        let kind = text(first + 3).flatMap(Checksum.Kind.init)
        return Receipt(
            sha256: bytes(first), size: integer(first + 1), target: CopyLocation(path(first + 2), id: text(first + 7)),
            checksum: Checksum(kind: kind ?? .sha256, value: kind == nil ? "" : text(first + 4) ?? ""),
            received: integer(first + 5), checked: integer(first + 6))
    }
}
