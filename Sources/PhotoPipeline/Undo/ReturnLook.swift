import PhotoFiles
import PhotoIndex
import PhotoModel
import SystemPackage

/// Determines where the files of a group to be restored are: at their own names, in the trash, or at a destination.
/// Changes nothing.
struct ReturnLook {
    let environment: Environment
    let roots: RootAvailability
    private let finder: CopyFinder

    init(index: PhotoIndex, destinations: OpenDestinations, environment: Environment) throws {
        self.environment = environment
        roots = try RootAvailability(index)
        finder = try CopyFinder(index: index, destinations: destinations, isToFetch: true)
    }

    init(_ context: ActionContext) throws {
        try self.init(
            index: context.index, destinations: context.destinations, environment: context.environment)
    }

    /// Examines a group. All names come first: if another file has one of them, no file of the group is restored.
    func look(at group: inout GroupToReturn) async throws {
        defer { group.leaveForLaterRun() }
        for index in group.members.indices where group.isOpen { lookAtName(index, &group) }
        group.wasBack = group.isBack
        for index in group.members.indices where group.isOpen {
            guard case .unknown = group.members[index] else { continue }
            if let parked = lookAtTicket(of: group.action.members[index], &group) {
                group.members[index] = .parked(parked)
            } else if group.isOpen {
                try await lookForCopies(index, &group)
            }
        }
    }

    private func lookAtName(_ index: Int, _ group: inout GroupToReturn) {
        let member = group.action.members[index]
        do throws(Errno) {
            let status = try LibraryFiles().status(of: member.path)
            guard status.isRegular, status.fingerprint.size == member.fingerprint.size else { throw .fileExists }
            let file: ProvenFile
            do throws(TrashError) {
                file = try ProvenFile(member.path, interruption: environment.interruption)
            } catch {
                if error.kind == .interrupted { return group.end(error) }
                throw .fileExists
            }
            guard file.sha256 == member.sha256 else { throw .fileExists }
            group.members[index] = .back(file.fingerprint)
            // The killed run could not report it.
            if group.isInterrupted { group.noteDifferences(of: index, status) }
        } catch .noSuchFileOrDirectory {
            return
        } catch .fileExists {
            group.end(.refused, .nameTaken, "\(member.shownPath) is another file")
        } catch .notDirectory, .tooManySymbolicLinkLevels {
            group.end(.refused, .nameTaken, "\(member.shownPath) leads through a file or a link")
        } catch {
            group.end(.failed, .unreadable, member.described("\(error)"))
        }
    }

    /// The file with a member's ticket's name, if it is the one that was removed or a complete fetched one.
    private func lookAtTicket(of member: Action.Member, _ group: inout GroupToReturn) -> ParkedName? {
        guard let ticket = member.ticket, let way = RemovalWay(ticket: ticket) else { return nil }
        let service = environment.trashService(way)
        do throws(TrashError) {
            guard let parked = try service.parked(ticket), parked.size == member.fingerprint.size else { return nil }
            let file = try ProvenFile(parked: ticket, in: service, interruption: environment.interruption)
            guard file.sha256 == member.sha256, file.identity == parked.identity else { return nil }
            let removal = TicketedRemoval(path: member.path, ticket: ticket)
            return ParkedName(removal: removal, way: way, file: parked, proven: file)
        } catch {
            // A trash that cannot be examined is treated as empty: there may be a copy.
            if error.kind == .interrupted { group.end(error) }
            return nil
        }
    }

    private func lookForCopies(_ index: Int, _ group: inout GroupToReturn) async throws {
        let member = group.action.members[index]
        if let objection = roots.objection(to: member.path) { return group.end(.refused, .rootChanged, objection) }
        var found = try await finder.copies(of: member, first: group.destination)
        var there: [CopyFinder.Copy] = []
        var other: CopyFinder.Copy?
        for copy in found.copies {
            do throws(UploadError) {
                let size = try await copy.destination.service.call { service throws(UploadError) in
                    try await service.size(at: copy.receipt.target)
                }
                switch CopyPolicy.compare(.ofSize(size), with: RecordedContent(member)) {
                case .good, .unproven: there.append(copy)
                case .otherBytes, .otherSize: other = other ?? copy
                case .notThere, .itself, .anotherCopy: break
                }
            } catch {
                if error.kind == .interrupted { return group.end(error) }
                found.unreached = found.unreached ?? error.detail
            }
        }
        if !there.isEmpty {
            group.members[index] = .copied(there)
        } else if let words = found.unreached {
            group.end(.failed, .unavailable, member.described(words))
        } else if let other {
            group.end(.failed, .corrupted, member.described(other.isOtherWords))
        } else {
            group.end(.failed, .notFound, member.shownPath)
        }
    }
}

/// Checks that roots, and disks below them, are mounted: files written below the mount point of a missing disk would
/// disappear when it is mounted.
struct RootAvailability {
    let roots: [Root]
    private let index: PhotoIndex

    init(_ index: PhotoIndex) throws(IndexError) {
        roots = try index.roots()
        self.index = index
    }

    /// Why a file must not be written at a path; nil if it may.
    ///
    /// The root must be on its file system, and so must the directory in which missing ones would be made; what is
    /// mounted within a root has a directory of its own. A file that was on another file system than its root comes
    /// back to that one only. For a path in no current root the directory must exist, since the file system that it
    /// was on is no longer known.
    func objection(to path: FilePath) -> String? {
        let directory = path.removingLastComponent()
        guard let root = roots.first(where: { path.starts(with: $0.path) }) else {
            if (try? FileStatus(at: directory))?.isDirectory == true { return nil }
            return "\(directory) is no longer in a root, and does not exist"
        }
        var above = directory
        while (try? FileStatus(at: above))?.isDirectory != true, above.removeLastComponent() {}
        let start = above.starts(with: root.path) ? root.path : above
        if isOnItsFileSystem(start, root), isRight(above, for: path, of: root, isOwn: above == directory) { return nil }
        return "\(above) is not on the file system that it was on; is it mounted?"
    }

    /// Whether a directory on the way to a file is on the right file system.
    private func isRight(_ directory: FilePath, for path: FilePath, of root: Root, isOwn: Bool) -> Bool {
        if let known = try? index.fileSystem(ofFileAt: path), known != root.fileSystem.name {
            return (try? FileSystemIdentity(ofDirectory: directory))?.name == known
        }
        return isOwn || isOnItsFileSystem(directory, root)
    }

    private func isOnItsFileSystem(_ path: FilePath, _ root: Root) -> Bool {
        (try? FileSystemIdentity(ofDirectory: path))?.name == root.fileSystem.name
    }
}

/// The missing disks that contained files. Each directory is checked once.
struct MissingDisks {
    let roots: RootAvailability
    private var known: [FilePath: String?] = [:]

    init(roots: RootAvailability) { self.roots = roots }

    /// Why a file, or the trash beside it, cannot be looked for because the disk of its root is missing; nil if it is
    /// there, or if the path is in no root any more.
    mutating func words(on path: FilePath) -> String? {
        let directory = path.removingLastComponent()
        if let words = known[directory] { return words }
        let isInRoot = roots.roots.contains { path.starts(with: $0.path) }
        let words = isInRoot ? roots.objection(to: path) : nil
        known.updateValue(words, forKey: directory)
        return words
    }
}
