import PhotoIndex
import PhotoModel
import SystemPackage

/// Proves that what is in the trash may be removed for good: it is what was removed, and a destination has a copy now.
struct TrashProof {
    let environment: Environment
    let trash: any TrashService
    let finder: CopyFinder

    init(_ context: ActionContext) throws(PipelineError) {
        environment = context.environment
        trash = context.environment.trashService(.trash)
        finder = try CopyFinder(index: context.index, destinations: context.destinations)
    }

    /// Reads all files of a group, and has all bytes of a copy of each read; where that fails the group stays.
    ///
    /// - Throws: `PipelineError` where the index cannot be asked for receipts.
    func prove(_ group: inout EmptyTrashAct.Group) async throws(PipelineError) {
        let destination = group.action.destination
        for (place, member) in group.action.members.enumerated() where group.isOpen {
            guard let file = read(member, &group) else { continue }
            let found = try await finder.copies(of: member, first: destination)
            var unreadable: UploadError?
            var proven: CopyOfTrashed?
            for copy in found.copies where proven == nil && group.isOpen {
                do throws(UploadError) {
                    proven = try await read(copy, of: file)
                } catch {
                    if error.kind == .interrupted { group.end(.skipped, .interrupted) }
                    unreadable = unreadable ?? error
                }
            }
            if let proven {
                (group.members[place].file, group.members[place].copy) = (file, proven)
            } else if let unreached = found.unreached {
                // Most often it is not mounted, and a person who does not hear of that believes that copies are lost.
                group.end(.failed, .unavailable, Self.text(member, unreached))
            } else if let unreadable {
                // Nobody knows whether there is a copy: that is no finding, but a failure that a person has to hear of.
                let (state, why) = group.action.kind.outcome(of: unreadable)
                group.end(state, why, Self.text(member, unreadable.detail))
            } else {
                group.end(.skipped, .notVerified, Self.text(member, "no destination has a copy"))
            }
        }
    }

    private func read(_ member: Action.Member, _ group: inout EmptyTrashAct.Group) -> ProvenFile? {
        guard let ticket = member.ticket else { return nil }
        do throws(TrashError) {
            let file = try ProvenFile(
                parked: ticket, in: trash, isForGood: true, interruption: environment.interruption)
            if file.sha256 == member.sha256 { return file }
            group.end(.skipped, .notVerified, Self.text(member, "is not in the trash as it was removed"))
        } catch {
            let words = Self.text(member, error.detail)
            switch error.kind {
            case .interrupted: group.end(.skipped, .interrupted, words)
            case .missing, .changed: group.end(.skipped, .notVerified, words)
            default: group.end(.failed, .unreadable, words)
            }
        }
        return nil
    }

    private func read(
        _ copy: CopyFinder.Copy, of file: ProvenFile
    ) async throws(UploadError) -> CopyOfTrashed? {
        let stored = try await copy.destination.service.look(at: copy.receipt.target)
        // The trash may be within the destination by another road: what goes is no copy of itself.
        let others = OtherFiles(sources: [file.identity])
        guard case .good(let verified) = try file.verification(of: stored, besides: others, in: environment) else {
            return nil
        }
        return CopyOfTrashed(copy: copy, stored: verified)
    }

    private static func text(_ member: Action.Member, _ why: String) -> String {
        "\(terminalSafe(member.path.bytes)): \(why)"
    }
}
