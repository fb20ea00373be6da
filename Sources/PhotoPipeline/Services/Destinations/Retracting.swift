package import PhotoModel

/// Takes copies back from a destination.
///
/// A copy is taken back in one step, whose ticket the caller records first. If the process is killed, ``putBack(_:)``
/// gives a copy that has lost its name and was not removed its name again. Only copies whose bytes still are those of
/// the receipt are taken back, and nothing else is ever removed.
package protocol Retracting: Sendable {
    /// Prepares to take copies back in one way, and in no other. Changes nothing.
    ///
    /// - Parameters:
    ///   - way: into the destination's trash, or for good.
    ///   - firstNumber: the first copy's number in the run; the others get the following numbers.
    /// - Returns: for each, in order, what to record; `missing` where it is not there; `refused` or `noHome` where
    ///   there is no trash that can be used; `failed`, also where the destination knows no such way; and what else
    ///   ``TrashService/prepare(_:run:firstNumber:)`` returns.
    func prepare(
        _ copies: [CopyLocation], _ way: RemovalWay, run: Int64, firstNumber: Int
    ) async -> [Result<TicketedRetraction, TrashError>]

    /// Takes a copy back, if it has the bytes of its receipt.
    ///
    /// - Parameter isLost: whether the library has lost its own file. Called when the copy has lost its name and before
    ///   it is removed: then the destination is the library by another road, and the file gets its name again.
    /// - Throws: `missing` where nothing is there; `corrupted` where something else is, which stays; `overlap` where
    ///   the library had lost its file; `failed`, and what ends runs.
    func takeBack(
        _ copy: TicketedRetraction, of receipt: Receipt, unless isLost: @escaping @Sendable () -> Bool
    ) async throws(UploadError)

    /// Gives a copy its name again, if a killed run took it away and did not remove the copy. It is no error if there
    /// is nothing to put back.
    ///
    /// - Throws: `failed`, and what ends runs.
    func putBack(_ copy: TicketedRetraction) async throws(UploadError)
}

/// A copy that is to be taken back, with its ticket.
package struct TicketedRetraction: Hashable, Sendable {
    package let copy: CopyLocation
    /// What the service needs to find it again: text without line ends.
    package let ticket: String

    package init(_ copy: CopyLocation, ticket: String) {
        self.copy = copy
        self.ticket = ticket
    }
}

extension UploadError {
    /// What keeps a copy that turned out to be the library's own file.
    package static var libraryItself: UploadError {
        UploadError(.overlap, "the library has lost or changed its own file meanwhile; the copy has its name again")
    }

    /// What keeps a copy whose bytes the library has lost meanwhile.
    package static var lastCopy: UploadError {
        UploadError(.sourceChanged, "the library does not have its bytes any more")
    }
}

extension StoredFile? {
    /// Checks that a copy still has the bytes of its receipt.
    ///
    /// - Throws: `missing`, `corrupted`.
    package func checkStill(_ receipt: Receipt) throws(UploadError) {
        switch CopyPolicy.compare(self, with: RecordedContent(receipt)) {
        case .good: return
        case .notThere: throw UploadError(.missing, "is not at the destination")
        default: throw UploadError(.corrupted, "is not known to be what was sent")
        }
    }
}
