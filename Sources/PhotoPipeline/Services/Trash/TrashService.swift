package import PhotoFiles
package import PhotoModel
package import SystemPackage

/// The only way for photos to leave the library: into the trash, or permanently. One value removes in one of these
/// ways.
///
/// A file is removed in steps, whose state can be determined after a crash: ``prepare(_:run:firstNumber:)`` issues a
/// ticket, which the caller records; ``park(_:)`` renames the file to the ticket's name; the caller checks that it is
/// the file it hashed; ``finish(_:)`` completes the removal, or ``putBack(_:)`` renames the file back. Nothing is ever
/// overwritten or copied, no symbolic link in any part of a path is followed, and only files with a ``RemovalProof``
/// are unlinked.
///
/// A service keeps the directories of the files that it parked or made open until these are finished or back. It puts a
/// file back into the same directory even if that was renamed meanwhile. So the steps of a removal use one and the same
/// service.
///
/// Calls that take several files share the waits for the disk and the search for directories, so pass many at once. The
/// results are in order, one for each file, nil for success. Calls may come from several tasks, for different files.
///
/// What only one of the ways supports is in a protocol of its own.
package protocol TrashService: Sendable {
    /// The trash's contents; nil for permanent removal.
    var contents: (any TrashContents)? { get }

    /// Operations on files parked beside their own names; nil if they are parked elsewhere.
    var beside: (any ParkingBeside)? { get }

    /// Chooses where files will be parked. Changes nothing, not even for a moment, so a dry run may call it too.
    ///
    /// - Parameters:
    ///   - paths: absolute, without `.`, `..` and symbolic links.
    ///   - firstNumber: the first file's number in the run; the others get the following numbers. No two files of a run
    ///     have the same.
    /// - Returns: the tickets: text without line ends, different for every file. Path and ticket are all that is needed
    ///   to find the file, put it back or finish its removal. `noHome`, `refused`, `denied`, `taken`, `failed`;
    ///   `missing` where its directory is gone, unless that may be made again for it: see
    ///   ``ParkingBeside/receive(_:permissions:)``.
    func prepare(_ paths: [FilePath], run: Int64, firstNumber: Int) -> [Result<String, TrashError>]

    /// Renames files to their tickets' names. The trash's record of a file is durable before that.
    ///
    /// A file with an error still has its own name, and nothing of the ticket remains.
    ///
    /// - Returns: `taken` where the ticket's name is in use by now, `missing`, `changed` where it is no regular file,
    ///   `refused`, `denied`, `full`, `failed`.
    func park(_ removals: [TicketedRemoval]) -> [TrashError?]

    /// The files that have tickets' names.
    ///
    /// - Returns: nil where there is none: it was never parked, is back, or was removed by anybody. `unknownTicket`,
    ///   `refused`, `denied`, `failed`.
    func parked(_ tickets: [String]) -> [Result<ParkedFile?, TrashError>]

    /// Determines how far removals have come that a killed process began.
    ///
    /// - Returns: for each where its file is; `unknownTicket`, `refused`, `denied`, `failed` where that cannot be
    ///   determined.
    func standings(of removals: [TicketedRemoval]) -> [Result<RemovalStanding, TrashError>]

    /// The path at which a ticket's file is parked, unless somebody has moved it: for messages and searches.
    ///
    /// - Throws: `unknownTicket`.
    func place(of ticket: String) throws(TrashError) -> FilePath

    /// The same removal for a file whose directory has moved. A file that is parked beside its own name has moved with
    /// it.
    ///
    /// - Throws: `unknownTicket`.
    func moved(_ removal: TicketedRemoval, to directory: FilePath) throws(TrashError) -> TicketedRemoval

    /// Opens the file with a ticket's name for reading. The caller closes it.
    ///
    /// - Throws: `missing`, `changed` where it is no regular file, `unknownTicket`, `denied`, `failed`.
    func open(_ ticket: String) throws(TrashError) -> FileDescriptor

    /// Renames parked files back, durably: when a run stops, after a crash, and for undo. A missing directory of the
    /// path is made again if it is on the same file system. Name, bytes, times and permissions are as they were. What a
    /// crash left of a ticket whose file was never parked is removed.
    ///
    /// It is no error if nothing is parked and the file has its own name.
    ///
    /// - Returns: `occupied` where another file has the path: the parked one stays; `missing` where nothing is parked
    ///   and nothing has the path, or the directory of a file parked beside its own name is not there; `failed` where
    ///   the directory in which a file was to get its name was renamed; `refused`, `unknownTicket`, `denied`, `full`.
    func putBack(_ removals: [TicketedRemoval]) -> [TrashError?]

    /// Completes removals of parked files, if they are still what was proved. The trash makes the renames durable;
    /// permanent removal unlinks the files, durably.
    ///
    /// - Parameter groups: files that go together: if one of a group is not what was proved, or was written to since,
    ///   none of the group is unlinked. A file whose directory was renamed since it was parked counts as changed: it is
    ///   put back.
    /// - Returns: a result for each file of each group: `changed` or `missing` where something else or nothing is
    ///   parked; `interrupted`, `denied`, `failed`. For a group with an error, ``parked(_:)`` tells which files are
    ///   still there; the others were removed, perhaps not durably.
    func finish(_ groups: [[RemovalProof]]) -> [[TrashError?]]
}

