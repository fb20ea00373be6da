package import SystemPackage

/// What a photo is. The raw values are the contract's `verdict`.
package enum Verdict: String, CaseIterable, Hashable, Sendable {
    case work, personal, unsure
}

/// The rule that gave a verdict. The raw values are the contract's `reason`; `ReasonWords.swift` has their words. Their
/// order is that of help texts: ``rules`` has the order of judging.
package enum Reason: String, CaseIterable, Hashable, Sendable {
    case marked
    case noFences = "no-fences"
    case noPosition = "no-position"
    case invalidPosition = "invalid-position"
    case noTime = "no-time"
    case staleFix = "stale-fix"
    case neverFence = "never-fence"
    case insideFence = "inside-fence"
    case outsideHours = "outside-hours"
    case outsideDates = "outside-dates"
    case nearBoundary = "near-boundary"
    case outsideFences = "outside-fences"
    case membersDiffer = "members-differ"
    case unknownCorrection = "unknown-correction"

    /// The rules for one photo in the order in which they are applied. ``nearBoundary`` precedes those of fences, since
    /// it asks whether they give the same result however the uncertain boundaries are taken. A mark precedes all, and
    /// the members of a group differ or not before these. Only ``neverFence`` decides before ``unknownCorrection``.
    static let rules: [Reason] = [
        .noFences, .unknownCorrection, .noPosition, .invalidPosition, .staleFix, .nearBoundary, .neverFence, .noTime,
        .insideFence,
        .outsideHours, .outsideDates, .outsideFences,
    ]
}

/// A verdict with its reasons.
package struct Judgement: Hashable, Sendable {
    package var verdict: Verdict
    /// The rule that decided.
    package var reason: Reason
    /// The name of the fence that decided, or of the nearest one if the photo is outside and near.
    package var fence: String?
    /// Metres to that fence's boundary, negative inside; nil where no fence is near.
    package var distance: Double?

    package init(verdict: Verdict, reason: Reason, fence: String? = nil, distance: Double? = nil) {
        self.verdict = verdict
        self.reason = reason
        self.fence = fence
        self.distance = distance
    }
}

/// The number of photos whose verdict changed from one to another when they were judged again.
package struct VerdictChange: Hashable, Sendable {
    /// The verdict before; nil for photos that had none.
    package var from: Verdict?
    /// The verdict now.
    package var to: Verdict
    /// The number of photos; at least 1. Photos that are gone do not count.
    package var photos: Int

    package init(from: Verdict?, to: Verdict, photos: Int) {
        self.from = from
        self.to = to
        self.photos = photos
    }
}

/// A photo whose verdict changes.
package struct ChangedPhoto: Sendable {
    package let path: FilePath
    /// The verdict before; nil if it had none.
    package let from: Verdict?
    /// The verdict now.
    package let to: Verdict

    package init(path: FilePath, from: Verdict?, to: Verdict) {
        self.path = path
        self.from = from
        self.to = to
    }
}
