import PhotoFiles
import PhotoIndex
import PhotoModel
import SystemPackage

/// Decides which groups may be removed, by the index and by examining each file without opening it. Changes nothing.
struct PurgePlanner: Sendable {
    let settings: PurgeSettings
    /// Reads the status of the library's files.
    let files: LibraryFiles
    /// The destinations that are reachable, as far as is known.
    var reachable: Set<Int64>
    /// The capture time of a photo with the given facts.
    let captureTime: @Sendable (PhotoFacts) -> CaptureTime?
    /// Nanoseconds since 1970-01-01T00:00:00Z.
    let now: Int64

    /// Plans a group whose verdict is work.
    ///
    /// - Parameters:
    ///   - candidate: the group.
    ///   - names: the destinations' names, by row.
    /// - Returns: the plan. If its action is not `planned`, the group stays, for the first of these reasons that
    ///   applies: `inferred`, `held`, `kept`, `unreadable`, `changed-since-scan`, `not-uploaded`, `unavailable`,
    ///   `not-old-enough`.
    func plan(_ candidate: RemovalCandidate, names: [Int64: String]) -> PurgeAct.Group {
        var look = MemberLook(files: files, settle: .zero, now: now)
        let found = candidate.members.map { member in
            look.fingerprint(of: member.path, known: member.fingerprint, keepsInodes: member.keepsInodes)
        }
        var action = Action(
            kind: .purge, group: candidate.group,
            members: zip(candidate.members, found).map { member, found in
                Action.Member(
                    path: member.path, role: member.role, fingerprint: found ?? member.fingerprint,
                    sha256: member.sha256)
            })
        action.includesInferred = settings.includesInferred
        var removal = PurgeAct.Group(
            action,
            GroupToRemove(root: candidate.root, contentIdentifier: candidate.leader.contentIdentifier),
            members: action.members.map { _ in FileToRemove() })
        let copies = Self.copies(of: candidate)
        if let why = objection(to: candidate) ?? look.why ?? objection(to: copies) {
            removal.action.why = why
            removal.action.state = [.unreadable, .unavailable].contains(why) ? .failed : .skipped
        }
        removal.details.receipts = copies.filter { reachable.contains($0.destination) && isVerifiedForLong($0) }
        if let first = removal.details.receipts.first ?? copies.first {
            removal.action.destination = DestinationName(
                id: first.destination, name: names[first.destination] ?? "")
            for (index, receipt) in first.receipts.enumerated() {
                removal.action.members[index].target = receipt.receipt.target
            }
        }
        return removal
    }

    /// The destinations that have receipts for every member of a group.
    static func copies(of candidate: RemovalCandidate) -> [ReceiptedCopies] {
        guard let first = candidate.members.first else { return [] }
        var destinations: [Int64] = []
        for receipt in first.receipts where !destinations.contains(receipt.destination) {
            destinations.append(receipt.destination)
        }
        return destinations.compactMap { destination in
            let receipts = candidate.members.compactMap { member in
                member.receipts.first { $0.destination == destination }
            }
            guard receipts.count == candidate.members.count else { return nil }
            return ReceiptedCopies(destination: destination, receipts: receipts)
        }
    }

    /// Why a person or the configuration objects to the removal.
    private func objection(to candidate: RemovalCandidate) -> Action.Reason? {
        if candidate.isInferred, !settings.includesInferred { return .inferred }
        if candidate.isHeld { return .held }
        if candidate.members.contains(where: { settings.keeps($0.path) }) { return .kept }
        return isOldEnough(candidate.leader) ? nil : .notOldEnough
    }

    /// Whether a group that is being removed stays by these settings after all.
    ///
    /// - Parameters:
    ///   - candidate: the group; nil where the index does not know it any more.
    ///   - destinations: the rows of those whose copies were read in this run.
    /// - Returns: why it stays; nil if it does not.
    func objection(to candidate: RemovalCandidate?, provedAt destinations: Set<Int64>) -> Action.Reason? {
        guard let candidate else { return .changedSinceScan }
        if let why = objection(to: candidate) { return why }
        let copies = Self.copies(of: candidate)
        if copies.count < settings.require { return .notUploaded }
        let proved = copies.filter { destinations.contains($0.destination) }
        if proved.count < settings.require { return .notVerified }
        return proved.count(where: isVerifiedForLong) < settings.require ? .notOldEnough : nil
    }

    private func objection(to copies: [ReceiptedCopies]) -> Action.Reason? {
        if copies.count < settings.require { return .notUploaded }
        let reached = copies.filter { reachable.contains($0.destination) }
        if reached.count < settings.require { return .unavailable }
        return reached.count(where: isVerifiedForLong) < settings.require ? .notOldEnough : nil
    }

    /// Whether the photo was taken long enough ago, in any time zone. A time in the future is not.
    private func isOldEnough(_ facts: PhotoFacts) -> Bool {
        guard let least = settings.olderThan else { return true }
        guard let taken = captureTime(facts) else { return false }
        return isPast(taken.latest.multipliedReportingOverflow(by: 1_000).partialValue, by: least)
    }

    private func isVerifiedForLong(_ copies: ReceiptedCopies) -> Bool {
        guard let least = settings.verifiedFor else { return true }
        return copies.receipts.allSatisfy { isPast($0.receipt.received, by: least) }
    }

    private func isPast(_ time: Int64, by least: Duration) -> Bool {
        let (age, overflows) = now.subtractingReportingOverflow(time)
        return !overflows && .nanoseconds(age) >= least
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
    /// - Returns: the new plan; or the first of these that applies: `not-work`; `changed-since-plan` where a file is
    ///   not in the group any more, is gone, or differs from the record; `members-differ` where the group has another
    ///   file.
    func check(
        _ files: [PlannedFile], against candidate: RemovalCandidate?, names: [Int64: String]
    ) -> Result<PurgeAct.Group, Left> {
        guard let candidate else { return .failure(Left(why: .changedSincePlan)) }
        guard candidate.judgement.verdict == .work else { return .failure(Left(why: .notWork)) }
        let planned = plan(candidate, names: names)
        if planned.action.why == .unreadable { return .success(planned) }
        let isChanged = files.contains { file in
            guard let index = candidate.members.firstIndex(where: { $0.path == file.path }) else { return true }
            let (member, known) = (planned.action.members[index], candidate.members[index])
            return planned.action.why == .changedSinceScan
                || !file.isSame(as: member.fingerprint, sha256: known.sha256, keepsInodes: known.keepsInodes)
                || file.sha256.map { $0 != known.sha256 } ?? false
        }
        if isChanged { return .failure(Left(why: .changedSincePlan)) }
        let isWhole = candidate.members.allSatisfy { member in files.contains { $0.path == member.path } }
        return isWhole ? .success(planned) : .failure(Left(why: .membersDiffer))
    }

    /// Why a recorded action is not planned again.
    struct Left: Error {
        let why: Action.Reason
    }
}
