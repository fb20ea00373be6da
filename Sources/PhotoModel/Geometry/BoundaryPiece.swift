internal import Glibc

/// A piece of a boundary that is straight in longitude and latitude and spans at most a degree of each, so that it
/// bends little.
struct BoundaryPiece: Sendable {
    let start: SpacePoint
    let end: SpacePoint
    /// How far the piece goes from the straight line between its ends, at most; metres.
    private let deviation: Double
    /// The second derivative by the part of the way, by differences.
    private let bend: SpacePoint
    private let from: RingPosition
    private let north: Double
    private let east: Double

    /// `north` and `east` are the degrees to the end.
    init(from: RingPosition, north: Double, east: Double) {
        self.from = from
        self.north = north
        self.east = east
        start = Self.surface(latitude: from.latitude, longitude: from.longitude).point
        end = Self.surface(latitude: from.latitude + north, longitude: from.longitude + east).point
        let middle = Self.surface(latitude: from.latitude + north / 2, longitude: from.longitude + east / 2).point
        let offset = (start + end) * 0.5 - middle
        bend = offset * 8
        deviation = offset.length * 1.5 + 1e-8
    }

    /// A sphere that has the whole piece.
    var sphere: BoundingSphere {
        BoundingSphere(center: (start + end) * 0.5, radius: start.distance(to: end) / 2 + deviation)
    }

    /// Metres in a straight line from a point to the piece: not less than this.
    func lowerBound(from point: SpacePoint) -> Double {
        let line = end - start
        let square = line.dot(line)
        let part = square > 0 ? min(max((point - start).dot(line) / square, 0), 1) : 0
        return point.distance(to: start + line * part) - deviation
    }

    /// The nearest place of the piece: metres in a straight line, and its part of the way from the start.
    ///
    /// By Newton's method on the derivative of the squared distance, held within the piece; an end where that is nearer.
    func nearest(to point: SpacePoint) -> (distance: Double, part: Double) {
        var best = (distance: point.distance(to: start), part: 0.0)
        let atEnd = point.distance(to: end)
        if atEnd < best.distance { best = (atEnd, 1) }
        let line = end - start
        let square = line.dot(line)
        guard square > 0 else { return best }
        var part = min(max((point - start).dot(line) / square, 0), 1)
        for _ in 0..<8 {
            let surface = surface(at: part)
            let way = surface.point - point
            let distance = way.length
            if distance < best.distance { best = (distance, part) }
            let slope = surface.along.dot(surface.along) + way.dot(bend)
            guard slope > 0 else { break }
            let next = min(max(part - way.dot(surface.along) / slope, 0), 1)
            let step = abs(next - part)
            part = next
            if step < 1e-13 { break }
        }
        return best
    }

    /// The coordinate of a part of the way.
    func coordinate(at part: Double) -> Coordinate? {
        let latitude = min(max(from.latitude + north * part, -90), 90)
        let longitude = (from.longitude + east * part).remainder(dividingBy: 360)
        return Coordinate(latitude: latitude, longitude: longitude)
    }

    /// The point of a part of the way, and the derivative by the part.
    private func surface(at part: Double) -> (point: SpacePoint, along: SpacePoint) {
        let found = Self.surface(latitude: from.latitude + north * part, longitude: from.longitude + east * part)
        let radians = Double.pi / 180
        return (found.point, found.north * (north * radians) + found.east * (east * radians))
    }

    /// A point of the ellipsoid, and its derivatives by latitude and longitude in radians.
    private static func surface(
        latitude: Double, longitude: Double
    ) -> (point: SpacePoint, north: SpacePoint, east: SpacePoint) {
        let (phi, lambda) = (latitude * .pi / 180, longitude * .pi / 180)
        let (s, c) = (sin(phi), abs(latitude) == 90 ? 0 : cos(phi))
        let (sinLambda, cosLambda) = (sin(lambda), cos(lambda))
        let eSquared = Ellipsoid.flattening * (2 - Ellipsoid.flattening)
        let w = (1 - eSquared * s * s).squareRoot()
        let normal = Ellipsoid.equatorialRadius / w
        let meridian = normal * (1 - eSquared) / (w * w)
        return (
            SpacePoint(x: normal * c * cosLambda, y: normal * c * sinLambda, z: normal * (1 - eSquared) * s),
            SpacePoint(x: -meridian * s * cosLambda, y: -meridian * s * sinLambda, z: meridian * c),
            SpacePoint(x: -normal * c * sinLambda, y: normal * c * cosLambda, z: 0)
        )
    }
}
