import PhotoIndex
import PhotoModel
import SystemPackage

struct GroupInTrash: GroupUnderWay {
    var action: Action
    /// What is tracked for each file, in the action's order.
    var members: [FileInTrash]
    var isAnnounced = false
    var detail: String?
    /// The journal's number of the purge; nil if that has none.
    let number: Int64?
    /// Its copies, at as many destinations as required.
    var copies: [GroupCopies.CopiesAtDestination] = []
}

/// What an emptying tracks for a file.
struct FileInTrash: Sendable {
    /// The file, open, read in this run.
    var file: ProvenFile?
    /// The proof that this file is set aside. Valid as long as the file is open.
    var proof: RemovalProof?
}

extension GroupInTrash {
    /// A group that a run put into the trash, with those of its files that are there. Nil if none is. A file that
    /// cannot be looked for may be there, so its group stays.
    ///
    /// - Parameters:
    ///   - failure: why what a killed run left of it there could not be repaired, with a path; nil where it was.
    ///   - absence: why a file cannot be looked for, since the disk that it and its trash were on is missing; called
    ///     only where nothing is found.
    init?(
        _ group: RemovedGroup, in trash: any TrashService, failure: String? = nil,
        absence: (FilePath) -> String? = { _ in nil }
    ) {
        let looks = group.looks(in: trash)
        var there = looks.filter { _, _, look in
            switch look {
            case .success(let file): file?.isRegular == true
            case .failure: true
            }
        }
        var isAway: String?
        for look in looks where there.isEmpty && isAway == nil { isAway = absence(look.removal.path) }
        if there.isEmpty, failure != nil || isAway != nil { there = looks }
        if there.isEmpty { return nil }
        var action = group.action
        action.members = there.map { group.action.members[$0.place] }
        action.state = .planned
        self.init(action: action, members: there.map { _ in FileInTrash() }, number: action.id)
        if let failure { end(.failed, .removalFailed, failure) }
        if let isAway { end(.failed, .rootChanged, "its trash cannot be looked at: \(isAway)") }
        for (_, removal, look) in looks {
            guard case .failure(let error) = look else { continue }
            end(.failed, .removalFailed, "\(terminalSafe(removal.path.bytes)): \(error.detail)")
        }
    }
}

/// Proves that files in the trash may be removed permanently: they are what was removed, and as many destinations as
/// required have a copy now.
struct TrashProof {
    let environment: Environment
    let trash: any TrashService
    let copies: GroupCopies

    init(_ context: ActionContext) throws {
        environment = context.environment
        trash = context.environment.trashService(.trash)
        copies = try GroupCopies(
            index: context.index, destinations: context.destinations, environment: context.environment)
    }

    /// Reads all files of a group and all bytes of their copies. If that fails, the group stays.
    func prove(_ group: inout GroupInTrash) async throws {
        var files: GroupCopies.Files = []
        for member in group.action.members where group.isOpen { files.append((member, read(member, &group))) }
        guard group.isOpen else { return }
        switch try await copies.find(files, first: group.action.destination) {
        case .success(let there):
            group.copies = there
            for (index, file) in files.map(\.file).enumerated() { group.members[index].file = file }
        case .failure(.unreached(let words)): group.end(.failed, .unavailable, words)
        case .failure(.unreadable(let error)): group.end(error)
        case .failure(.missing(let words)): group.end(.skipped, .notVerified, words)
        }
    }

    private func read(_ member: Action.Member, _ group: inout GroupInTrash) -> ProvenFile? {
        do throws(TrashError) {
            let file = try ProvenFile(
                parked: member.ticket ?? "", in: trash, isForGood: true, interruption: environment.interruption)
            if file.sha256 == member.sha256 { return file }
            group.end(.skipped, .notVerified, member.described("is not in the trash as it was removed"))
        } catch {
            let words = member.described(error.detail)
            switch error.kind {
            case .interrupted: group.end(.skipped, .interrupted, words)
            case .missing, .changed: group.end(.skipped, .notVerified, words)
            default: group.end(.failed, .unreadable, words)
            }
        }
        return nil
    }
}
