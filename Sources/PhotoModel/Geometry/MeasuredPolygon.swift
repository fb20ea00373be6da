/// A polygon made ready to be asked how far many points are from it.
struct MeasuredPolygon: Sendable {
    private let parts: [(outer: RingCrossings, holes: [RingCrossings])]
    private let boundary: BoundaryTree

    /// Metres from a pole to the other: farther than any point can be from a boundary.
    private static let farthest = 20_003_931.458_625

    /// Distances below a micrometre come of rounding: the point is on the boundary.
    private static let onBoundary = 1e-6

    init(_ polygon: Polygon) {
        parts = polygon.parts.map { (RingCrossings($0.outer), $0.holes.map(RingCrossings.init)) }
        boundary = BoundaryTree(PolygonBoundary.pieces(of: polygon))
    }

    /// Metres from a point to the boundary along the ellipsoid, negative inside, 0 on it; within a millimetre and a
    /// millionth of the exact value up to 1,000 km. A polygon without a boundary, which is the whole earth, has all points
    /// as far inside as can be.
    func distance(to point: AuxiliaryPoint) -> Double {
        let distance = boundary.distance(from: point) ?? Self.farthest
        if distance < Self.onBoundary { return 0 }
        return contains(point) ? -distance : distance
    }

    private func contains(_ point: AuxiliaryPoint) -> Bool {
        parts.contains { part in
            part.outer.contains(latitude: point.latitude, longitude: point.longitude)
                && !part.holes.contains { $0.contains(latitude: point.latitude, longitude: point.longitude) }
        }
    }
}
