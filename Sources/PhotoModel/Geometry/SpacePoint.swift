internal import Glibc

/// A point in space or a way between two, in metres: x to 0°E on the equator, y to 90°E, z to the north pole.
///
/// How far two points of the ellipsoid are apart in a straight line orders them as the geodesic does, to about
/// (distance / 6,400 km)² / 2,000 of the distance, and knows neither poles nor an antimeridian.
struct SpacePoint: Sendable {
    var x: Double
    var y: Double
    var z: Double

    func dot(_ other: SpacePoint) -> Double { x * other.x + y * other.y + z * other.z }

    var length: Double { dot(self).squareRoot() }

    func distance(to other: SpacePoint) -> Double { (self - other).length }

    static func + (a: SpacePoint, b: SpacePoint) -> SpacePoint {
        SpacePoint(x: a.x + b.x, y: a.y + b.y, z: a.z + b.z)
    }

    static func - (a: SpacePoint, b: SpacePoint) -> SpacePoint {
        SpacePoint(x: a.x - b.x, y: a.y - b.y, z: a.z - b.z)
    }

    static func * (a: SpacePoint, factor: Double) -> SpacePoint {
        SpacePoint(x: a.x * factor, y: a.y * factor, z: a.z * factor)
    }
}

extension AuxiliaryPoint {
    var inSpace: SpacePoint {
        let angle = longitude * .pi / 180
        let horizontal = Ellipsoid.equatorialRadius * cosine
        return SpacePoint(x: horizontal * cos(angle), y: horizontal * sin(angle), z: Ellipsoid.polarRadius * sine)
    }
}

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

/// The part of the earth's surface within a distance of a point, on the sphere that has the ellipsoid's area.
struct SphericalCap {
    /// Metres along the surface; at least 0.
    let radius: Double

    /// Square metres; that of the whole sphere from a radius of half its circumference on.
    var area: Double {
        let sphere = Ellipsoid.authalicRadius
        // 1 - cos x as 2 sin²(x/2) keeps the digits of small circles.
        let half = sin(min(radius / sphere, .pi) / 2)
        return 4 * .pi * sphere * sphere * half * half
    }
}
