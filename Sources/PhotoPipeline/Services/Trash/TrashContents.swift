package import SystemPackage

/// What a trash keeps of files whose removal is finished: they can be looked for there, and leave it for good.
package protocol TrashContents: Sendable {
    /// Renames files that are in the trash to a second name that their tickets have there: what a destination has may
    /// be the trash's own files by another road, and that shows only where these have lost their names. With that name
    /// a file is in the trash as it was before, found by ``TrashService/parked(_:)`` and ``TrashService/open(_:)`` and
    /// brought back by ``TrashService/putBack(_:)``, so that nobody has to write down that it has it: whoever was
    /// killed meanwhile has lost nothing.
    ///
    /// - Returns: nil also where it has that name already; `missing` where it is not in the trash; `taken`, `changed`
    ///   where it is no regular file, `refused`, `unknownTicket`, `denied`, `full`, `failed`.
    func setAside(_ removals: [TicketedRemoval]) -> [TrashError?]

    /// Renames files that were set aside back to the name that they had in the trash, durably. That one was not is
    /// fine.
    ///
    /// - Returns: `taken` where another file has come to have that name, `refused`, `unknownTicket`, `denied`, `full`,
    ///   `failed`: then it is in the trash under its second name.
    func setBack(_ removals: [TicketedRemoval]) -> [TrashError?]

    /// Takes files that were set aside out of the trash for good, with what the trash keeps besides, where they still
    /// are what was proved.
    ///
    /// - Parameter groups: as for ``TrashService/finish(_:)``. That a file of a group is missing keeps none of the
    ///   others.
    /// - Returns: as for ``TrashService/finish(_:)``. ``tidy(_:)`` takes away what is left besides.
    func empty(_ groups: [[RemovalProof]]) -> [[TrashError?]]

    /// Takes away what is kept besides files that are not in the trash: whoever ends between a file and that leaves it
    /// behind, and desktops show it as a file that is not there. What is parked is left alone, and so is what somebody
    /// else has written.
    ///
    /// - Returns: whether there was something. `missing` where the trash itself is not there, as when its file system
    ///   is not mounted; `unknownTicket`, `refused`, `denied`, `failed`.
    func tidy(_ removals: [TicketedRemoval]) -> [Result<Bool, TrashError>]

    /// Looks for what runs of this program have put into the trash, by the names that they give files there, and what
    /// the trash says of these: what an index that was lost knew of it.
    ///
    /// - Parameter directories: the library's, absolute: besides the user's own trash, those of their file systems are
    ///   looked through. One that is not there is passed over.
    /// - Returns: the files that are there, in no order; none of a trash that is not there.
    /// - Throws: `noHome`, `denied`, `failed`.
    func trashed(from directories: [FilePath]) throws(TrashError) -> [TrashedFile]
}

extension TrashContents {
    /// Takes files that do not go together out of the trash for good.
    package func empty(_ proofs: [RemovalProof]) -> [TrashError?] {
        empty(proofs.map { [$0] }).flatMap(\.self)
    }
}

/// A file that a run of this program has put into the trash.
package struct TrashedFile: Hashable, Sendable {
    /// The ticket that it has, or had, in the journal of that run.
    package let ticket: String
    /// Where it was; absolute.
    package let path: FilePath
    /// When it was trashed, nanoseconds since 1970-01-01T00:00:00Z.
    package let deleted: Int64

    package init(ticket: String, path: FilePath, deleted: Int64) {
        self.ticket = ticket
        self.path = path
        self.deleted = deleted
    }
}

/// What comes of parking files beside their own names, and not in a trash: whoever finds one knows it by its path, and
/// one can be made there and filled.
package protocol ParkingBeside: Sendable {
    /// The ticket that a file has which this service has parked beside its own name, by its path alone: for whoever
    /// finds one that no journal knows. Looks at nothing.
    ///
    /// - Parameter path: where the file is; absolute, without `.`, `..` and symbolic links.
    /// - Returns: the ticket; nil where this service parks no file under such a name.
    func ticket(ofParked path: FilePath) -> String?

    /// Makes an empty file under a ticket's name, for the bytes of a photo that is nowhere but at a destination:
    /// whoever calls fills it, makes it durable and closes it, and ``TrashService/putBack(_:)`` gives it its own name.
    /// A directory of the path that is gone is made again, as the umask has it.
    ///
    /// All else that such a file needs the ``TrashService`` has: a ticket to be written down first, ways to find it
    /// after a crash, to put it back, and to end it where it is not to come back after all.
    ///
    /// - Parameters:
    ///   - removal: the path it is to get, and its ticket.
    ///   - permissions: what it is made with, as far as the umask leaves them.
    /// - Returns: the file, open to be read and written.
    /// - Throws: `taken` where something has the ticket's name; `refused`, `unknownTicket`, `denied`, `full`, `failed`.
    func receive(_ removal: TicketedRemoval, permissions: FilePermissions) throws(TrashError) -> FileDescriptor
}
