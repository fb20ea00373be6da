package import PhotoIndex
package import PhotoModel

extension UploadPlanner {
    /// What becomes of a staged action or a line of a plan.
    package enum Check: Sendable {
        /// It may be done, in this form.
        case fresh(PlannedGroup)
        /// It may not, or not now.
        case left(Action.Reason)
    }

    /// Holds a staged action against what is known and what lies there now.
    ///
    /// - Parameters:
    ///   - action: as it was written down.
    ///   - candidate: the group that its leader is in now; nil where the index knows none.
    ///   - destination: where it goes.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z.
    /// - Returns: as for ``check(_:against:to:now:)-(PlannedFile,_,_,_)``.
    package func check(
        _ action: Action, against candidate: UploadCandidate?, to destination: DestinationName?, now: Int64
    ) -> Check {
        check(action.members.map(PlannedFile.init), against: candidate, to: destination, now: now)
    }

    /// Holds the files of a plan's line against what is known and what lies there now. A plan is a selection, never an
    /// authority: what is done is planned anew.
    ///
    /// - Parameters:
    ///   - files: as they were written down, the leader first.
    ///   - candidate: the group that the leader is in now; nil where the index knows none.
    ///   - destination: where it goes.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z.
    /// - Returns: the new plan, or the first of these that is so: `notWork`; `unreadable` where a file cannot be looked
    ///   at; `changedSincePlan` where one is not in the group any more, is not there, or is another than was written
    ///   down; `membersDiffer` where the group has a file more that would be sent; `alreadyThere`; `changedSinceScan`;
    ///   `settling`.
    package func check(
        _ files: [PlannedFile], against candidate: UploadCandidate?, to destination: DestinationName?, now: Int64
    ) -> Check {
        guard let candidate else { return .left(.changedSincePlan) }
        guard candidate.judgement.verdict == .work else { return .left(.notWork) }
        let members = sent(candidate)
        let fresh = planned(candidate, members, to: destination, now: now)
        if fresh.group.action.why == .unreadable { return .left(.unreadable) }
        let isChanged = files.contains { file in
            guard let place = members.firstIndex(where: { $0.path == file.path }), let found = fresh.found[place] else {
                return true
            }
            let member = members[place]
            let isKnown = found.isSame(as: member.fingerprint, withInode: member.keepsInodes)
            return !file.isSame(
                as: found, sha256: isKnown ? member.sha256 : nil, keepsInodes: member.keepsInodes)
                || isOther(file.sha256, member.sha256)
        }
        if isChanged { return .left(.changedSincePlan) }
        let isWhole = members.allSatisfy { member in files.contains { $0.path == member.path } }
        if !isWhole { return .left(.membersDiffer) }
        if destination != nil, members.allSatisfy(\.hasReceipt) { return .left(.alreadyThere) }
        return fresh.group.action.why.map(Check.left) ?? .fresh(fresh.group)
    }

    private func isOther(_ one: [UInt8]?, _ other: [UInt8]?) -> Bool {
        guard let one, let other else { return false }
        return one != other
    }
}
