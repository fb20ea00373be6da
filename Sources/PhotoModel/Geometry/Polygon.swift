internal import Glibc

/// Ground enclosed by rings whose edges are straight in longitude and latitude (RFC 7946, section 3.1.1).
///
/// A point is inside where it is inside one of the parts; the parts are taken not to overlap.
package struct Polygon: Hashable, Sendable {
    /// One outer ring, and what is cut out of it.
    package struct Part: Hashable, Sendable {
        /// What encloses the ground.
        package let outer: PolygonRing
        /// What is not part of it; their boundaries are.
        package let holes: [PolygonRing]

        package init(outer: PolygonRing, holes: [PolygonRing] = []) {
            self.outer = outer
            self.holes = holes
        }

        var rings: [PolygonRing] { [outer] + holes }
    }

    /// The parts; at least one.
    package let parts: [Part]

    /// Nil where there is no part.
    package init?(parts: [Part]) {
        guard !parts.isEmpty else { return nil }
        self.parts = parts
    }

    /// Square metres on the ellipsoid; where a ring crosses itself, what it goes round clockwise counts against the
    /// rest. Never negative.
    var area: Double {
        parts.reduce(0) { sum, part in
            sum + max(0, abs(part.outer.signedArea) - part.holes.reduce(0) { $0 + abs($1.signedArea) })
        }
    }
}

/// A position of a ring, in signed decimal degrees.
package struct RingPosition: Hashable, Sendable {
    /// Degrees north, −90…90.
    package let latitude: Double
    /// Degrees east, −540…540, so that a ring can go on over the antimeridian: 190 is −170.
    package let longitude: Double

    /// Nil when either value is out of range or not a number.
    package init?(latitude: Double, longitude: Double) {
        guard (-90...90).contains(latitude), (-540...540).contains(longitude) else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// A closed line on the earth: its last position is its first. It may go round either way.
///
/// What a ring that crosses itself encloses is told by the even-odd rule.
package struct PolygonRing: Hashable, Sendable {
    /// At least four, of which the first and the last are the same.
    package let positions: [RingPosition]

    /// - Throws: where the positions make no ring, or one that encloses nothing.
    package init(_ positions: [RingPosition]) throws(RingError) {
        guard positions.count >= 4 else {
            throw RingError(index: max(positions.count - 1, 0), problem: .tooShort(positions.count))
        }
        guard positions.first == positions.last else {
            throw RingError(index: positions.count - 1, problem: .notClosed)
        }
        for index in 1..<positions.count where Self.areApart(positions[index - 1], positions[index]) {
            throw RingError(
                index: index,
                problem: .tooFarApart(from: positions[index - 1].longitude, to: positions[index].longitude))
        }
        self.positions = positions
        guard enclosesSomething else { throw RingError(index: 0, problem: .noArea(positions[0])) }
    }

    /// Whether two neighbours leave open which way round the earth the edge goes. At a pole it goes nowhere.
    private static func areApart(_ a: RingPosition, _ b: RingPosition) -> Bool {
        abs(a.longitude - b.longitude) > 180 && !(a.latitude == b.latitude && abs(a.latitude) == 90)
    }

    /// In degrees: a tenth of a millimetre, more than rounding moves positions.
    private static let rounding = 1e-9

    /// Whether there is ground inside: the positions do not all lie on one line, and the ring does not go back the way
    /// it came. Of a ring that crosses itself the parts may cancel each other out.
    private var enclosesSomething: Bool {
        let first = positions[0]
        let ways = positions.map { (east: $0.longitude - first.longitude, north: $0.latitude - first.latitude) }
        typealias Way = (east: Double, north: Double)
        func cross(_ a: Way, _ b: Way) -> Double { a.east * b.north - a.north * b.east }
        func length(_ a: Way) -> Double { (a.east * a.east + a.north * a.north).squareRoot() }
        let far = ways.max { length($0) < length($1) } ?? (0, 0)
        let least = Self.rounding * length(far)
        guard ways.contains(where: { abs(cross(far, $0)) > least }) else { return false }
        let area = zip(ways, ways.dropFirst()).reduce(0) { $0 + cross($1.0, $1.1) }
        return abs(area) > least || RingSelfCrossing(of: self).point != nil
    }
}

/// Why positions are no ring.
package struct RingError: Error, Hashable, Sendable {
    /// What can be wrong.
    package enum Problem: Hashable, Sendable {
        /// Fewer than four positions.
        case tooShort(Int)
        /// The last position is not the first.
        case notClosed
        /// The longitudes of neighbours are more than 180 degrees apart.
        case tooFarApart(from: Double, to: Double)
        /// The ring that begins there encloses nothing.
        case noArea(RingPosition)
    }

    /// The position it is about, from 0.
    package let index: Int
    package let problem: Problem
}

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
    /// millionth of the exact value up to 1,000 km. A polygon without a boundary, which is the whole earth, has all
    /// points as far inside as can be.
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

extension PolygonRing {
    /// Square metres on the ellipsoid; positive where the ring goes round against the clock.
    ///
    /// The integral of the area between a latitude and the first position's, over the longitude (Green's theorem), by
    /// Gauss-Legendre quadrature with three nodes on pieces of at most a degree.
    var signedArea: Double {
        let origin = zoneArea(to: positions[0].latitude)
        var area = 0.0
        for index in 1..<positions.count {
            let (a, b) = (positions[index - 1], positions[index])
            let (east, north) = (b.longitude - a.longitude, b.latitude - a.latitude)
            let pieces = max(1, abs(north).rounded(.up))
            for piece in 0..<Int(pieces) {
                for (node, weight) in Self.rule {
                    let latitude = a.latitude + north * (Double(piece) + node) / pieces
                    area -= (zoneArea(to: latitude) - origin) * weight / pieces * east * .pi / 180
                }
            }
        }
        return area
    }

    /// Square metres between the equator and a latitude, for a radian of longitude (Snyder 1987, "Map Projections: A
    /// Working Manual", equation 3-12, times half the squared semi-major axis).
    private func zoneArea(to latitude: Double) -> Double {
        let e = (Ellipsoid.flattening * (2 - Ellipsoid.flattening)).squareRoot()
        let s = sin(latitude * .pi / 180)
        let b = Ellipsoid.polarRadius
        return b * b / 2 * (s / (1 - e * e * s * s) + atanh(e * s) / e)
    }

    /// Nodes within 0…1 and their weights.
    private static let rule = [
        (node: 0.112_701_665_379_258_3, weight: 5.0 / 18), (0.5, 8.0 / 18), (0.887_298_334_620_741_7, 5.0 / 18),
    ]
}
