package import PhotoModel
package import SystemPackage

/// Everything about one photo: its facts, each step of judging it, and what keeps it from being removed.
package struct Why: Sendable {
    /// Whether the index knows the photo in its current state.
    package enum ScanState: String, CaseIterable, Hashable, Sendable {
        /// The index knows it in its current state.
        case indexed
        /// The file has changed since the last scan. The explanation is what a scan would say now.
        case changedSinceScan = "changed-since-scan"
        /// The index does not know it. The explanation is what a scan would say.
        case notIndexed = "not-indexed"
    }

    /// A reason for which a work photo is not removed now. The raw values are the contract's `why` of actions.
    package enum KeepReason: String, CaseIterable, Hashable, Sendable {
        /// It is not work.
        case notWork = "not-work"
        /// The index does not know it.
        case notIndexed = "not-indexed"
        /// It changed since the scan.
        case changedSinceScan = "changed-since-scan"
        /// A person has put a hold on it.
        case held
        /// A member of its group has no receipt at a destination that has one for all of them.
        case notUploaded = "not-uploaded"
        /// `[purge] keep` names a member of its group.
        case kept
        /// It was taken or uploaded too recently for `[purge]`, or its capture time is unknown.
        case notOldEnough = "not-old-enough"
        /// Its position, or that of another file of its group, was inferred from a track or other photos.
        case inferred
        /// Another file would belong to its group; a scan adds it.
        case membersDiffer = "members-differ"
        /// A file beside it that would belong to its group cannot be read.
        case companyUnreadable = "company-unreadable"
    }

    /// The photo, with its current verdict.
    package var photo: Photo
    /// Whether the index knows it.
    package var standing: ScanState
    /// The verdict of the rules, with each of their steps. A mark precedes them.
    package var explanation: Explanation
    /// The photos of its group, each with a verdict of its own; empty if it is alone, or has changed since the scan.
    package var members: [Member] = []
    /// What its position was inferred from, or that of another file of its group by which it is judged; nil for none.
    package var inference: InferenceTrail?
    /// How far its camera's clock is ahead of UTC, as a person said and tracks use it; nil for none.
    package var cameraOffset: KnownCameraOffset?
    /// Everything that keeps it, in a fixed order; empty if nothing does.
    package var keeps: [KeepReason]
    /// The destinations to which it is not sent, since its copy was taken back from there or accepted as missing.
    package var heldFrom: [String] = []
    /// The file for ``KeepReason/membersDiffer`` and ``KeepReason/companyUnreadable``; nil if there is none.
    package var partner: FilePath?

    /// A photo of a group, by itself.
    package struct Member: Hashable, Sendable {
        /// The file.
        package let path: FilePath
        /// Its verdict by its own position; nil if it has none.
        package let judgement: Judgement?
        /// What holds it and the photos before it together; nil for the leader.
        package let bond: GroupBond?
    }

    /// The rules in the order of judging, preceded by the person's mark.
    package var steps: [Explanation.Step] {
        let isMarked = photo.marked != nil
        let mark = Explanation.Step(rule: .marked, outcome: isMarked ? .decided : .passed, fences: [])
        return [mark]
            + explanation.steps.map { step in
                isMarked ? Explanation.Step(rule: step.rule, outcome: .notReached, fences: []) : step
            }
    }
}

/// What keeps a photo from being removed, according to the index and the settings. The copies are only checked by a
/// removal.
struct KeepReasons {
    let settings: PurgeSettings
    let triage: Triage
    /// Nanoseconds since 1970-01-01T00:00:00Z.
    let now: Int64

    /// Everything that keeps a photo, in the order of ``Why/KeepReason``.
    ///
    /// - Parameters:
    ///   - photo: the photo, with its verdict.
    ///   - standing: whether the index knows it.
    ///   - group: the facts of the group's photos, the leader first.
    ///   - isInferred: whether a position of the group was inferred.
    ///   - isUploaded: whether every file of its group, including sidecars of all formats, is at one destination.
    ///   - partner: a file that would belong to its group and does not.
    /// - Returns: the reasons.
    func keeps(
        _ photo: Photo, _ standing: Why.ScanState, group: [PhotoFacts], isInferred: Bool, isUploaded: Bool,
        partner: PartnerLook.Partner?
    ) -> [Why.KeepReason] {
        Why.KeepReason.allCases.filter { reason in
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

    /// By the leader's time. A photo without a known time is never old enough.
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
