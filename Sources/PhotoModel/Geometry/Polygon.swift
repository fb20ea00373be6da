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

        /// The outer ring and the holes.
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
