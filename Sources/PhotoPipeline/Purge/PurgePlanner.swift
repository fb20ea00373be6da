import PhotoFiles
import PhotoIndex
import PhotoModel
import SystemPackage

/// Decides which groups may be removed, by the index and by examining each file without opening it. Changes nothing.
struct PurgePlanner: Sendable {
    let settings: PurgeSettings
    /// Reads the status of the library's files.
    let files: LibraryFiles
    /// The destinations that can be asked, as far as is known.
    var reachable: Set<Int64>
    /// The capture time of a photo with the given facts.
    let captureTime: @Sendable (PhotoFacts) -> CaptureTime?
    /// Nanoseconds since 1970-01-01T00:00:00Z.
    let now: Int64

    /// Plans a group.
    ///
    /// - Parameters:
    ///   - candidate: the group.
    ///   - names: the destinations' names, by row.
    /// - Returns: the plan. If its action is not `planned`, the group stays, for the first reason of
    ///   ``GroupRule/all``.
    func plan(_ candidate: KnownGroup, names: [Int64: String]) -> GroupToRemove {
        var state = bySettings(files.state(of: candidate, now: now))
        state.reachable = reachable
        let going = zip(candidate.members, state.files).filter { !$0.0.isSidecar(of: settings.staying) }
        let staying = candidate.members.filter { $0.isSidecar(of: settings.staying) }
        var action = Action(
            kind: .purge, group: candidate.group,
            members: going.map { member, file in Action.Member(member, as: file.fingerprint) })
        action.includesInferred = settings.includesInferred
        action.staying = staying.count
        let taken = captureTime(candidate.leader)
        action.ground = Action.Ground(fence: candidate.fence, taken: taken?.wall)
        var removal = GroupToRemove(
            action: action, members: action.members.map { _ in FileToRemove() }, root: candidate.root,
            contentIdentifier: candidate.leader.contentIdentifier, taken: taken, staying: staying.map(\.path))
        if let why = GroupRule.objection(to: state, for: .remove) {
            removal.action.why = why
            removal.action.state = [.unreadable, .unavailable].contains(why) ? .failed : .skipped
            if why == .notUploaded { removal.unsent = state.unsentSidecars }
        }
        removal.receipts = state.counting
        if let first = removal.receipts.first ?? state.copies.first {
            removal.action.destination = DestinationName(
                id: first.destination, name: names[first.destination] ?? "")
            for (index, receipt) in first.receipts.enumerated() {
                removal.action.members[index].target = receipt.receipt.target
            }
        }
        return removal
    }

    /// What the rules ask about a group, with these settings.
    private func bySettings(_ state: GroupState) -> GroupState {
        var state = state
        state.purge = settings
        state.includesInferred = settings.includesInferred
        if settings.olderThan != nil { state.taken = captureTime(state.group.leader) }
        return state
    }

    /// Whether a group that is being removed stays by these settings after all. Its files were compared with the index
    /// when they were parked.
    ///
    /// - Parameters:
    ///   - candidate: the group; nil where the index does not know it any more.
    ///   - destinations: the rows of those whose copies were read in this run.
    /// - Returns: why it stays; nil if it does not.
    func objection(to candidate: KnownGroup?, provedAt destinations: Set<Int64>) -> Action.Reason? {
        guard let candidate else { return .changedSinceScan }
        var state = bySettings(
            GroupState(candidate, files: candidate.members.map { .there($0.fingerprint) }, now: now))
        state.provedAt = destinations
        return GroupRule.objection(to: state, for: .remove)
    }
}

extension PurgePlanner {
    /// Compares the files of a staged action, or of a plan's line, with the current index and files. They are a
    /// selection, never an authority, so the result is a new plan.
    ///
    /// - Parameters:
    ///   - files: the files as they were recorded, the leader first.
    ///   - candidate: the current group of the leader; nil where the index knows none.
    ///   - names: the destinations' names, by row.
    /// - Returns: the new plan, even for changed files where it is `not-work` or `unreadable`; or the first of these
    ///   that applies: `changed-since-plan` where a file is not in the group any more, is gone, or differs from the
    ///   record; `members-differ` where the group has another file.
    func check(
        _ files: [Action.Member], against candidate: KnownGroup?, names: [Int64: String]
    ) -> Result<GroupToRemove, Left> {
        guard let candidate else { return .failure(Left(why: .changedSincePlan)) }
        let planned = plan(candidate, names: names)
        if [.notWork, .unreadable].contains(planned.action.why) { return .success(planned) }
        let going = candidate.members.filter { !$0.isSidecar(of: settings.staying) }
        let isChanged = files.contains { file in
            guard let index = going.firstIndex(where: { $0.path == file.path }) else { return true }
            let (member, known) = (planned.action.members[index], going[index])
            return planned.action.why == .changedSinceScan
                || !file.isSame(as: member.fingerprint, sha256: known.sha256, keepsInodes: known.keepsInodes)
                || file.sha256.map { $0 != known.sha256 } ?? false
        }
        if isChanged { return .failure(Left(why: .changedSincePlan)) }
        let isWhole = going.allSatisfy { member in files.contains { $0.path == member.path } }
        return isWhole ? .success(planned) : .failure(Left(why: .membersDiffer))
    }

    /// Why a recorded action is not planned again.
    struct Left: Error {
        let why: Action.Reason
    }
}
