/// What stands between a photo and its end: a file was opened, read to its last byte and hashed, and it is this file that
/// lies under the ticket's name. Only ``ProvenFile/proof(of:in:)`` makes one.
package struct RemovalProof: Hashable, Sendable {
    /// The path that the file had, and its ticket.
    package let removal: TicketedRemoval
    /// The file whose bytes were hashed. Whoever unlinks looks once more whether it is the one.
    package let file: ParkedFile
    /// The SHA-256 of its bytes.
    package let sha256: [UInt8]

    init(removal: TicketedRemoval, file: ParkedFile, sha256: [UInt8]) {
        self.removal = removal
        self.file = file
        self.sha256 = sha256
    }
}
