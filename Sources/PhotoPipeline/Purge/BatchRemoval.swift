import PhotoFiles
import PhotoIndex
import PhotoModel
import SystemPackage

/// Removes some groups together: they share commits, looks into directories and the waiting for disks.
///
/// The order is the law (SAFETY.md, "Removing"):
///
/// 1. prove: every file is opened and hashed, and the copies that its receipts are for are read now;
/// 2. announce: the intent is durable, verdict, marks and holds read again in its transaction; nothing new in the
///    directory would join the group;
/// 3. park: every file is renamed, to the trash or beside its own name;
/// 4. look: what was parked is the very file that was hashed, else it goes back;
/// 5. ask again: the copies are still there now that the old names are gone, else all go back; so do those that a
///    person has held or marked personal since the intent;
/// 6. finish: only then the outcome is written, or what is parked is unlinked.
///
/// Whatever fails ends its own group only, and puts all of it back.
struct BatchRemoval: Sendable {
    let run: RunContext
    let trash: any TrashService
    let settings: PurgeSettings

    var index: PhotoIndex { run.index }
    var environment: Environment { run.environment }
    var files: LibraryFiles { run.context.files }
    var destinations: OpenDestinations { run.context.destinations }

    /// Removes the groups.
    ///
    /// - Returns: what became of each, in the journal already where nothing is left to be settled.
    /// - Throws: `PipelineError` where the rules cannot be read any more, `IndexError`. What is parked then is left for
    ///   the next run to settle.
    func remove(_ planned: [PurgeAct.Group]) async throws -> BatchOutcome<PurgeAct.Group> {
        var groups = planned
        await prove(&groups)
        try announce(&groups)
        leaveThoseWithNewPartners(&groups)
        park(&groups)
        await askAgain(&groups)
        let failure = applyObjections(to: &groups)
        finish(&groups)
        putBack(&groups)
        try writeDown(groups)
        if let failure { throw failure }
        return BatchOutcome(groups: groups, lostCopies: groups.reduce(0) { $0 + $1.details.lost.count })
    }

    /// The places of the groups for which something is still to be done.
    func open(_ groups: [PurgeAct.Group]) -> [Int] {
        groups.indices.filter { groups[$0].isOpen }
    }

    /// Whether the user asked to stop; then a group ends before anything is done with it.
    func isStopped(_ group: inout PurgeAct.Group) -> Bool {
        if environment.interruption.signal == nil { return false }
        group.end(.skipped, .interrupted)
        return true
    }

    private func writeDown(_ groups: [PurgeAct.Group]) throws {
        let now = environment.clock.now
        let lost = groups.flatMap(\.details.lost)
        if !lost.isEmpty { try index.setChecked(lost.map { (id: $0, isThere: false) }, at: now) }
        for some in groups.filter({ !$0.hasLeftovers }).chunks(of: PhotoIndex.actionsOfACommit) {
            try index.conclude(some.map(\.outcome), run: run.number, at: now)
        }
    }
}
