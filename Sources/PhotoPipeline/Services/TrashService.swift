package import PhotoModel
package import SystemPackage

/// The door through which photos leave the library: into the trash, or for good. One value is one of these ways.
///
/// A file is taken away in steps, each of which can be looked at again after a crash: ``prepare(_:run:firstNumber:)``
/// gives out a ticket, which the caller writes down; ``park(_:)`` renames the file to the ticket's name; the caller looks
/// whether that is the file it hashed; ``finish(_:)`` ends it, or ``putBack(_:)`` renames it back. Nothing is ever
/// overwritten or copied, no symbolic link is followed in any part of a path, and only files with a ``RemovalProof`` are
/// unlinked.
///
/// A service remembers the directories of the files that it parked, or made, for as long as they wait: it puts a file back
/// into its very directory, also where somebody has renamed that meanwhile. Whoever parks, looks, puts back and finishes
/// uses one and the same service.
///
/// Calls that take several files share the waiting for the disk among them, and the looking for directories: hand over
/// many. Each file has an answer of its own, in order: nil where it went well. Calls may come from several tasks, for
/// different files.
package protocol TrashService: Sendable {
    /// Chooses where files are parked. Changes nothing, not even for a moment, so a dry run may ask too.
    ///
    /// - Parameters:
    ///   - paths: absolute, without `.`, `..` and symbolic links.
    ///   - run: the run's row.
    ///   - firstNumber: the first file's number in the run; the next ones have those that follow. No two files of a run
    ///     have the same.
    /// - Returns: the tickets: text without line ends, different for every file. With the path a ticket says all that is
    ///   needed to find the file, put it back or end its removal. `noHome`, `refused`, `denied`, `taken`, `failed`;
    ///   `missing` where its directory is gone, unless that may be made again for it: see ``receive(_:permissions:)``.
    func prepare(_ paths: [FilePath], run: Int64, firstNumber: Int) -> [Result<String, TrashError>]

    /// Renames files to the names of their tickets. What the trash keeps besides a file is durable before that.
    ///
    /// A file with an error has its own name still, and nothing of the ticket is left.
    ///
    /// - Returns: `taken` where the ticket's name has come to be another's, `missing`, `changed` where it is no regular
    ///   file, `refused`, `denied`, `full`, `failed`.
    func park(_ removals: [TicketedRemoval]) -> [TrashError?]

    /// Looks at what lies under tickets' names.
    ///
    /// - Returns: nil where nothing does: it was never parked, is back, or was removed by whomever. `unknownTicket`,
    ///   `refused`, `denied`, `failed`.
    func parked(_ tickets: [String]) -> [Result<ParkedFile?, TrashError>]

    /// The ticket that a file has which this service has parked beside its own name, by its path alone: for whoever finds
    /// one that no journal knows. Looks at nothing.
    ///
    /// - Parameter path: where the file is; absolute, without `.`, `..` and symbolic links.
    /// - Returns: the ticket; nil where this service parks no file under such a name.
    func ticket(ofParked path: FilePath) -> String?

    /// Looks how far removals had come that somebody else had begun: a process that was killed.
    ///
    /// - Returns: for each where its file is; `unknownTicket`, `refused`, `denied`, `failed` where nobody can look.
    func standings(of removals: [TicketedRemoval]) -> [Result<RemovalStanding, TrashError>]

    /// Where a ticket's file waits, as far as nobody has moved it; for people, and to be looked for.
    ///
    /// - Throws: `unknownTicket`.
    func place(of ticket: String) throws(TrashError) -> FilePath

    /// The same removal of a file whose directory lies elsewhere by now. What waits beside its own name is there too.
    ///
    /// - Throws: `unknownTicket`.
    func moved(_ removal: TicketedRemoval, to directory: FilePath) throws(TrashError) -> TicketedRemoval

    /// Opens what lies under a ticket's name, to be read. The caller closes it.
    ///
    /// - Throws: `missing`, `changed` where it is no regular file, `unknownTicket`, `denied`, `failed`.
    func open(_ ticket: String) throws(TrashError) -> FileDescriptor

    /// Renames parked files back, durably; in a run that changed its mind, after a crash, and for undo. A directory of
    /// the path that is gone is made again, where it is on the same file system. Name, bytes, times and permissions are
    /// as they were. What a crash left of a ticket whose file was never parked is taken away.
    ///
    /// That a file has its own name already is fine, where nothing is parked.
    ///
    /// - Returns: `occupied` where another file has the path: the parked one stays; `missing` where nothing is parked and
    ///   nothing has the path, or the directory of what waits beside its own name is not there; `failed` where the
    ///   directory was renamed in which a file was to get its name; `refused`, `unknownTicket`, `denied`, `full`.
    func putBack(_ removals: [TicketedRemoval]) -> [TrashError?]

    /// Makes an empty file under a ticket's name, for the bytes of a photo that is nowhere but at a destination: whoever
    /// calls fills it, makes it durable and closes it, and ``putBack(_:)`` gives it its own name. A directory of the path
    /// that is gone is made again, as the umask has it.
    ///
    /// This is no service of its own since all else that such a file needs is here: a ticket to be written down first,
    /// ``parked(_:)`` and ``open(_:)`` to find it after a crash, ``putBack(_:)``, and ``finish(_:)`` where it is not to
    /// come back after all. Only what waits beside its own name can be filled there: the trash refuses.
    ///
    /// - Parameters:
    ///   - removal: the path it is to get, and its ticket.
    ///   - permissions: what it is made with, as far as the umask leaves them.
    /// - Returns: the file, open to be read and written.
    /// - Throws: `taken` where something has the ticket's name; `refused`, `unknownTicket`, `denied`, `full`, `failed`.
    func receive(_ removal: TicketedRemoval, permissions: FilePermissions) throws(TrashError) -> FileDescriptor

    /// Ends removals of what is parked, where it still is what was proved: for the trash it makes the renames durable, a
    /// permanent one unlinks the files, durably.
    ///
    /// - Parameter groups: files that go together: where one of a group is not what was proved, or was written to since,
    ///   none of that group is unlinked. One whose directory was renamed since it was parked is another: it goes back.
    /// - Returns: an answer for each file of each group: `changed` or `missing` where something else or nothing is parked;
    ///   `interrupted`, `denied`, `failed`. Of a group with an error ``parked(_:)`` tells which files are there yet: others
    ///   were removed, and perhaps not durably.
    func finish(_ groups: [[RemovalProof]]) -> [[TrashError?]]

    /// Renames files that are in the trash to a second name that their tickets have there: what a destination has may be
    /// the trash's own files by another road, and that shows only where these have lost their names. With that name a file
    /// is in the trash as it was before, found by ``parked(_:)`` and ``open(_:)`` and brought back by ``putBack(_:)``, so
    /// that nobody has to write down that it has it: whoever was killed meanwhile has lost nothing.
    ///
    /// - Returns: nil also where it has that name already; `missing` where it is not in the trash, always so for permanent
    ///   removals; `taken`, `changed` where it is no regular file, `refused`, `unknownTicket`, `denied`, `full`, `failed`.
    func setAside(_ removals: [TicketedRemoval]) -> [TrashError?]

    /// Renames files that were set aside back to the name that they had in the trash, durably. That one was not is fine.
    ///
    /// - Returns: `taken` where another file has come to have that name, `refused`, `unknownTicket`, `denied`, `full`,
    ///   `failed`: then it is in the trash under its second name.
    func setBack(_ removals: [TicketedRemoval]) -> [TrashError?]

    /// Takes files that were set aside out of the trash for good, with what the trash keeps besides, where they still are
    /// what was proved.
    ///
    /// - Parameter groups: as for ``finish(_:)``. That a file of a group is missing keeps none of the others.
    /// - Returns: as for ``finish(_:)``; `missing` always for permanent removals. ``tidy(_:)`` takes away what is left
    ///   besides.
    func empty(_ groups: [[RemovalProof]]) -> [[TrashError?]]

    /// Takes away what is kept besides files that are not in the trash: whoever ends between a file and that leaves it
    /// behind, and desktops show it as a file that is not there. What is parked is left alone, and so is what somebody
    /// else has written.
    ///
    /// - Returns: whether there was something; never so for permanent removals. `missing` where the trash itself is not
    ///   there, as when its file system is not mounted; `unknownTicket`, `refused`, `denied`, `failed`.
    func tidy(_ removals: [TicketedRemoval]) -> [Result<Bool, TrashError>]

    /// Looks for what runs of this program have put into the trash, by the names that they give files there, and what the
    /// trash says of these: what an index that was lost knew of it.
    ///
    /// - Parameter directories: the library's, absolute: besides the user's own trash, those of their file systems are
    ///   looked through. One that is not there is passed over.
    /// - Returns: the files that are there, in no order; none of a trash that is not there, and never any of permanent
    ///   removals.
    /// - Throws: `noHome`, `denied`, `failed`.
    func trashed(from directories: [FilePath]) throws(TrashError) -> [TrashedFile]
}

