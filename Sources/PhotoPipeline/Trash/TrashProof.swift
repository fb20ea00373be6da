import PhotoIndex
import PhotoModel
import SystemPackage

/// Proves that what is in the trash may be removed for good: it is what was removed, and as many destinations as are
/// required have a copy now.
struct TrashProof {
    let environment: Environment
    let trash: any TrashService
    let copies: GroupCopies

    init(_ context: ActionContext) throws(PipelineError) {
        environment = context.environment
        trash = context.environment.trashService(.trash)
        copies = try GroupCopies(
            index: context.index, destinations: context.destinations, environment: context.environment)
    }

    /// Reads all files of a group, and has all bytes of their copies read; where that fails the group stays.
    ///
    /// - Throws: `PipelineError` where the index cannot be asked for receipts.
    func prove(_ group: inout EmptyTrashAct.Group) async throws(PipelineError) {
        var files: GroupCopies.Files = []
        for member in group.action.members where group.isOpen { files.append((member, read(member, &group))) }
        guard group.isOpen else { return }
        switch try await copies.find(files, first: group.action.destination) {
        case .success(let there):
            group.details.copies = there
            for (place, file) in files.map(\.file).enumerated() { group.members[place].file = file }
        case .failure(.unreached(let words)): group.end(.failed, .unavailable, words)
        case .failure(.unreadable(let error)): group.end(error)
        case .failure(.missing(let words)): group.end(.skipped, .notVerified, words)
        }
    }

    private func read(_ member: Action.Member, _ group: inout EmptyTrashAct.Group) -> ProvenFile? {
        do throws(TrashError) {
            let file = try ProvenFile(
                parked: member.ticket ?? "", in: trash, isForGood: true, interruption: environment.interruption)
            if file.sha256 == member.sha256 { return file }
            group.end(.skipped, .notVerified, member.saying("is not in the trash as it was removed"))
        } catch {
            let words = member.saying(error.detail)
            switch error.kind {
            case .interrupted: group.end(.skipped, .interrupted, words)
            case .missing, .changed: group.end(.skipped, .notVerified, words)
            default: group.end(.failed, .unreadable, words)
            }
        }
        return nil
    }
}
