internal import Glibc

/// The shortest geodesic between two points, found in a way that always converges; for points near each other's
/// antipode.
///
/// Karney 2013, "Algorithms for geodesics", section 4: with the points swapped and mirrored so that the first is the
/// farther from the equator and south of it, the longitude at which a geodesic next reaches the latitude of the second
/// grows with the azimuth at which it leaves the first. That azimuth is found by halving; the two integrals of a
/// geodesic (8 and 9 there) are evaluated by quadrature, exact to rounding.
struct AntipodalGeodesic {
    private let first: AuxiliaryPoint
    private let sine2: Double
    /// The difference of the squared cosines of the second and the first, by way of what loses fewer digits.
    private let squareDifference: Double
    private let longitude: Double

    /// `longitude` is the difference in radians, 0…π.
    init(_ a: AuxiliaryPoint, _ b: AuxiliaryPoint, longitude: Double) {
        let isOrdered = !b.isFartherFromEquator(than: a)
        first = isOrdered ? a : b
        let second = isOrdered ? b : a
        sine2 = first.sine > 0 ? -second.sine : second.sine
        squareDifference =
            first.cosine < abs(first.sine)
            ? (second.cosine - first.cosine) * (second.cosine + first.cosine)
            : (first.sine - second.sine) * (first.sine + second.sine)
        self.longitude = longitude
    }

    /// The length in metres.
    var length: Double {
        let alongEquator = Ellipsoid.equatorialRadius * longitude
        if first.sine == 0, longitude <= (1 - Ellipsoid.flattening) * .pi { return alongEquator }
        // At a pole every azimuth leads along a meridian, and the longitude says nothing.
        if first.cosine == 0 { return leaving(at: 0).length }
        var (low, high) = (0.0, Double.pi)
        for _ in 0..<64 {
            let middle = (low + high) / 2
            if leaving(at: middle).longitude < longitude { low = middle } else { high = middle }
        }
        // What halving could not resolve is made good by Clairaut's relation: ds = a sin(α0) dλ along a parallel.
        let found = leaving(at: high)
        return found.length + Ellipsoid.equatorialRadius * found.sinAlpha0 * (longitude - found.longitude)
    }

    /// The geodesic from the first point at an azimuth, 0…π, to where it next goes north through the second's latitude.
    private func leaving(at azimuth: Double) -> (longitude: Double, length: Double, sinAlpha0: Double) {
        // On the equator the sine is a negative zero, so that angles beyond π/2 count as west of the node.
        let sine1 = -abs(first.sine)
        let sinAlpha0 = sin(azimuth) * first.cosine
        let north1 = cos(azimuth) * first.cosine
        let north2 = (north1 * north1 + max(squareDifference, 0)).squareRoot()
        let (sigma1, sigma2) = (atan2(sine1, north1), atan2(sine2, north2))
        let omega = atan2(sinAlpha0 * sine2, north2) - atan2(sinAlpha0 * sine1, north1)
        let integrals = GeodesicIntegrals(from: sigma1, to: sigma2, sinAlpha0: sinAlpha0)
        return (omega - integrals.longitudeLag, integrals.length, sinAlpha0)
    }
}
