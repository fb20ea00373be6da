package import PhotoFiles
import PhotoIndex
package import PhotoModel
package import SystemPackage

/// Plans what to do with candidates: examines each file without opening it, and chooses its target. Changes nothing.
package struct UploadPlanner: Sendable {
    private let settings: UploadSettings
    private let files: LibraryFiles
    private let captureTime: @Sendable (PhotoFacts) -> CaptureTime?

    /// - Parameters:
    ///   - settings: how uploads are made.
    ///   - files: reads the status of the library's files.
    ///   - rules: provide the time zones that give the local time where a photo has only a UTC time.
    init(settings: UploadSettings, files: LibraryFiles, rules: JudgingRules) {
        let triage = rules.triage
        self.init(settings: settings, files: files) { triage.captureTime(of: $0) }
    }

    /// - Parameters:
    ///   - settings: how uploads are made.
    ///   - files: reads the status of the library's files.
    ///   - captureTime: the capture time of a photo with the given facts.
    package init(
        settings: UploadSettings, files: LibraryFiles = LibraryFiles(),
        captureTime: @escaping @Sendable (PhotoFacts) -> CaptureTime?
    ) {
        self.settings = settings
        self.files = files
        self.captureTime = captureTime
    }

    /// Plans a group of the selection.
    ///
    /// - Parameters:
    ///   - candidate: a group whose verdict is work.
    ///   - destination: where it goes; nil where none is known, and then nothing is there yet.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z.
    /// - Returns: nil where all files to send have receipts at the destination.
    package func plan(_ candidate: KnownGroup, to destination: DestinationName?, now: Int64) -> PlannedGroup? {
        let members = sent(candidate)
        if destination != nil, members.allSatisfy(\.hasReceipt) { return nil }
        return planned(candidate, members, to: destination, now: now).group
    }

    /// The group's files that are sent, the leader first.
    func sent(_ candidate: KnownGroup) -> [KnownGroup.Member] {
        candidate.members.filter(isSent)
    }

    private func isSent(_ member: KnownGroup.Member) -> Bool {
        member.sidecar.map(settings.sidecars.contains) ?? true
    }

    /// The plan for the files of a group that are sent, without regard to receipts and to what is stored under their
    /// names.
    ///
    /// - Returns: the plan, and the files as they are, in the order of `members`.
    func planned(
        _ candidate: KnownGroup, _ members: [KnownGroup.Member], to destination: DestinationName?, now: Int64
    ) -> (group: PlannedGroup, found: [FileState]) {
        var state = files.state(of: candidate, now: now)
        (state.settle, state.includesInferred) = (settings.settle, settings.includesInferred)
        let all = zip(candidate.members, state.files)
        let found = all.filter { isSent($0.0) }.map(\.1)
        let taken = taken(candidate)
        let targets = targets(of: candidate, members)
        let places = targets.targets()
        var action = Action(
            kind: .upload, group: candidate.group,
            members: members.indices.map { index in
                Action.Member(members[index], as: found[index].fingerprint, target: CopyLocation(places[index]))
            }, destination: destination)
        action.includesInferred = settings.includesInferred
        action.ground = Action.Ground(fence: candidate.fence, taken: taken)
        if let why = GroupRule.objection(to: state, for: .send) {
            action.state = why == .unreadable ? .failed : .skipped
            action.why = why
            if why == .settling { action.settles = state.settles }
        }
        // The group's verdict depends on the files that are not sent, too.
        let bystanders = all.filter { !isSent($0.0) }.map { member, file in
            var member = member
            member.fingerprint = file.fingerprint ?? member.fingerprint
            return member
        }
        return (PlannedGroup(action: action, targets: targets, fence: candidate.fence, bystanders: bystanders), found)
    }

    private func taken(_ candidate: KnownGroup) -> WallTime? { captureTime(candidate.leader)?.wall }

    /// The names of some files of a group by the template of its fence.
    ///
    /// - Parameters:
    ///   - candidate: the group.
    ///   - members: the files, at least one.
    /// - Returns: the names, in the order of `members`.
    func targets(of candidate: KnownGroup, _ members: [KnownGroup.Member]) -> GroupTargets {
        let fence = candidate.fence
        let subject = FolderTemplate.Subject(
            fence: fence, time: taken(candidate), make: candidate.leader.make, model: candidate.leader.model,
            user: settings.user)
        return GroupTargets(
            template: fence.flatMap { settings.templateOf[$0] } ?? settings.template, subject: subject,
            names: members.map { DirectorySiblings.name(of: $0.path) })
    }
}

