internal import Glibc

/// The length in metres of the shortest way between two points along the WGS 84 ellipsoid.
///
/// Within a millimetre of the exact value for any two points; 0 for a point and itself, and for a pole and the same
/// pole at another longitude.
package func geodesicDistance(_ a: Coordinate, _ b: Coordinate) -> Double {
    geodesicDistance(AuxiliaryPoint(a), AuxiliaryPoint(b))
}

/// The same for points that are already on the auxiliary sphere.
func geodesicDistance(_ a: AuxiliaryPoint, _ b: AuxiliaryPoint) -> Double {
    let longitude = a.longitudeDifference(to: b)
    return vincentyDistance(a, b, longitude: longitude) ?? AntipodalGeodesic(a, b, longitude: longitude).length
}

/// The WGS 84 ellipsoid (NIMA TR8350.2, table 3.1).
enum Ellipsoid {
    /// The semi-major axis in metres.
    static let equatorialRadius = 6_378_137.0
    static let flattening = 1 / 298.257_223_563
    /// The semi-minor axis in metres.
    static let polarRadius = 6_378_137.0 * (1 - 1 / 298.257_223_563)
    /// The radius in metres of the sphere with the same area (Moritz 1980, "Geodetic Reference System 1980").
    static let authalicRadius = 6_371_007.180_918
}

/// The geodesic distance in metres by Vincenty 1975, "Direct and inverse solutions of geodesics on the ellipsoid with
/// application of nested equations", equations 13 to 20; nil near the antipode, where its iteration does not converge.
///
/// `longitude` is the difference in radians, 0…π. The names of the terms are Vincenty's.
func vincentyDistance(_ a: AuxiliaryPoint, _ b: AuxiliaryPoint, longitude: Double) -> Double? {
    let sines = a.sine * b.sine
    let cosines = a.cosine * b.cosine
    // The iteration shrinks its error about 300-fold a step, ever less so within 3 degrees of the antipode.
    guard sines + cosines * cos(longitude) > -0.9986 else { return nil }
    var lambda = longitude
    for _ in 0..<50 {
        let (sinLambda, cosLambda) = (sin(lambda), cos(lambda))
        let east = b.cosine * sinLambda
        let north = a.cosine * b.sine - a.sine * b.cosine * cosLambda
        let sinSigma = (east * east + north * north).squareRoot()
        guard sinSigma > 0 else { return 0 }
        let cosSigma = sines + cosines * cosLambda
        let sinAlpha = cosines * sinLambda / sinSigma
        let arc = VincentyArc(
            sinSigma: sinSigma, cosSigma: cosSigma, sinAlpha: min(sinAlpha, 1), sines: sines)
        let next = longitude + arc.longitudeExcess
        if abs(next - lambda) < 1e-12 { return arc.length }
        lambda = next
    }
    return nil
}

/// An arc of a great circle on the auxiliary sphere, and what it is on the ellipsoid.
private struct VincentyArc {
    let sinSigma: Double
    let cosSigma: Double
    let sigma: Double
    let sinAlpha: Double
    let cosSquaredAlpha: Double
    /// The cosine of twice the angle from the equator to the middle of the arc.
    let cosMiddle: Double

    init(sinSigma: Double, cosSigma: Double, sinAlpha: Double, sines: Double) {
        self.sinSigma = sinSigma
        self.cosSigma = cosSigma
        self.sinAlpha = sinAlpha
        sigma = atan2(sinSigma, cosSigma)
        cosSquaredAlpha = 1 - sinAlpha * sinAlpha
        cosMiddle = cosSquaredAlpha > 0 ? cosSigma - 2 * sines / cosSquaredAlpha : 0
    }

    /// How much further the arc turns on the sphere than the geodesic on the ellipsoid, in radians (10 and 11).
    var longitudeExcess: Double {
        let f = Ellipsoid.flattening
        let c = f / 16 * cosSquaredAlpha * (4 + f * (4 - 3 * cosSquaredAlpha))
        let middle = cosMiddle + c * cosSigma * (2 * cosMiddle * cosMiddle - 1)
        return (1 - c) * f * sinAlpha * (sigma + c * sinSigma * middle)
    }

