package import PhotoModel
package import SystemPackage

/// Everything about one photo: what it says, how it is judged, step by step, and what keeps it from being removed.
package struct Why: Sendable {
    /// Whether the index knows the photo, and as what it is now.
    package enum ScanState: String, CaseIterable, Hashable, Sendable {
        /// The index knows it as it is.
        case indexed
        /// The file is another than at the last scan: what is said here is what a scan would say now.
        case changedSinceScan = "changed-since-scan"
        /// The index does not know it: what is said here is what a scan would say.
        case notIndexed = "not-indexed"
    }

    /// A reason for which a work photo is not removed now. The raw values are the contract's `why` of actions.
    package enum Keeps: String, CaseIterable, Hashable, Sendable {
        /// It is not work.
        case notWork = "not-work"
        /// The index does not know it.
        case notIndexed = "not-indexed"
        /// It changed since the scan.
        case changedSinceScan = "changed-since-scan"
        /// A person holds it.
        case held
        /// A member of its group has no receipt at a destination that has one for all of them.
        case notUploaded = "not-uploaded"
        /// `[purge] keep` names a member of its group.
        case kept
        /// It was taken, or uploaded, too short a time ago for `[purge]`, or nobody knows when it was taken.
        case notOldEnough = "not-old-enough"
        /// Its position, or that of another file of its group, was worked out from a track or other photos.
        case inferred
        /// A file has come that would be of its group: a scan puts it there.
        case membersDiffer = "members-differ"
        /// A file beside it that would be of its group cannot be read.
        case companyUnreadable = "company-unreadable"
    }

    /// The photo, with its verdict as it is now.
    package var photo: Photo
    /// How the index stands to it.
    package var standing: ScanState
    /// What the rules say of it, and each of their steps; a mark comes before them.
    package var explanation: Explanation
    /// The photos of its group, each with what it comes to by itself; none where it is alone, or not as it was scanned.
    package var members: [Member] = []
    /// What its position was inferred from, or that of another file of its group by which it is judged; nil where none
    /// was.
    package var inference: InferenceTrail?
    /// Everything that keeps it, in a fixed order; empty where nothing does.
    package var keeps: [Keeps]
    /// The file by which it is kept, of ``Keeps/membersDiffer`` and ``Keeps/companyUnreadable``; nil where there is
    /// none.
    package var partner: FilePath?

    /// A photo of a group, by itself.
    package struct Member: Hashable, Sendable {
        /// The file.
        package let path: FilePath
        /// What it comes to by its own position; nil where it has none.
        package let judgement: Judgement?
    }

    /// The rules in the order of judging, the person's mark before them.
    package var steps: [Explanation.Step] {
        let isMarked = photo.marked != nil
        let mark = Explanation.Step(rule: .marked, outcome: isMarked ? .decided : .passed, fences: [])
        return [mark]
            + explanation.steps.map { step in
                isMarked ? Explanation.Step(rule: step.rule, outcome: .notReached, fences: []) : step
            }
    }
}

/// What keeps a photo from being removed, as far as index and settings tell: the copies are asked for by who removes.
struct KeepReasons {
    let settings: PurgeSettings
    let triage: Triage
    /// Nanoseconds since 1970-01-01T00:00:00Z.
    let now: Int64

    /// Everything that keeps a photo, in the order of ``Why/Keeps``.
    ///
    /// - Parameters:
    ///   - photo: with its verdict.
    ///   - standing: how the index stands to it.
    ///   - group: what the photos of its group say of themselves, the leader first.
    ///   - isInferred: whether a position of the group was inferred.
    ///   - isUploaded: whether every file of its group, sidecars of each format too, is at one destination.
    ///   - partner: a file that would be of its group and is not.
    /// - Returns: the reasons.
    func keeps(
        _ photo: Photo, _ standing: Why.ScanState, group: [PhotoFacts], isInferred: Bool, isUploaded: Bool,
        partner: PartnerLook.Partner?
    ) -> [Why.Keeps] {
        Why.Keeps.allCases.filter { reason in
            switch reason {
            case .notWork: photo.judgement?.verdict != .work
            case .notIndexed: standing == .notIndexed
            case .changedSinceScan: standing == .changedSinceScan
            case .held: photo.held != nil
            case .notUploaded: !isUploaded || Set(photo.uploads.map(\.destination)).count < settings.require
            case .kept: isKept(photo)
            case .notOldEnough: wasTakenTooLately(group) || wasUploadedTooLately(photo)
            case .inferred: isInferred && photo.marked == nil && !settings.includesInferred
            case .membersDiffer: partner?.isUnreadable == false
            case .companyUnreadable: partner?.isUnreadable == true
            }
        }
    }

    private func isKept(_ photo: Photo) -> Bool {
        let paths = [photo.path] + photo.members.map(\.path)
        return paths.contains { path in
            let bytes = path.bytes
            return settings.keep.contains { $0.matches(bytes) }
        }
    }

    /// By the leader's time. What nobody knows the time of is never old enough.
    private func wasTakenTooLately(_ group: [PhotoFacts]) -> Bool {
        guard let age = settings.olderThan else { return false }
        guard let time = group.first.flatMap({ triage.captureTime(of: $0) }) else { return true }
        return Duration.nanoseconds(now) - .microseconds(time.latest) < age
    }

    private func wasUploadedTooLately(_ photo: Photo) -> Bool {
        guard let age = settings.verifiedFor, let first = photo.uploads.map(\.receivedAt).min() else { return false }
        return Duration.nanoseconds(now) - .nanoseconds(first) < age
    }
}