/// A group with its planned action.
package struct PlannedGroup: Sendable {
    /// The action: `planned`; `skipped` with ``Action/Reason/inferred``, ``Action/Reason/heldFromDestination``,
    /// ``Action/Reason/changedSinceScan`` or ``Action/Reason/settling``; or `failed` with ``Action/Reason/unreadable``
    /// where the status of a file cannot be read. Its targets have no suffix.
    package var action: Action
    /// The targets of the files, and alternatives if names are taken, in the order of the members of ``action``.
    package var targets: GroupTargets

    /// The fence whose folder and destination it goes to; nil for none.
    package var fence: String?

    /// Files of the group that are not sent, as they were when it was planned: sidecars of formats that are excluded.
    /// They are examined like the others, since the verdict may depend on them.
    package var bystanders: [KnownGroup.Member] = []

    /// The SHA-256 of files by the record that was checked, such as a plan: compared with the bytes when they are read,
    /// and never recorded.
    package var recorded: [FilePath: [UInt8]] = [:]
}

extension UploadPlanner {
    /// The result of checking a staged action or a line of a plan.
    package enum Check: Sendable {
        /// It may be carried out as this plan.
        case fresh(PlannedGroup)
        /// It may not be carried out, or not now.
        case left(Action.Reason)
    }

    /// Compares the files of a staged action, or of a plan's line, with the current index and files. They are a
    /// selection, never an authority, so the result is a new plan.
    ///
    /// - Parameters:
    ///   - files: the files as they were recorded, the leader first.
    ///   - candidate: the current group of the leader; nil where the index knows none.
    ///   - destination: where it goes.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z.
    /// - Returns: the new plan, or the first of these that applies: `notWork`; `inferred`; `heldFromDestination`;
    ///   `unreadable` where the status of a file cannot be read; `changedSincePlan` where a file is not in the group
    ///   any more, is gone, or differs from the record; `membersDiffer` where the group has another file that would be
    ///   sent; `alreadyThere`; `changedSinceScan`; `settling`.
    package func check(
        _ files: [Action.Member], against candidate: KnownGroup?, to destination: DestinationName?, now: Int64
    ) -> Check {
        guard let candidate else { return .left(.changedSincePlan) }
        let members = sent(candidate)
        let fresh = planned(candidate, members, to: destination, now: now)
        if let why = fresh.group.action.why, ![.changedSinceScan, .settling].contains(why) {
            return .left(why)
        }
        let isChanged = files.contains { file in
            guard let index = members.firstIndex(where: { $0.path == file.path }),
                let found = fresh.found[index].fingerprint
            else { return true }
            let member = members[index]
            let isKnown = found.isSame(as: member.fingerprint, withInode: member.keepsInodes)
            return !file.isSame(
                as: found, sha256: isKnown ? member.sha256 : nil, keepsInodes: member.keepsInodes)
                || isOther(file.sha256, member.sha256)
        }
        if isChanged { return .left(.changedSincePlan) }
        let isWhole = members.allSatisfy { member in files.contains { $0.path == member.path } }
        if !isWhole { return .left(.membersDiffer) }
        if destination != nil, members.allSatisfy(\.hasReceipt) { return .left(.alreadyThere) }
        if let why = fresh.group.action.why { return .left(why) }
        var group = fresh.group
        for file in files { group.recorded[file.path] = file.sha256 }
        return .fresh(group)
    }

    private func isOther(_ one: [UInt8]?, _ other: [UInt8]?) -> Bool {
        guard let one, let other else { return false }
        return one != other
    }
}
