import PhotoIndex
import PhotoModel

extension PurgePlanner {
    /// Holds the files of a staged action, or of a plan's line, against what is known and what lies there now. They are a
    /// selection, never an authority: what is done is planned anew.
    ///
    /// - Parameters:
    ///   - files: as they were written down, the leader first.
    ///   - candidate: the group that the leader is in now; nil where the index knows none.
    ///   - names: of destinations, by row.
    /// - Returns: the new plan; or the first of these that is so: `not-work`; `changed-since-plan` where a file is not in
    ///   the group any more, is not there, or is another than was written down; `members-differ` where the group has a
    ///   file more.
    func check(
        _ files: [PlannedFile], against candidate: RemovalCandidate?, names: [Int64: String]
    ) -> Result<PurgeAct.Group, Left> {
        guard let candidate else { return .failure(Left(why: .changedSincePlan)) }
        guard candidate.judgement.verdict == .work else { return .failure(Left(why: .notWork)) }
        let planned = plan(candidate, names: names)
        if planned.action.why == .unreadable { return .success(planned) }
        let isChanged = files.contains { file in
            guard let place = candidate.members.firstIndex(where: { $0.path == file.path }) else { return true }
            let (member, known) = (planned.action.members[place], candidate.members[place])
            return planned.action.why == .changedSinceScan
                || !file.isSame(as: member.fingerprint, sha256: known.sha256, keepsInodes: known.keepsInodes)
                || file.sha256.map { $0 != known.sha256 } ?? false
        }
        if isChanged { return .failure(Left(why: .changedSincePlan)) }
        let isWhole = candidate.members.allSatisfy { member in files.contains { $0.path == member.path } }
        return isWhole ? .success(planned) : .failure(Left(why: .membersDiffer))
    }

    /// Why what was written down is not planned anew.
    struct Left: Error {
        let why: Action.Reason
    }
}
