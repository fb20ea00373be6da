package import PhotoModel

/// Takes copies back from a destination.
///
/// A copy is taken back in one step, whose ticket the caller records first: if the process is killed, ``putBack(_:)``
/// gives a copy its name again that has lost it and was not removed. Only bytes are taken back that still are those of
/// the receipt, and nothing else is ever removed.
package protocol Retracting: Sendable {
    /// Chooses what becomes of copies. Changes nothing.
    ///
    /// - Parameters:
    ///   - copies: where they are.
    ///   - run: the run's row.
    ///   - firstNumber: the first copy's number in the run; the others get the following numbers.
    /// - Returns: for each, in order, what to record; `missing` where it is not there, `failed`, and what ends runs.
    func prepare(
        _ copies: [CopyLocation], run: Int64, firstNumber: Int
    ) async -> [Result<TicketedRetraction, UploadError>]

    /// Takes a copy back, if it has the bytes of its receipt.
    ///
    /// - Parameters:
    ///   - copy: the copy with its ticket.
    ///   - receipt: its receipt.
    /// - Throws: `missing` where nothing is there; `corrupted` where something else is, which stays; `failed`, and what
    ///   ends runs.
    func takeBack(_ copy: TicketedRetraction, of receipt: Receipt) async throws(UploadError)

    /// Gives a copy its name again, if a killed run took it away and did not remove the copy. It is no error if there
    /// is nothing to put back.
    ///
    /// - Parameter copy: the copy with its ticket.
    /// - Throws: `failed`, and what ends runs.
    func putBack(_ copy: TicketedRetraction) async throws(UploadError)
}

/// A copy that is to be taken back, with its ticket.
package struct TicketedRetraction: Hashable, Sendable {
    /// What becomes of a copy.
    package enum Fate: CaseIterable, Hashable, Sendable {
        /// It can be restored from a trash.
        case trash
        /// It is removed for good.
        case permanent
    }

    /// Where the copy is.
    package let copy: CopyLocation
    /// What the service needs to find it again: text without line ends.
    package let ticket: String
    /// What becomes of it.
    package let fate: Fate

    package init(_ copy: CopyLocation, ticket: String, fate: Fate) {
        self.copy = copy
        self.ticket = ticket
        self.fate = fate
    }
}
