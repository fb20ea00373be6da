/// Where verdicts by two sets of rules can differ, if only some fences differ: near these.
///
/// A verdict depends on the fences that hold a photo or whose boundaries are within its reach (``Triage/reach(of:)``),
/// on their order among each other, and on whether there is a work fence at all. So it stays where no fence that only
/// one of the two sets has is within the reach of any of the group's positions.
package struct ChangedGround: Sendable {
    /// The surroundings of a fence.
    package struct Part: Sendable {
        /// Has every position with a usual reach from which the fence can matter.
        package let near: BoundingBox
        /// The same for positions with any reach; includes ``near``.
        package let far: BoundingBox
    }

    /// A part for each fence that only one of the two sets has.
    package let parts: [Part]
    /// Positions whose recorded accuracy in metres is worse than this may have more than the usual reach.
    package let usualAccuracy: Double

    /// More fences than this are not worth looking for the photos around each.
    private static let mostFences = 16

    /// Nil where any verdict may differ, or many fences do.
    ///
    /// - Parameters:
    ///   - old: the rules that the verdicts follow.
    ///   - new: the rules that they are to follow.
    package init?(from old: Triage, to new: Triage) {
        guard old.settings == new.settings, old.configuredZone == new.configuredZone,
            old.hasWorkFence == new.hasWorkFence
        else { return nil }
        let (before, after) = (Set(old.fences.map(\.judged)), Set(new.fences.map(\.judged)))
        let changed = before.symmetricDifference(after)
        guard changed.count <= Self.mostFences else { return nil }
        let usual = new.reach(ofAccuracy: max(PositionAccuracy.ofNetworks, new.settings.assumedAccuracy ?? 0))
        let farthest = max(usual, new.reach(ofAccuracy: PositionAccuracy.worst))
        parts = changed.map {
            Part(
                near: $0.fence.shape.boundingBox(margin: usual), far: $0.fence.shape.boundingBox(margin: farthest))
        }
        // A little less, against rounding.
        usualAccuracy = usual / new.certainDistance * 0.999
    }
}

extension CompiledFence {
    /// Everything of a fence on which verdicts depend. Names are compared byte by byte: verdicts contain them.
    fileprivate struct Judged: Hashable {
        let fence: Fence
        let name: [UInt8]
        let zone: TimeZoneRules?
    }

    fileprivate var judged: Judged { Judged(fence: fence, name: Array(fence.name.utf8), zone: zone) }
}
