package import PhotoModel

/// Takes copies back from a destination.
///
/// A copy is taken back in one step, whose ticket the caller records first: if the process is killed, ``putBack(_:)``
/// gives a copy its name again that has lost it and was not removed. Only bytes are taken back that still are those of
/// the receipt, and nothing else is ever removed.
package protocol Retracting: Sendable {
    /// Prepares to take copies back in one way, and in no other. Changes nothing.
    ///
    /// - Parameters:
    ///   - copies: where they are.
    ///   - way: into the destination's trash, or for good.
    ///   - run: the run's row.
    ///   - firstNumber: the first copy's number in the run; the others get the following numbers.
    /// - Returns: for each, in order, what to record; `missing` where it is not there; `refused` or `noHome` where there
    ///   is no trash that can be used; `failed`, also where the destination knows no such way; and what else
    ///   ``TrashService/prepare(_:run:firstNumber:)`` returns.
    func prepare(
        _ copies: [CopyLocation], _ way: RemovalWay, run: Int64, firstNumber: Int
    ) async -> [Result<TicketedRetraction, TrashError>]

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
    package typealias Fate = RemovalWay

    /// Where the copy is.
    package let copy: CopyLocation
    /// What the service needs to find it again: text without line ends.
    package let ticket: String

    package init(_ copy: CopyLocation, ticket: String) {
        self.copy = copy
        self.ticket = ticket
    }
}
