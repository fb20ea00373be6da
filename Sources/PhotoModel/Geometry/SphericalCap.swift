internal import Glibc

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