    /// The length on the ellipsoid in metres (3, 4, 6 and 19).
    var length: Double {
        let (a, b) = (Ellipsoid.equatorialRadius, Ellipsoid.polarRadius)
        let u = cosSquaredAlpha * (a * a - b * b) / (b * b)
        let scale = 1 + u / 16_384 * (4_096 + u * (-768 + u * (320 - 175 * u)))
        let k = u / 1_024 * (256 + u * (-128 + u * (74 - 47 * u)))
        let square = cosMiddle * cosMiddle
        let third = k / 6 * cosMiddle * (4 * sinSigma * sinSigma - 3) * (4 * square - 3)
        let delta = k * sinSigma * (cosMiddle + k / 4 * (cosSigma * (2 * square - 1) - third))
        return b * scale * (sigma - delta)
    }
}

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

/// A point as geodesics see it: on the auxiliary sphere of reduced latitudes (Karney 2013, "Algorithms for geodesics",
/// section 2), where a geodesic is an arc of a great circle.
struct AuxiliaryPoint: Hashable, Sendable {
    /// Sine and cosine of the reduced latitude; the cosine is never negative, and 0 at the poles.
    let sine: Double
    let cosine: Double
    /// Degrees on the ellipsoid, −90…90.
    let latitude: Double
    /// Degrees, −180…180.
    let longitude: Double

    init(_ coordinate: Coordinate) {
        latitude = coordinate.latitude
        let angle = latitude * .pi / 180
        let vertical = (1 - Ellipsoid.flattening) * sin(angle)
        let horizontal = abs(latitude) == 90 ? 0 : cos(angle)
        let length = (vertical * vertical + horizontal * horizontal).squareRoot()
        sine = vertical / length
        cosine = horizontal / length
        longitude = coordinate.longitude
    }

    /// The angle between the meridians of two points in radians, 0…π.
    func longitudeDifference(to other: AuxiliaryPoint) -> Double {
        let difference = abs(other.longitude - longitude)
        return (difference > 180 ? 360 - difference : difference) * .pi / 180
    }

    /// Whether the latitude is the greater, north or south: by the cosine where the sine is close to 1 and tells less.
    func isFartherFromEquator(than other: AuxiliaryPoint) -> Bool {
        cosine < abs(sine) ? cosine < other.cosine : abs(sine) > abs(other.sine)
    }
}

/// What an arc of the auxiliary sphere is on the ellipsoid, by Gauss-Legendre quadrature with 16 nodes, which is exact
/// to rounding for arcs up to π.
struct GeodesicIntegrals {
    /// The length in metres (Karney 2013, equation 7).
    private(set) var length = 0.0
    /// How far the longitude on the ellipsoid stays behind that on the sphere, in radians (equation 8).
    private(set) var longitudeLag = 0.0

    /// The arc from `sigma1` to `sigma2`, radians from the node, of the great circle that crosses the equator at an
    /// azimuth with the sine `sinAlpha0`.
    init(from sigma1: Double, to sigma2: Double, sinAlpha0: Double) {
        let f = Ellipsoid.flattening
        let secondEccentricitySquared = f * (2 - f) / ((1 - f) * (1 - f))
        let kSquared = secondEccentricitySquared * (1 - sinAlpha0 * sinAlpha0)
        let (middle, half) = ((sigma1 + sigma2) / 2, (sigma2 - sigma1) / 2)
        for (node, weight) in Self.rule {
            for sigma in [middle - half * node, middle + half * node] {
                let root = (1 + kSquared * sin(sigma) * sin(sigma)).squareRoot()
                length += weight * root
                longitudeLag += weight * (2 - f) / (1 + (1 - f) * root)
            }
        }
        length *= half * Ellipsoid.polarRadius
        longitudeLag *= half * f * sinAlpha0
    }

    /// The positive nodes and their weights (Abramowitz and Stegun, table 25.4).
    private static let rule: [(node: Double, weight: Double)] = [
        (0.095_012_509_837_637_44, 0.189_450_610_455_068_64),
        (0.281_603_550_779_258_9, 0.182_603_415_044_923_64),
        (0.458_016_777_657_227_37, 0.169_156_519_395_002_65),
        (0.617_876_244_402_643_8, 0.149_595_988_816_576_7),
        (0.755_404_408_355_003, 0.124_628_971_255_534_07),
        (0.865_631_202_387_831_8, 0.095_158_511_682_492_6),
        (0.944_575_023_073_232_6, 0.062_253_523_938_647_456),
        (0.989_400_934_991_649_9, 0.027_152_459_411_754_176),
    ]
}
