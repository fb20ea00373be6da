/// A place that the user marked as work, or as never work.
package struct Fence: Hashable, Sendable {
    /// Whether photos inside are work or never are. The raw values are the contract's `kind`.
    package enum Kind: String, CaseIterable, Hashable, Sendable {
        case work, never
    }

    /// The name; unique among the fences, never empty.
    package var name: String
    /// What being inside means.
    package var kind: Kind
    /// The place.
    package var shape: FenceShape
    /// When it holds. Judged by for work fences only: never is never.
    package var schedule: FenceSchedule

    package init(name: String, kind: Kind, shape: FenceShape, schedule: FenceSchedule = FenceSchedule()) {
        self.name = name
        self.kind = kind
        self.shape = shape
        self.schedule = schedule
    }
}

/// The ground a fence covers.
package enum FenceShape: Hashable, Sendable {
    /// All points within `radius` metres of the centre, along the ellipsoid. The radius is finite and above 0.
    case circle(center: Coordinate, radius: Double)
    /// All points inside rings, with holes.
    case polygon(Polygon)
}
