internal import Glibc

/// A band of latitudes and an interval of longitudes that may cross the antimeridian or go all the way round.
package struct BoundingBox: Hashable, Sendable {
    /// The least latitude.
    package let south: Double
    /// The greatest latitude.
    package let north: Double
    private let middle: Double
    private let halfWidth: Double

    /// A box that holds every point within `distance` metres of a centre along the ellipsoid, and little more.
    ///
    /// A geodesic of s metres is an arc of at most s/b on the auxiliary sphere, and the longitudes of its ends differ
    /// on the ellipsoid by no more than there (Karney 2013, equations 7 and 8). So a circle on that sphere has all of
    /// it. Where it reaches a pole the box has all longitudes. A negative distance counts as 0.
    package init(around center: Coordinate, within distance: Double) {
        let arc = max(distance, 0) / Ellipsoid.polarRadius
        let point = AuxiliaryPoint(center)
        let latitude = atan2(point.sine, point.cosine)
        south = Self.latitude(ofReduced: latitude - arc) - Self.margin
        north = Self.latitude(ofReduced: latitude + arc) + Self.margin
        middle = center.longitude
        if abs(latitude) + arc < .pi / 2 {
            halfWidth = asin(min(sin(arc) / point.cosine * (1 + 1e-14), 1)) * 180 / .pi + Self.margin
        } else {
            halfWidth = 180
        }
    }

    /// A box that holds every point within `distance` metres of a polygon along the ellipsoid, and little more where
    /// the polygon fills its own box. A negative distance counts as 0.
    init(around polygon: Polygon, within distance: Double) {
        let latitudes = polygon.parts.flatMap { $0.outer.positions.map(\.latitude) }
        let (low, high) = (latitudes.min() ?? 0, latitudes.max() ?? 0)
        let turns = LongitudeSpan(of: polygon)
        // Longitudes reach farthest where the polygon is nearest to a pole.
        let farthest = max(abs(low), abs(high))
        let arc = max(distance, 0) / Ellipsoid.polarRadius
        south = Self.latitude(ofReduced: Self.reduced(low) - arc) - Self.margin
        north = Self.latitude(ofReduced: Self.reduced(high) + arc) + Self.margin
        middle = turns.middle
        let reduced = Self.reduced(farthest)
        if reduced + arc < .pi / 2 {
            let reach = asin(min(sin(arc) / cos(reduced) * (1 + 1e-14), 1)) * 180 / .pi
            halfWidth = min(turns.halfWidth + reach + Self.margin, 180)
        } else {
            halfWidth = 180
        }
    }

    /// The longitudes as intervals within −180…180: one, or two where the box crosses the antimeridian.
    package var longitudes: [ClosedRange<Double>] {
        if halfWidth >= 180 { return [-180...180] }
        let (west, east) = (middle - halfWidth, middle + halfWidth)
        if west < -180 { return [-180...east, west + 360...180] }
        if east > 180 { return [-180...east - 360, west...180] }
        return [west...east]
    }

    /// Whether a point lies in the box.
    package func contains(_ point: Coordinate) -> Bool {
        guard point.latitude >= south, point.latitude <= north else { return false }
        let difference = abs(point.longitude - middle)
        return min(difference, 360 - difference) <= halfWidth
    }

    /// Degrees that outweigh the rounding of what stands above: about 0.1 mm.
    private static let margin = 1e-9

    /// The reduced latitude in radians for degrees of latitude.
    private static func reduced(_ latitude: Double) -> Double {
        guard abs(latitude) < 90 else { return latitude < 0 ? -.pi / 2 : .pi / 2 }
        return atan(tan(latitude * .pi / 180) * (1 - Ellipsoid.flattening))
    }

    /// Degrees of latitude for a reduced latitude in radians, held within −90…90.
    private static func latitude(ofReduced angle: Double) -> Double {
        guard abs(angle) < .pi / 2 else { return angle < 0 ? -90 : 90 }
        return atan(tan(angle) / (1 - Ellipsoid.flattening)) * 180 / .pi
    }
}

/// The narrowest interval of longitudes that has a whole polygon; it may cross the antimeridian.
struct LongitudeSpan {
    /// Degrees, −180…180.
    let middle: Double
    /// Degrees, 0…180.
    let halfWidth: Double

    init(of polygon: Polygon) {
        let arcs = polygon.parts.map { Self.arc(of: $0.outer) }.sorted { $0.west < $1.west }
        // The parts in turn from the west; where the next begins beyond what they have reached is a gap. The widest gap
        // is what is left out.
        var reached = arcs[0].west + arcs[0].width
        var widest = (width: 0.0, after: 0.0)
        for arc in arcs.dropFirst() {
            if arc.west - reached > widest.width { widest = (arc.west - reached, reached) }
            reached = max(reached, arc.west + arc.width)
        }
        let last = arcs[0].west + 360 - reached
        if last > widest.width { widest = (last, reached) }
        halfWidth = min(max(180 - widest.width / 2, 0), 180)
        middle = (widest.after + widest.width + halfWidth).remainder(dividingBy: 360)
    }

    /// Where a ring begins in the west, −180..<180, and how many degrees it goes from there to the east.
    private static func arc(of ring: PolygonRing) -> (west: Double, width: Double) {
        let longitudes = ring.positions.map(\.longitude)
        let (west, east) = (longitudes.min() ?? 0, longitudes.max() ?? 0)
        let rest = west.remainder(dividingBy: 360)
        return (rest == 180 ? -180 : rest, min(east - west, 360))
    }
}
