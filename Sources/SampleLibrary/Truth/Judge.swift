/// Verdicts by circles and accuracy, computed independently of the program under test.
enum Judge {
    /// The minimum distance of photos from boundaries, in metres.
    static let clearance = 1.0

    /// A fence and a position's distance to its boundary in metres, negative inside.
    struct Nearby {
        let fence: SampleFence
        let distance: Double
    }

    /// The fences whose centre is within 100 km, nearest boundary first.
    static func nearby(_ point: GeoPoint) -> [Nearby] {
        SampleFence.all.filter { $0.centre.mayBeNear(point) }
            .map { Nearby(fence: $0, distance: Geodesic.distance($0.centre, point) - $0.radius) }
            .filter { $0.distance + $0.fence.radius <= 100_000 }
            .sorted { $0.distance < $1.distance }
    }

    /// The deciding fence: a `never` fence, else the smallest work fence, else none.
    static func deciding(_ nearby: [Nearby]) -> Nearby? {
        let inside = nearby.filter { $0.distance <= 0 }
        return inside.first { $0.fence.kind == .never } ?? inside.min { $0.fence.radius < $1.fence.radius }
    }

    /// The fences with each side that the accuracy permits: at 80 %, both sides of boundaries nearer than 0.555 of the
    /// 68 % radius.
    static func readings(_ nearby: [Nearby], accuracy: Double?) -> [[Nearby]] {
        nearby.reduce(into: [[]]) { readings, near in
            let isCertain = accuracy.map { abs(near.distance) >= 0.555 * $0 } ?? true
            let sides = isCertain ? [near.distance] : [-abs(near.distance), abs(near.distance)]
            readings = readings.flatMap { reading in
                sides.map { reading + [Nearby(fence: near.fence, distance: $0)] }
            }
        }
    }

    /// Whether a position is clear of every boundary, and the given fence, or none, decides.
    static func isClear(_ fix: Shot.Fix, inside fence: SampleFence?) -> Bool {
        guard let point = fix.coordinate else { return false }
        let nearby = nearby(point)
        return nearby.allSatisfy { abs($0.distance) >= clearance } && deciding(nearby)?.fence == fence
    }
}
