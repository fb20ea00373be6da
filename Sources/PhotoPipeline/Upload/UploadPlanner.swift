package import PhotoIndex
package import PhotoIntake
package import PhotoModel
package import SystemPackage

/// Makes plans of candidates: looks at each file, without opening it, and says where it goes. Changes nothing.
package struct UploadPlanner: Sendable {
    private let settings: UploadSettings
    private let files: LibraryFiles
    private let captureTime: @Sendable (PhotoFacts) -> CaptureTime?

    /// - Parameters:
    ///   - settings: how uploads are made.
    ///   - files: looks at the library's files.
    ///   - rules: by which zones tell what a clock at the place showed, where a photo gives its time in UTC only.
    package init(settings: UploadSettings, files: LibraryFiles, rules: JudgingRules) {
        let triage = rules.triage
        self.init(settings: settings, files: files) { triage.captureTime(of: $0) }
    }

    /// - Parameters:
    ///   - settings: how uploads are made.
    ///   - files: looks at the library's files.
    ///   - captureTime: when a photo was taken, by what it says.
    package init(
        settings: UploadSettings, files: LibraryFiles = LibraryFiles(),
        captureTime: @escaping @Sendable (PhotoFacts) -> CaptureTime?
    ) {
        self.settings = settings
        self.files = files
        self.captureTime = captureTime
    }

    /// What is done with a group of the selection.
    ///
    /// - Parameters:
    ///   - candidate: a group whose verdict is work.
    ///   - destination: where it goes; nil where none is known, and then nothing is there yet.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z.
    /// - Returns: nil where all of the files that are sent have receipts at the destination.
    package func plan(_ candidate: UploadCandidate, to destination: DestinationName?, now: Int64) -> PlannedGroup? {
        let members = sent(candidate)
        if destination != nil, members.allSatisfy(\.hasReceipt) { return nil }
        return planned(candidate, members, to: destination, now: now).group
    }

    /// The group's files that are sent, the leader first.
    func sent(_ candidate: UploadCandidate) -> [UploadCandidate.Member] {
        candidate.members.filter { member in member.sidecar.map(settings.sidecars.contains) ?? true }
    }

    /// The plan for some files of a group, whether or not they have receipts, and what lies under their names.
    func planned(
        _ candidate: UploadCandidate, _ members: [UploadCandidate.Member], to destination: DestinationName?, now: Int64
    ) -> (group: PlannedGroup, found: [Fingerprint?]) {
        var look = MemberLook(files: files, settle: settings.settle, now: now)
        let found = members.map { look.fingerprint(of: $0) }
        let besides = besides(members, of: candidate, &look)
        let targets = targets(of: candidate, members)
        let places = targets.targets()
        var action = Action(
            kind: .upload, group: candidate.group,
            members: members.indices.map { place in
                let member = members[place]
                return Action.Member(
                    path: member.path, role: member.role, fingerprint: found[place] ?? member.fingerprint,
                    target: CopyLocation(places[place]), sha256: member.sha256)
            }, destination: destination)
        action.includesInferred = settings.includesInferred
        if let why = objection(to: candidate) ?? look.why {
            action.state = why == .unreadable ? .failed : .skipped
            action.why = why
        }
        return (PlannedGroup(action: action, targets: targets, besides: besides), found)
    }

    /// A verdict by an inferred position sends nothing unless somebody says so.
    private func objection(to candidate: UploadCandidate) -> Action.Reason? {
        candidate.isInferred && !settings.includesInferred ? .inferred : nil
    }

    /// Looks at the files that stay: the group was judged by them as well.
    private func besides(
        _ members: [UploadCandidate.Member], of candidate: UploadCandidate, _ look: inout MemberLook
    ) -> [PlannedGroup.Bystander] {
        let sent = Set(members.map(\.path))
        return candidate.members.filter { !sent.contains($0.path) }.map { member in
            PlannedGroup.Bystander(
                path: member.path, fingerprint: look.fingerprint(of: member) ?? member.fingerprint)
        }
    }

    private func targets(of candidate: UploadCandidate, _ members: [UploadCandidate.Member]) -> GroupTargets {
        let fence = candidate.fence
        let subject = FolderTemplate.Subject(
            fence: fence, time: captureTime(candidate.leader)?.wall, make: candidate.leader.make,
            model: candidate.leader.model)
        return GroupTargets(
            template: fence.flatMap { settings.templateOf[$0] } ?? settings.template, subject: subject,
            names: members.map { DirectorySiblings.name(of: $0.path) })
    }
}

/// A group with what is done with it.
package struct PlannedGroup: Sendable {
    /// What is done: `planned`; or `skipped` with ``Action/Reason/inferred``, ``Action/Reason/changedSinceScan`` or
    /// ``Action/Reason/settling``; or
    /// `failed` with ``Action/Reason/unreadable`` where a file cannot even be looked at. Its targets are the plain
    /// ones.
    package var action: Action
    /// Where its files go, and where they go instead when names are taken: of the members of ``action``, in their
    /// order.
    package var targets: GroupTargets

    /// Files of the group that are not sent, sidecars of formats that stay. They are looked at like the others: the
    /// verdict may be by what they say.
    package var besides: [Bystander]

    package init(action: Action, targets: GroupTargets, besides: [Bystander] = []) {
        self.action = action
        self.targets = targets
        self.besides = besides
    }

    /// A file that is not sent, as it was when the plan was made.
    package struct Bystander: Hashable, Sendable {
        /// Where it is; absolute.
        package var path: FilePath
        /// What a change is told by.
        package var fingerprint: Fingerprint
    }
}

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
    /// - Returns: the new plan, or the first of these that is so: `notWork`; `inferred`; `unreadable` where a file
    ///   cannot be looked at; `changedSincePlan` where one is not in the group any more, is not there, or is another
    ///   than was written down; `membersDiffer` where the group has a file more that would be sent; `alreadyThere`;
    ///   `changedSinceScan`; `settling`.
    package func check(
        _ files: [PlannedFile], against candidate: UploadCandidate?, to destination: DestinationName?, now: Int64
    ) -> Check {
        guard let candidate else { return .left(.changedSincePlan) }
        guard candidate.judgement.verdict == .work else { return .left(.notWork) }
        if let why = objection(to: candidate) { return .left(why) }
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
