package import PhotoFiles
package import PhotoModel
package import SystemPackage

/// The door through which photos leave the library: into the trash, or for good. One value is one of these ways.
///
/// A file is taken away in steps, each of which can be looked at again after a crash: ``prepare(_:run:firstNumber:)``
/// gives out a ticket, which the caller writes down; ``park(_:)`` renames the file to the ticket's name; the caller
/// looks whether that is the file it hashed; ``finish(_:)`` ends it, or ``putBack(_:)`` renames it back. Nothing is
/// ever overwritten or copied, no symbolic link is followed in any part of a path, and only files with a
/// ``RemovalProof`` are unlinked.
///
/// A service remembers the directories of the files that it parked, or made, for as long as they wait: it puts a file
/// back into its very directory, also where somebody has renamed that meanwhile. Whoever parks, looks, puts back and
/// finishes uses one and the same service.
///
/// Calls that take several files share the waiting for the disk among them, and the looking for directories: hand over
/// many. Each file has an answer of its own, in order: nil where it went well. Calls may come from several tasks, for
/// different files.
///
/// What only one of the ways has is a protocol of its own.
package protocol TrashService: Sendable {
    /// What it keeps of files whose removal is finished; nil where that is for good.
    var contents: (any TrashContents)? { get }

    /// What comes of its parking files beside their own names; nil where it parks them elsewhere.
    var beside: (any ParkingBeside)? { get }

    /// Chooses where files are parked. Changes nothing, not even for a moment, so a dry run may ask too.
    ///
    /// - Parameters:
    ///   - paths: absolute, without `.`, `..` and symbolic links.
    ///   - run: the run's row.
    ///   - firstNumber: the first file's number in the run; the next ones have those that follow. No two files of a run
    ///     have the same.
    /// - Returns: the tickets: text without line ends, different for every file. With the path a ticket says all that
    ///   is needed to find the file, put it back or end its removal. `noHome`, `refused`, `denied`, `taken`, `failed`;
    ///   `missing` where its directory is gone, unless that may be made again for it: see
    ///   ``ParkingBeside/receive(_:permissions:)``.
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
    /// - Returns: `occupied` where another file has the path: the parked one stays; `missing` where nothing is parked
    ///   and nothing has the path, or the directory of what waits beside its own name is not there; `failed` where the
    ///   directory was renamed in which a file was to get its name; `refused`, `unknownTicket`, `denied`, `full`.
    func putBack(_ removals: [TicketedRemoval]) -> [TrashError?]

    /// Ends removals of what is parked, where it still is what was proved: for the trash it makes the renames durable,
    /// a permanent one unlinks the files, durably.
    ///
    /// - Parameter groups: files that go together: where one of a group is not what was proved, or was written to
    ///   since, none of that group is unlinked. One whose directory was renamed since it was parked is another: it goes
    ///   back.
    /// - Returns: an answer for each file of each group: `changed` or `missing` where something else or nothing is
    ///   parked; `interrupted`, `denied`, `failed`. Of a group with an error ``parked(_:)`` tells which files are there
    ///   yet: others were removed, and perhaps not durably.
    func finish(_ groups: [[RemovalProof]]) -> [[TrashError?]]
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

/// Where the file of a removal is that was begun.
package enum RemovalStanding: Hashable, Sendable {
    /// Something has the ticket's name.
    case parked
    /// Nothing has that, and something has its own name.
    case home
    /// Neither is taken, and the directory that it was in is there, as far as that can be told.
    case gone
    /// Neither is taken, and the directory is not there, or is another, or a link: the file is wherever that is, under
    /// one name or the other, or is gone.
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

    /// What a status says that a rename leaves as it is.
    package init(_ status: FileStatus) {
        identity = status.identity
        (size, modified) = (status.fingerprint.size, status.fingerprint.modified)
        isRegular = status.isRegular
    }

    /// As far as it is known.
    var fingerprint: Fingerprint {
        Fingerprint(size: size, modified: modified, changed: 0, inode: identity.inode)
    }
}
