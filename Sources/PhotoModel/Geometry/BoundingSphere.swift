/// A ball in space.
struct BoundingSphere: Sendable {
    let center: SpacePoint
    /// Metres.
    let radius: Double

    init(center: SpacePoint, radius: Double) {
        self.center = center
        self.radius = radius
    }

    /// One that has all of these; at least one.
    init(around spheres: ArraySlice<BoundingSphere>) {
        let sum = spheres.reduce(SpacePoint(x: 0, y: 0, z: 0)) { $0 + $1.center }
        let center = sum * (1 / Double(spheres.count))
        self.center = center
        radius = spheres.reduce(0) { max($0, $1.center.distance(to: center) + $1.radius) }
    }

    /// Metres from a point to the ball, at least; negative inside.
    func lowerBound(from point: SpacePoint) -> Double {
        point.distance(to: center) - radius
    }
}
