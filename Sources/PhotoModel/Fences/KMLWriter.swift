internal import Glibc

/// Writes fences as KML 2.2 (OGC 07-147r2), for Google Earth, My Maps and what else reads it.
///
/// KML has no circle: one is written as its middle and, for the eye, a polygon of 72 corners, with the radius among the
/// data. `fence import` reads it back as the circle. Hours, dates and destinations have no place in KML.
package enum KMLWriter {
    /// A whole file.
    package static func bytes(of fences: [Fence]) -> [UInt8] {
        var lines = [
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<kml xmlns=\"http://www.opengis.net/kml/2.2\">",
            "<Document>", "<name>Fences</name>",
        ]
        for fence in fences { lines += placemark(fence) }
        return Array((lines + ["</Document>", "</kml>", ""]).joined(separator: "\n").utf8)
    }

    private static func placemark(_ fence: Fence) -> [String] {
        var data = [("kind", fence.kind.rawValue)]
        let geometry: [String]
        switch fence.shape {
        case .circle(let center, let radius):
            data.append(("radius", shortest(radius)))
            let point =
                "<Point><coordinates>\(shortest(center.longitude)),\(shortest(center.latitude))</coordinates></Point>"
            geometry = ["<MultiGeometry>", point, polygon(fence.shape.outline[0]), "</MultiGeometry>"]
        case .polygon:
            let parts = fence.shape.outline.map(polygon)
            geometry = parts.count == 1 ? parts : ["<MultiGeometry>"] + parts + ["</MultiGeometry>"]
        }
        let values = data.map { "<Data name=\"\($0)\"><value>\($1)</value></Data>" }
        return ["<Placemark>", "<name>\(escaped(fence.name))</name>", "<ExtendedData>"] + values + ["</ExtendedData>"]
            + geometry + ["</Placemark>"]
    }

    private static func polygon(_ rings: [FenceShape.OutlineRing]) -> String {
        let boundaries = rings.enumerated().map { place, ring in
            let name = place == 0 ? "outerBoundaryIs" : "innerBoundaryIs"
            let positions = ring.map { position in
                let longitude =
                    abs(position.longitude) <= 180 ? position.longitude : position.longitude.remainder(dividingBy: 360)
                return "\(shortest(longitude)),\(shortest(position.latitude))"
            }
            return
                "<\(name)><LinearRing><coordinates>\(positions.joined(separator: " "))</coordinates></LinearRing></\(name)>"
        }
        return "<Polygon>\(boundaries.joined())</Polygon>"
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}

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
