/// A fence with values that are computed once instead of for every photo.
struct CompiledFence: Sendable {
    let fence: Fence
    /// When it holds: a fence that is never work has dates, but no hours. Hours that a file gives it have always been
    /// ignored, and if they counted, photos at other hours would lose their protection by an update of the program.
    let schedule: FenceSchedule
    /// The rules of the zone that the fence names; nil where it names none.
    let zone: TimeZoneRules?
    private let shape: Shape
    private let area: Double

    private enum Shape: Sendable {
        case circle(center: AuxiliaryPoint, radius: Double)
        case polygon(MeasuredPolygon)
    }

    init(_ fence: Fence, zone: TimeZoneRules?) {
        self.fence = fence
        self.zone = zone
        schedule = fence.kind == .never ? fence.schedule.withoutHours : fence.schedule
        area = fence.shape.area
        switch fence.shape {
        case .circle(let center, let radius): shape = .circle(center: AuxiliaryPoint(center), radius: radius)
        case .polygon(let polygon): shape = .polygon(MeasuredPolygon(polygon))
        }
    }

    /// Metres to the boundary, negative inside.
    func distance(to point: AuxiliaryPoint) -> Double {
        switch shape {
        case .circle(let center, let radius): geodesicDistance(center, point) - radius
        case .polygon(let polygon): polygon.distance(to: point)
        }
    }

    /// What being inside means for a photo taken at a time. A fence that is never work also holds where nobody knows
    /// whether the time is within its dates.
    func meaning(at time: PhotoTime) -> InsideMeaning {
        let isNever = fence.kind == .never
        guard schedule.isLimited else { return isNever ? .never : .work }
        switch time.match(schedule, in: zone) {
        case nil: return isNever ? .never : .noTime
        case .within: return isNever ? .never : .work
        case .outsideHours: return .outsideHours
        case .outsideDates: return .outsideDates
        }
    }

    static func isJudgedBefore(_ a: CompiledFence, _ b: CompiledFence) -> Bool {
        if a.fence.kind != b.fence.kind { return a.fence.kind == .never }
        if a.area != b.area { return a.area < b.area }
        return a.fence.name.precedesByBytes(b.fence.name)
    }
}

/// What being inside a fence means for a photo, in the order of precedence.
package enum InsideMeaning: Int, CaseIterable, Hashable, Sendable {
    /// The fence is never work, and this is not certainly another day than its dates.
    case never
    /// The fence has hours or dates, and no time is known.
    case noTime
    /// The fence is work, in its hours and dates.
    case work
    /// The fence is work, but at other hours.
    case outsideHours
    /// The fence means something, but on other days.
    case outsideDates

    /// The verdict that it leads to where no fence decides before.
    package var verdict: Verdict {
        switch self {
        case .work: .work
        case .noTime: .unsure
        case .never, .outsideHours, .outsideDates: .personal
        }
    }

    /// The rule of that name.
    package var reason: Reason {
        switch self {
        case .never: .neverFence
        case .noTime: .noTime
        case .work: .insideFence
        case .outsideHours: .outsideHours
        case .outsideDates: .outsideDates
        }
    }

    /// Its place among those that decide; being outside of hours and of dates weigh the same.
    var weight: Int { min(rawValue, Self.outsideHours.rawValue) }
}

extension String {
    /// Whether the text stands before another in the order of their UTF-8 bytes.
    func precedesByBytes(_ other: String) -> Bool {
        utf8.lexicographicallyPrecedes(other.utf8)
    }
}
