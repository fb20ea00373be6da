/// The proof required to remove a file: it was opened, read to its last byte and hashed, and it is this very file that
/// has the ticket's name. Only ``ProvenFile/proof(of:in:)`` makes one. The file stays open as long as the proof exists.
package struct RemovalProof: Sendable {
    /// The path that the file had, and its ticket.
    package let removal: TicketedRemoval
    /// The file whose bytes were hashed. Before unlinking, the trash checks once more that it is this one.
    package let file: ParkedFile
    private let proven: ProvenFile

    /// The SHA-256 of its bytes.
    package var sha256: [UInt8] { proven.sha256 }

    init(removal: TicketedRemoval, file: ParkedFile, proven: ProvenFile) {
        self.removal = removal
        self.file = file
        self.proven = proven
    }

    /// Checks, immediately before the file is unlinked, that nobody has written to it since it was hashed. This may
    /// read the whole file.
    ///
    /// - Throws: `changed`, `failed`, `interrupted`.
    package func checkUnwritten() throws(TrashError) { try proven.checkUnwritten() }

    /// Unlinks the file by a body, after the final check, which takes no time: whether the file's lease, if it has one,
    /// is still held. It is held until the body has returned.
    ///
    /// - Throws: `changed`, and what the body throws.
    package func remove(_ body: () throws(TrashError) -> Void) throws(TrashError) { try proven.remove(body) }
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
