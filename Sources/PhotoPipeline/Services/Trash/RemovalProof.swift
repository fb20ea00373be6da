/// What stands between a photo and its end: a file was opened, read to its last byte and hashed, and it is this file
/// that lies under the ticket's name. Only ``ProvenFile/proof(of:in:)`` makes one. The file is open for as long.
package struct RemovalProof: Sendable {
    /// The path that the file had, and its ticket.
    package let removal: TicketedRemoval
    /// The file whose bytes were hashed. Whoever unlinks looks once more whether it is the one.
    package let file: ParkedFile
    private let proven: ProvenFile

    /// The SHA-256 of its bytes.
    package var sha256: [UInt8] { proven.sha256 }

    init(removal: TicketedRemoval, file: ParkedFile, proven: ProvenFile) {
        self.removal = removal
        self.file = file
        self.proven = proven
    }

    /// Makes sure, right before the file is unlinked, that nobody has written to it since it was hashed. It may be read
    /// for that from its first byte to its last.
    ///
    /// - Throws: `changed`, `failed`, `interrupted`.
    package func checkUnwritten() throws(TrashError) { try proven.checkUnwritten() }

    /// The last look of all, which takes no time: whether its lease is held, where it has one.
    ///
    /// - Throws: `changed`.
    package func checkLease() throws(TrashError) { try proven.checkLease() }
}

extension RemovalProof: Hashable {
    package static func == (one: Self, other: Self) -> Bool {
        one.removal == other.removal && one.file == other.file && one.proven === other.proven
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(removal)
        hasher.combine(file)
    }
}
