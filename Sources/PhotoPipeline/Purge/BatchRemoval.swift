import PhotoFiles
import PhotoIndex
import PhotoModel
import SystemPackage

/// Removes groups together, sharing commits, directory listings and waits for disks.
///
/// The order of the steps must not change:
///
/// 1. Prove: every file is opened and hashed, and its copies at destinations are read now.
/// 2. Announce: the intent is durable; verdict, marks and holds are read again in its transaction; no new file in the
///    directory would join the group.
/// 3. Park: every file is renamed, into the trash or beside its own name.
/// 4. Check: what was parked is the file that was hashed, else it goes back.
/// 5. Ask again: the copies still exist now that the old names are gone, else all files go back; so do those that a
///    new file in the directory would join, those that a person has held or marked personal since the intent, and those
///    that `[purge]` keeps by now.
/// 6. Finish: only now the outcome is written, or what is parked is unlinked.
///
/// An error ends only its own group, all of which is put back.
struct BatchRemoval: Sendable {
    let run: RunContext
    let trash: any TrashService
    let act: PurgeAct

    var settings: PurgeSettings { act.settings }
    var index: PhotoIndex { run.index }
    var environment: Environment { run.environment }
    var files: LibraryFiles { run.context.files }
    var destinations: OpenDestinations { run.context.destinations }

    /// Removes the groups.
    ///
    /// - Returns: the groups that ended, already recorded in the journal unless they have leftovers.
    /// - Throws: `PipelineError` where the rules cannot be read any more, `IndexError`. Parked files are then left for
    ///   the next run to settle.
    func remove(_ planned: [GroupToRemove]) async throws -> BatchOutcome<GroupToRemove> {
        var groups = planned
        await prove(&groups)
        try applySettings(to: &groups)
        try announce(&groups)
        leaveThoseWithNewPartners(&groups)
        park(&groups)
        await askAgain(&groups)
        leaveThoseWithNewPartners(&groups, areParked: true)
        let failure = applyObjections(to: &groups)
        finish(&groups)
        putBack(&groups)
        try writeDown(groups)
        if let failure { throw failure }
        return BatchOutcome(groups: groups, lostCopies: groups.reduce(0) { $0 + $1.lost.count })
    }

    /// Whether the user asked to stop; if so, the group ends before anything is done with it.
    func isStopped(_ group: inout GroupToRemove) -> Bool {
        if environment.interruption.signal == nil { return false }
        group.end(.skipped, .interrupted)
        return true
    }

    private func writeDown(_ groups: [GroupToRemove]) throws {
        let now = environment.clock.now
        let lost = groups.flatMap(\.lost)
        if !lost.isEmpty { try index.setChecked(lost.map { (id: $0, isThere: false) }, at: now) }
        for some in groups.filter({ !$0.hasLeftovers }).chunks(of: PhotoIndex.actionsOfACommit) {
            try index.conclude(some.map(\.outcome), run: run.number, at: now)
        }
    }
}