extension TrashService {
    /// Chooses where one file will be parked.
    package func prepare(_ path: FilePath, run: Int64, number: Int) throws(TrashError) -> String {
        try prepare([path], run: run, firstNumber: number)[0].get()
    }

    /// Completes removals of files that belong to no common group.
    package func finish(_ proofs: [RemovalProof]) -> [TrashError?] {
        finish(proofs.map { [$0] }).flatMap(\.self)
    }

    /// The file with one ticket's name; nil if there is none.
    package func parked(_ ticket: String) throws(TrashError) -> ParkedFile? {
        try parked([ticket])[0].get()
    }
}

/// A file that is to be removed, with its ticket.
package struct TicketedRemoval: Hashable, Sendable {
    /// The path that it has, or had: absolute, without symbolic links.
    package let path: FilePath
    /// The ticket that ``TrashService/prepare(_:run:firstNumber:)`` issued.
    package let ticket: String

    package init(path: FilePath, ticket: String) {
        self.path = path
        self.ticket = ticket
    }
}

/// Where the file of an unfinished removal is.
package enum RemovalStanding: Hashable, Sendable {
    /// Something has the ticket's name.
    case parked
    /// Nothing has the ticket's name, and something has the file's own name.
    case home
    /// Nothing has either name, and its directory exists, as far as can be told.
    case gone
    /// Nothing has either name, and its directory does not exist, is another one, or is a symbolic link: the file is in
    /// the original directory under one of the names, or is gone.
    case lost
    /// Nothing has the file's own name, and the trash that it was in, or was to be put into, is not there.
    case away(FilePath)
}

/// What identifies a file while its name changes. A rename changes none of it.
package struct ParkedFile: Hashable, Sendable {
    /// Device and inode.
    package let identity: FileIdentity
    /// The size in bytes.
    package let size: Int64
    /// When the content was last changed, in nanoseconds since 1970-01-01T00:00:00Z.
    package let modified: Int64
    /// Whether it is a regular file.
    package let isRegular: Bool

    /// What a status says that a rename leaves as it is.
    package init(_ status: FileStatus) {
        identity = status.identity
        (size, modified) = (status.fingerprint.size, status.fingerprint.modified)
        isRegular = status.isRegular
    }

    /// The fingerprint, as far as it is known.
    var fingerprint: Fingerprint {
        Fingerprint(size: size, modified: modified, changed: 0, inode: identity.inode)
    }
}
