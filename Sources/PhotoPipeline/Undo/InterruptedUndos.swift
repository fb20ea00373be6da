import PhotoIndex
import PhotoModel

/// Settles the undos that killed runs left, by finishing them. Restoring what somebody has asked for removes nothing,
/// so no new confirmation is needed.
struct InterruptedUndos {
    let index: PhotoIndex
    let destinations: OpenDestinations
    let environment: Environment
    let run: Int64
    /// Called for files that are back but differ from what they were.
    let note: (ActionNote) -> Void

    /// Settles undos as far as the trash and the destinations can be reached.
    ///
    /// An action that needs something unreachable, or that the user stopped, is left as it is for the next run.
    ///
    /// - Parameter actions: announced actions without an outcome.
    /// - Returns: how many are settled, and why the others are not.
    /// - Throws: `IndexError`; `PipelineError` where the configuration gives a name to two places.
    func settle(_ actions: [Action]) async throws -> Settlement {
        let batch = BatchReturn(
            index: index, run: run, files: FileNumbers(), environment: environment,
            progress: ByteProgress(total: 0, reporter: HiddenProgress(), name: ""))
        let look = try ReturnLook(index: index, destinations: destinations, environment: environment)
        // Removing leftovers relies on a copy.
        let finder = try CopyFinder(index: index, destinations: destinations, isToFetch: false)
        var settled = 0
        var left: [Unsettled] = []
        for some in actions.chunks(of: PhotoIndex.actionsOfACommit) {
            var groups = some.map(GroupToReturn.init(interrupted:))
            for place in groups.indices {
                try await look.look(at: &groups[place])
                try await tidyUp(&groups[place], finder)
            }
            for group in try await batch.bringBack(groups) {
                if group.hasLeftovers {
                    left.append(group.unsettled)
                } else {
                    settled += 1
                    for lack in group.lacks { note(.backWithout(lack)) }
                }
            }
        }
        return Settlement(settled: settled, left: left)
    }

    /// Removes what is no longer needed: a fetched file, if the original has its name by now or the file cannot get it;
    /// and the trash's records of files that it does not have.
    private func tidyUp(_ group: inout GroupToReturn, _ finder: CopyFinder) async throws {
        for (index, file) in group.members.enumerated() {
            let member = group.action.members[index]
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
                let waiting = ReturningFile(
                    member: member, removal: removal, environment: environment, service: service)
                // A complete file may be the last copy.
                if await !waiting.removeLeftover(copies), left.size == member.fingerprint.size {
                    group.hasLeftovers = true
                }
            }
        }
    }
}
