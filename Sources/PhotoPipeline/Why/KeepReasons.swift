import PhotoModel
import SystemPackage

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
    ///   - isUploaded: whether every file of its group, sidecars of each format too, is at one destination.
    ///   - partner: a file that would be of its group and is not.
    /// - Returns: the reasons.
    func keeps(
        _ photo: Photo, _ standing: Why.Standing, group: [PhotoFacts], isUploaded: Bool,
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
            case .inferred: isInferred(photo, group) && !settings.includesInferred
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

    private func isInferred(_ photo: Photo, _ group: [PhotoFacts]) -> Bool {
        photo.judgement?.reason != .marked && group.first?.positionSource == .inferred
    }
}
