import PhotoIndex
import PhotoModel

/// Settles the undos that killed runs had under way: finishes them. To bring back what somebody has asked for removes
/// nothing, so that no new word of theirs is needed.
struct InterruptedUndos {
    let index: PhotoIndex
    let environment: Environment
    let places: DestinationPlaces
    /// The command that settles them, whose run they are noted under.
    let command: String

    /// Settles them, in a run of its own, wherever trash and destinations can be reached. For one who has the lock, after
    /// ``PhotoIndex/endInterruptedRuns(at:)`` and before the caller's own run begins.
    ///
    /// Of what cannot be reached, and of what the user stopped, the action stays as it is, for the next run.
    ///
    /// - Parameter note: called with what a person may want to know.
    /// - Returns: how many are left.
    /// - Throws: `IndexError`; `PipelineError` where the configuration gives a name to two places.
    func settle(note: (String) -> Void) async throws -> Int {
        let actions = try index.underWay(.undo)
        if actions.isEmpty { return 0 }
        let run = try index.beginRun(command, at: environment.clock.now)
        let progress = UploadProgress(total: 0, reporter: HiddenProgress(), name: "")
        let batch = BatchReturn(index: index, run: run, environment: environment, progress: progress)
        var look = ReturnLook(
            environment: environment, roots: RootStanding(roots: try index.roots()),
            finder: CopyFinder(index: index, places: places, environment: environment))
        var settled = 0
        for some in actions.chunks(of: PhotoIndex.actionsOfACommit) {
            var groups = some.map(GroupComingBack.init(interrupted:))
            for place in groups.indices {
                try await look.look(at: &groups[place])
                try await tidyUp(&groups[place], &look.finder)
            }
            // Every file of these has its number already.
            let ended = try await batch.bringBack(groups, numberedFrom: 0)
            settled += ended.count { !$0.hasLeftovers }
        }
        try index.endRun(
            run, at: environment.clock.now, isComplete: settled == actions.count, counts: ["settled": settled])
        note("Settled \(settled) of \(actions.count.counting("interrupted undo"))")
        return actions.count - settled
    }

    /// Takes away what is of no use any more: what was fetched of a file that has its name by now, or cannot get it, and
    /// what the trash keeps of a file that it does not have.
    private func tidyUp(_ group: inout GroupComingBack, _ finder: inout CopyFinder) async throws {
        for (place, file) in group.files.enumerated() {
            let member = group.action.members[place]
            guard let ticket = member.ticket, let way = RemovalWay(ticket: ticket) else { continue }
            switch file {
            case .unknown where !group.isOpen, .back: break
            default: continue
            }
            let service = environment.trashService(way)
            let removal = TicketedRemoval(path: member.path, ticket: ticket)
            let parked = Result { () throws(TrashError) in try service.parked(ticket) }
            switch (way, parked) {
            case (.trash, .success(nil)), (.trash, .failure):
                if case .back = file { _ = service.putBack([removal]) }
            case (.trash, .success), (.permanent, .success(nil)): break
            case (.permanent, .failure): group.hasLeftovers = true
            case (.permanent, .success(let left?)):
                let copies = try await finder.copies(of: member, first: group.destination).copies
                let waiting = WaitingFile(member: member, removal: removal, environment: environment)
                // A whole one may be the last there is.
                if await !waiting.removeLeftover(copies), left.size == member.fingerprint.size {
                    group.hasLeftovers = true
                }
            }
        }
    }
}
