import PhotoIntake
import PhotoModel
import SystemPackage

/// How far the files of a group had come whose removal was interrupted.
struct InterruptedMembers {
    typealias Parked = (member: Action.Member, removal: TicketedRemoval)

    /// All of its files, each where it is by now.
    private(set) var removals: [TicketedRemoval] = []
    /// Those that are parked.
    private(set) var parked: [Parked] = []
    private let acceptsMissing: Bool
    /// The paths of those that are neither parked nor under their own names.
    private(set) var gone: Set<FilePath> = []
    private var home = 0
    /// Where the directory of its files is by now; nil where it is where it was.
    private var directory: FilePath?

    /// Looks at each.
    ///
    /// - Parameters:
    ///   - members: the files, with their tickets.
    ///   - trash: what they were given out by.
    ///   - strays: looks for those that are not where they were.
    ///   - acceptsMissing: whether a person says that what is in no directory of the library is gone.
    ///   - check: makes sure of a path that the disk is there on which it was; for what is not found.
    /// - Throws: where nobody can tell how far one had come.
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

    /// What is in the trash goes back to where the others of its group are by now.
    private mutating func followParked(to directory: FilePath, in trash: any TrashService) throws(TrashError) {
        for place in parked.indices where RemovalWay(ticket: parked[place].removal.ticket) == .trash {
            let moved = try trash.moved(parked[place].removal, to: directory)
            removals = removals.map { $0 == parked[place].removal ? moved : $0 }
            parked[place].removal = moved
        }
    }

    /// Whether some are neither parked nor under their own names, of a group that none of is under its own name: the
    /// last step had begun, which comes after all proofs.
    var hasBegunToGo: Bool { !gone.isEmpty && home == 0 }

    /// The name that somebody else has taken of a group that is parked as a whole: it would be parted.
    var taken: FilePath? { gone.isEmpty && home == 0 ? parked.map(\.removal.path).first(where: SmallFile.exists) : nil }

    /// Takes note of where a file is.
    ///
    /// - Returns: the directory that it is in by now, where that is another.
    private mutating func place(
        _ member: Action.Member, _ removal: TicketedRemoval, _ standing: RemovalStanding, _ strays: inout StrayFiles,
        _ check: (FilePath) throws(TrashError) -> Void
    ) throws(TrashError) -> FilePath? {
        switch standing {
        case .parked: parked.append((member, removal))
        case .home: home += 1
        // Which directory it was that is there a ticket of the trash does not say.
        case .gone where RemovalWay(ticket: removal.ticket) == .permanent:
            try check(member.path)
            gone.insert(member.path)
        case .gone, .lost, .away:
            if let directory = try strays.directory(of: member) { return directory }
            try check(member.path)
            try strays.checkSearch()
            // What a link in its place leads to was gone through as well.
            // But what was parked in a directory may have left the library with that, whatever has its name now.
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
    /// Why nothing is concluded of a file that is in no directory of the library; nil where it is gone.
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
    /// Nobody knows where a file is that was parked, or was to be.
    fileprivate static func lost(_ path: FilePath) -> TrashError {
        TrashError(
            .missing, "its directory does not exist; move it back",
            remedy: .acceptMissing(.directoryToMakeAgain(path.removingLastComponent())))
    }

    /// Another directory has come to have that name.
    fileprivate static func elsewhere(_ path: FilePath) -> TrashError {
        TrashError(
            .missing, "its directory is not the one in which it was parked; move that one back",
            remedy: .acceptMissing(.directory))
    }

    /// Nor here.
    fileprivate static func away(_ trash: FilePath) -> TrashError {
        TrashError(
            .missing,
            "the trash \(terminalSafe(trash.bytes)) does not exist; move it back, or if it was deleted, make its directory "
                + "files again")
    }
}
