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
    /// The point of the ellipsoid in space.
    var inSpace: SpacePoint {
        let angle = longitude * .pi / 180
        let horizontal = Ellipsoid.equatorialRadius * cosine
        return SpacePoint(x: horizontal * cos(angle), y: horizontal * sin(angle), z: Ellipsoid.polarRadius * sine)
    }
}
