package import SystemPackage

/// The contents of a trash, of finished removals: files can be found there and removed permanently.
package protocol TrashContents: Sendable {
    /// Renames files in the trash to a second name, which follows from their tickets. A destination's copies may be the
    /// trash's own files reached by another path, and that only shows once the files have lost their names. Under the
    /// second name a file is still in the trash: ``TrashService/parked(_:)`` and ``TrashService/open(_:)`` find it and
    /// ``TrashService/putBack(_:)`` restores it. So the renaming need not be recorded, and a kill in between loses
    /// nothing.
    ///
    /// - Returns: nil also where it has that name already; `missing` where it is not in the trash; `taken`, `changed`
    ///   where it is no regular file, `refused`, `unknownTicket`, `denied`, `full`, `failed`.
    func setAside(_ removals: [TicketedRemoval]) -> [TrashError?]

    /// Renames files that were set aside back to their names in the trash, durably. A file that was not set aside is no
    /// error.
    ///
    /// - Returns: `taken` where another file has that name by now, `refused`, `unknownTicket`, `denied`, `full`,
    ///   `failed`: then the file is in the trash under its second name.
    func setBack(_ removals: [TicketedRemoval]) -> [TrashError?]

    /// Permanently removes files that were set aside, with the trash's records of them, if they are still the files
    /// that were proved.
    ///
    /// - Parameter groups: as for ``TrashService/finish(_:)``. A missing file does not keep the others of its group.
    /// - Returns: as for ``TrashService/finish(_:)``. ``tidy(_:)`` removes records that are left.
    func empty(_ groups: [[RemovalProof]]) -> [[TrashError?]]

    /// Removes the trash's records of files that are not in it. A kill between the file and its record leaves one, and
    /// desktops show it as a file that does not exist. Parked files, and what others have written, are left alone.
    ///
    /// - Returns: whether there was a record. `missing` where the trash itself is not there, as when its file system is
    ///   not mounted; `unknownTicket`, `refused`, `denied`, `failed`.
    func tidy(_ removals: [TicketedRemoval]) -> [Result<Bool, TrashError>]

    /// Searches for files that runs of this program have put into the trash, by the names that it gives files there.
    /// Their records say what a lost index knew of them.
    ///
    /// - Parameter directories: the library's directories, absolute. Searched are the user's own trash and those of the
    ///   directories' file systems. A directory that does not exist is skipped.
    /// - Returns: the files, in no order; none of a trash that is not there.
    /// - Throws: `noHome`, `denied`, `failed`.
    func trashed(from directories: [FilePath]) throws(TrashError) -> [TrashedFile]
}

extension TrashContents {
    /// Permanently removes files that belong to no common group.
    package func empty(_ proofs: [RemovalProof]) -> [TrashError?] {
        empty(proofs.map { [$0] }).flatMap(\.self)
    }
}

/// A file that a run of this program has put into the trash.
package struct TrashedFile: Hashable, Sendable {
    /// The ticket that it has, or had, in the journal of that run.
    package let ticket: String
    /// The number of that run.
    package let run: Int64
    /// Where it was; absolute.
    package let path: FilePath
    /// When it was trashed, in nanoseconds since 1970-01-01T00:00:00Z.
    package let deleted: Int64

    package init(ticket: String, run: Int64, path: FilePath, deleted: Int64) {
        self.ticket = ticket
        self.run = run
        self.path = path
        self.deleted = deleted
    }
}

/// What is possible if files are parked beside their own names, not in a trash: a parked file can be recognised by its
/// path, and a new one can be made there and filled.
package protocol ParkingBeside: Sendable {
    /// The ticket of a file that this service has parked beside its own name, derived from its path alone: for parked
    /// files that no journal knows. Accesses no file.
    ///
    /// - Parameter path: the file's path; absolute, without `.`, `..` and symbolic links.
    /// - Returns: the ticket; nil where this service parks no file under such a name.
    func ticket(ofParked path: FilePath) -> String?

    /// Makes an empty file with a ticket's name, for a photo that exists only at a destination. The caller fills it,
    /// makes it durable and closes it; ``TrashService/putBack(_:)`` then gives it its own name. Missing directories of
    /// the path are made, with permissions by the umask.
    ///
    /// All else comes from the ``TrashService``: a ticket to record first, and ways to find the file after a crash, to
    /// put it in place, or to remove it if it is not to be restored after all.
    ///
    /// - Parameters:
    ///   - removal: the path that it will get, and its ticket.
    ///   - permissions: the new file's permissions, subject to the umask.
    /// - Returns: the file, open to be read and written.
    /// - Throws: `taken` where something has the ticket's name; `refused`, `unknownTicket`, `denied`, `full`, `failed`.
    func receive(_ removal: TicketedRemoval, permissions: FilePermissions) throws(TrashError) -> FileDescriptor
}
