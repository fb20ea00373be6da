internal import Glibc

extension FenceShape {
    /// A closed line in degrees: the last point is the first. Longitudes may go beyond ±180.
    package typealias OutlineRing = [(longitude: Double, latitude: Double)]

    /// The lines to draw: the parts of a polygon, each with its outer ring and its holes; for a circle one part with
    /// one ring of 72 corners, whose radius and directions are those of a sphere.
    package var outline: [[OutlineRing]] {
        switch self {
        case .circle(let center, let radius): [[Self.corners(center, radius)]]
        case .polygon(let polygon):
            polygon.parts.map { part in part.rings.map { $0.positions.map { ($0.longitude, $0.latitude) } } }
        }
    }

    private static func corners(_ center: Coordinate, _ radius: Double) -> OutlineRing {
        let (latitude, arc) = (center.latitude * .pi / 180, radius / Ellipsoid.authalicRadius)
        let corners = (0..<72).map { corner -> (longitude: Double, latitude: Double) in
            let direction = Double(corner) * 5 * .pi / 180
            let sine = sin(latitude) * cos(arc) + cos(latitude) * sin(arc) * cos(direction)
            let east = atan2(sin(direction) * sin(arc) * cos(latitude), cos(arc) - sin(latitude) * sine)
            let longitude = (center.longitude + east * 180 / .pi).remainder(dividingBy: 360)
            func rounded(_ degrees: Double) -> Double { (degrees * 10_000_000).rounded() / 10_000_000 }
            return (rounded(longitude), rounded(asin(min(1, max(-1, sine))) * 180 / .pi))
        }
        return corners + [corners[0]]
    }
}
