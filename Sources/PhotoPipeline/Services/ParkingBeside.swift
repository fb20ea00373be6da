package import SystemPackage

/// What comes of parking files beside their own names, and not in a trash: whoever finds one knows it by its path, and one
/// can be made there and filled.
package protocol ParkingBeside: Sendable {
    /// The ticket that a file has which this service has parked beside its own name, by its path alone: for whoever finds
    /// one that no journal knows. Looks at nothing.
    ///
    /// - Parameter path: where the file is; absolute, without `.`, `..` and symbolic links.
    /// - Returns: the ticket; nil where this service parks no file under such a name.
    func ticket(ofParked path: FilePath) -> String?

    /// Makes an empty file under a ticket's name, for the bytes of a photo that is nowhere but at a destination: whoever
    /// calls fills it, makes it durable and closes it, and ``TrashService/putBack(_:)`` gives it its own name. A directory
    /// of the path that is gone is made again, as the umask has it.
    ///
    /// All else that such a file needs the ``TrashService`` has: a ticket to be written down first, ways to find it after a
    /// crash, to put it back, and to end it where it is not to come back after all.
    ///
    /// - Parameters:
    ///   - removal: the path it is to get, and its ticket.
    ///   - permissions: what it is made with, as far as the umask leaves them.
    /// - Returns: the file, open to be read and written.
    /// - Throws: `taken` where something has the ticket's name; `refused`, `unknownTicket`, `denied`, `full`, `failed`.
    func receive(_ removal: TicketedRemoval, permissions: FilePermissions) throws(TrashError) -> FileDescriptor
}
