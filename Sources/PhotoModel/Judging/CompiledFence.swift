/// A fence with what judging would else work out again for every photo.
struct CompiledFence: Sendable {
    let fence: Fence
    private let shape: Shape
    private let area: Double

    private enum Shape: Sendable {
        case circle(center: AuxiliaryPoint, radius: Double)
        case polygon(MeasuredPolygon)
    }

    init(_ fence: Fence) {
        self.fence = fence
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

    /// The verdict on a photo inside.
    func judgement(at distance: Double) -> Judgement {
        switch fence.kind {
        case .work: Judgement(verdict: .work, reason: .insideFence, fence: fence.name, distance: distance)
        case .never: Judgement(verdict: .personal, reason: .neverFence, fence: fence.name, distance: distance)
        }
    }

    /// The order of judging.
    static func isJudgedBefore(_ a: CompiledFence, _ b: CompiledFence) -> Bool {
        if a.fence.kind != b.fence.kind { return a.fence.kind == .never }
        if a.area != b.area { return a.area < b.area }
        return a.fence.name.precedesByBytes(b.fence.name)
    }
}
