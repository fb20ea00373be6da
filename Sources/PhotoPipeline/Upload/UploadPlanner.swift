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
        if let why = look.why {
            action.state = why == .unreadable ? .failed : .skipped
            action.why = why
        }
        return (PlannedGroup(action: action, targets: targets, besides: besides), found)
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
            names: members.map { Company.name(of: $0.path) })
    }
}

/// A group with what is done with it.
package struct PlannedGroup: Sendable {
    /// What is done: `planned`; or `skipped` with ``Action/Reason/changedSinceScan`` or ``Action/Reason/settling``; or
    /// `failed` with ``Action/Reason/unreadable`` where a file cannot even be looked at. Its targets are the plain ones.
    package var action: Action
    /// Where its files go, and where they go instead when names are taken: of the members of ``action``, in their order.
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