extension TrashService {
    /// Chooses where one file is parked.
    package func prepare(_ path: FilePath, run: Int64, number: Int) throws(TrashError) -> String {
        try prepare([path], run: run, firstNumber: number)[0].get()
    }

    /// Ends removals of files that do not go together.
    package func finish(_ proofs: [RemovalProof]) -> [TrashError?] {
        finish(proofs.map { [$0] }).flatMap(\.self)
    }

    /// Takes files that do not go together out of the trash for good.
    package func empty(_ proofs: [RemovalProof]) -> [TrashError?] {
        empty(proofs.map { [$0] }).flatMap(\.self)
    }

    /// Looks at what lies under one ticket's name; nil where nothing does.
    package func parked(_ ticket: String) throws(TrashError) -> ParkedFile? {
        try parked([ticket])[0].get()
    }
}

/// A file that is to be removed, with its ticket.
package struct TicketedRemoval: Hashable, Sendable {
    /// Where it is, or was: absolute, without symbolic links.
    package let path: FilePath
    /// What ``TrashService/prepare(_:run:firstNumber:)`` gave out for it.
    package let ticket: String

    package init(path: FilePath, ticket: String) {
        self.path = path
        self.ticket = ticket
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

/// Where the file of a removal is that was begun.
package enum RemovalStanding: Hashable, Sendable {
    /// Something has the ticket's name.
    case parked
    /// Nothing has that, and something has its own name.
    case home
    /// Neither is taken, and the directory that it was in is there, as far as that can be told.
    case gone
    /// Neither is taken, and the directory is not there, or is another, or a link: the file is wherever that is, under one
    /// name or the other, or is gone.
    case lost
    /// Its own name is not taken, and the trash is not there that it was in, or was to be put into.
    case away(FilePath)
}

/// By what a file is known while it changes its name. A rename changes none of it.
package struct ParkedFile: Hashable, Sendable {
    /// Device and inode.
    package let identity: FileIdentity
    /// Bytes.
    package let size: Int64
    /// Time of the last change of the content, nanoseconds since 1970-01-01T00:00:00Z.
    package let modified: Int64
    /// Whether it is a regular file.
    package let isRegular: Bool

    package init(identity: FileIdentity, size: Int64, modified: Int64, isRegular: Bool) {
        self.identity = identity
        self.size = size
        self.modified = modified
        self.isRegular = isRegular
    }

    /// As far as it is known.
    var fingerprint: Fingerprint {
        Fingerprint(size: size, modified: modified, changed: 0, inode: identity.inode)
    }
}
