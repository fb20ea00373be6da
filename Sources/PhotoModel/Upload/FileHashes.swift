/// The hashes of a file, computed from one open descriptor whose file was the same before and after it was read.
///
/// Made by whoever has read the file, and of nothing else: what a receipt or the journal says of a content is a
/// ``RecordedContent``.
package struct FileHashes: Hashable, Sendable {
    /// Bytes.
    package let size: Int64
    /// SHA-256 of all of them; 32 bytes.
    package let sha256: [UInt8]
    private let others: [Checksum.Kind: String]

    /// - Parameters:
    ///   - size: bytes.
    ///   - sha256: of all of them.
    ///   - others: by other functions, in lowercase hexadecimal digits.
    package init(size: Int64, sha256: [UInt8], others: [Checksum.Kind: String] = [:]) {
        self.size = size
        self.sha256 = sha256
        self.others = others
    }

    /// The checksum of a kind, in lowercase hexadecimal digits; nil where nobody computed it.
    package func value(of kind: Checksum.Kind) -> String? {
        kind == .sha256 ? hexText(sha256) : others[kind]
    }
}

/// What is written down of a content that is not at hand: by a receipt, or by the journal.
package struct RecordedContent: Hashable, Sendable {
    /// Bytes.
    package let size: Int64
    /// SHA-256 of all of them, 32 bytes; nil where nobody has hashed it.
    package let sha256: [UInt8]?
    /// What the destination said when the receipt was given; nil where there is none.
    package let checksum: Checksum?

    /// What the journal has of a file.
    package init(_ member: Action.Member) {
        (size, sha256, checksum) = (member.fingerprint.size, member.sha256, nil)
    }

    /// What a receipt says.
    package init(_ receipt: Receipt) {
        (size, sha256, checksum) = (receipt.size, receipt.sha256, receipt.checksum)
    }

    /// The checksum of a kind; nil where none was written down.
    func value(of kind: Checksum.Kind) -> String? {
        if kind == .sha256 { return sha256.map(hexText) }
        guard let checksum, checksum.kind == kind, !checksum.isBlank else { return nil }
        return checksum.value
    }
}
