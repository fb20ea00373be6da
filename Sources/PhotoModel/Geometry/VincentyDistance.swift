internal import Glibc

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
