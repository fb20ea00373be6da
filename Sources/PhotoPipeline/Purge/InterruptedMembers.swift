import PhotoFiles
import PhotoModel
import SystemPackage

/// How far an interrupted removal has come with the files of a group.
struct InterruptedMembers {
    typealias Parked = (member: Action.Member, removal: TicketedRemoval)

    /// All files, each at its current path.
    private(set) var removals: [TicketedRemoval] = []
    /// The files that are parked.
    private(set) var parked: [Parked] = []
    private let acceptsMissing: Bool
    /// The paths of the files that are neither parked nor under their own names.
    private(set) var gone: Set<FilePath> = []
    private var home = 0
    /// The directory that contains the files now; nil if it has not changed.
    private var directory: FilePath?

    /// Examines each file.
    ///
    /// - Parameters:
    ///   - members: the files, with their tickets.
    ///   - trash: the service that issued the tickets.
    ///   - strays: searches for files that are not where they were.
    ///   - acceptsMissing: whether a person has confirmed that files in no directory of the library are gone.
    ///   - check: checks that the disk of a path is there; called for files that are not found.
    /// - Throws: where it cannot be determined how far a file has come.
    init(
        _ members: [Action.Member], in trash: any TrashService, _ strays: inout StrayFiles, acceptsMissing: Bool,
        _ check: (FilePath) throws(TrashError) -> Void
    ) throws(TrashError) {
        self.acceptsMissing = acceptsMissing
        let removals = members.compactMap { member in
            member.ticket.map { TicketedRemoval(path: member.path, ticket: $0) }
        }
        guard removals.count == members.count else { throw TrashError(.unknownTicket, "has no ticket") }
        for ((member, removal), standing) in zip(zip(members, removals), trash.standings(of: removals)) {
            let standing = try standing.get()
            if let directory = try place(member, removal, standing, &strays, check) {
                try follow(member, removal, to: directory, in: trash)
            }
        }
        if directory == nil, let path = parked.first?.member.path.removingLastComponent() {
            directory = strays.directory(at: path).flatMap { $0 == path ? nil : $0 }
        }
        if let directory { try followParked(to: directory, in: trash) }
    }

    /// Files in the trash go back to the directory that now contains the others of their group.
    private mutating func followParked(to directory: FilePath, in trash: any TrashService) throws(TrashError) {
        for index in parked.indices where RemovalWay(ticket: parked[index].removal.ticket) == .trash {
            let moved = try trash.moved(parked[index].removal, to: directory)
            removals = removals.map { $0 == parked[index].removal ? moved : $0 }
            parked[index].removal = moved
        }
    }

    /// Whether some files are neither parked nor under their own names, and none is under its own name: the last step
    /// had begun, which follows all proofs.
    var hasBegunToGo: Bool { !gone.isEmpty && home == 0 }

    /// A name that another file has taken although the whole group is parked, so that putting it back would split it.
    var taken: FilePath? { gone.isEmpty && home == 0 ? parked.map(\.removal.path).first(where: SmallFile.exists) : nil }

    /// Records where a file is.
    ///
    /// - Returns: the directory that contains it now, if that has changed.
    private mutating func place(
        _ member: Action.Member, _ removal: TicketedRemoval, _ standing: RemovalStanding, _ strays: inout StrayFiles,
        _ check: (FilePath) throws(TrashError) -> Void
    ) throws(TrashError) -> FilePath? {
        switch standing {
        case .parked: parked.append((member, removal))
        case .home: home += 1
        // A trash ticket does not tell which directory the file was in.
        case .gone where RemovalWay(ticket: removal.ticket) == .permanent:
            try check(member.path)
            gone.insert(member.path)
        case .gone, .lost, .away:
            if let directory = try strays.directory(of: member) { return directory }
            try check(member.path)
            try strays.checkSearch()
            // If the path is now a link, the directory behind it was searched as well. But a file parked in a directory
            // may have left the library with that directory, whatever has its path now.
            let isSearched =
                RemovalWay(ticket: removal.ticket) == .trash && standing == .lost
                && strays.directory(at: member.path.removingLastComponent()) != nil
            if !isSearched, !acceptsMissing, let obstacle = standing.obstacle(removal.path) { throw obstacle }
            gone.insert(member.path)
        }
        removals.append(removal)
        return nil
    }

    private mutating func follow(
        _ member: Action.Member, _ removal: TicketedRemoval, to directory: FilePath, in trash: any TrashService
    ) throws(TrashError) {
        let moved = try trash.moved(removal, to: directory)
        self.directory = directory
        switch try trash.standings(of: [moved]).first?.get() {
        case .parked: parked.append((member, moved))
        case .home: home += 1
        case .gone, .lost, .away, nil: throw TrashError(.missing, "was found, but is no longer there")
        }
        removals.append(moved)
    }
}

extension RemovalStanding {
    /// Why a file that is in no directory of the library does not count as gone; nil if it does.
    func obstacle(_ path: FilePath) -> TrashError? {
        switch self {
        case .lost: Self.obstacle(onTheWayTo: path)
        case .away(let trash): .away(trash)
        case .parked, .home, .gone: nil
        }
    }

    private static func obstacle(onTheWayTo path: FilePath) -> TrashError? {
        do throws(Errno) {
            if try LibraryFiles().status(of: path.removingLastComponent()).isDirectory { return .elsewhere(path) }
            throw .notDirectory
        } catch .noSuchFileOrDirectory {
            return .lost(path)
        } catch {
            return TrashError(
                .refused,
                "its path leads through a symbolic link, or through something that is not a directory; move that away")
        }
    }
}

extension TrashError {
    /// It is not known where a file is that was parked, or was to be parked.
    fileprivate static func lost(_ path: FilePath) -> TrashError {
        TrashError(
            .missing, "its directory does not exist; move it back",
            remedy: .acceptMissing(.directoryToMakeAgain(path.removingLastComponent())))
    }

    /// Another directory has the path by now.
    fileprivate static func elsewhere(_ path: FilePath) -> TrashError {
        TrashError(
            .missing, "its directory is not the one in which it was parked; move that one back",
            remedy: .acceptMissing(.directory))
    }

    /// The trash is not there either.
    fileprivate static func away(_ trash: FilePath) -> TrashError {
        TrashError(
            .missing,
            "the trash \(terminalSafe(trash.bytes)) does not exist; move it back, or if it was deleted, make its directory "
                + "files again")
    }
}
