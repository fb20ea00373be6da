import Glibc

/// Distances and destinations on the WGS 84 ellipsoid (Vincenty: "Direct and inverse solutions of geodesics on the
/// ellipsoid with application of nested equations", Survey Review XXIII, 1975). Accurate to less than a millimetre at
/// the distances of fences; not for nearly antipodal points.
enum Geodesic {
    private static let equatorialRadius = 6_378_137.0
    private static let flattening = 1 / 298.257223563
    private static let polarRadius = equatorialRadius * (1 - flattening)

    /// Metres between two points that are not nearly antipodal.
    static func distance(_ from: GeoPoint, _ to: GeoPoint) -> Double {
        let u1 = reducedLatitude(from), u2 = reducedLatitude(to)
        let difference = radians(to.longitude - from.longitude)
        var lambda = difference
        var arc = Arc(u1: u1, u2: u2, lambda: lambda)
        for _ in 0..<100 where arc.sinSigma > 0 {
            let correction = arc.longitudeCorrection(flattening)
            let next = difference + correction
            let change = abs(next - lambda)
            lambda = next
            arc = Arc(u1: u1, u2: u2, lambda: lambda)
            if change < 1e-13 { break }
        }
        guard arc.sinSigma > 0 else { return 0 }
        let series = VincentySeries(cosSquareAlpha: arc.cosSquareAlpha, equatorialRadius, polarRadius)
        let delta = series.deltaSigma(sin: arc.sinSigma, cos: arc.cosSigma, cosTwiceMid: arc.cosTwiceMid)
        return polarRadius * series.a * (arc.sigma - delta)
    }

    /// The point at a distance in metres and an azimuth in degrees clockwise from north.
    static func destination(from: GeoPoint, azimuth: Double, distance: Double) -> GeoPoint {
        let alpha1 = radians(azimuth), u1 = reducedLatitude(from)
        let sigma1 = atan2(tan(u1), cos(alpha1))
        let sinAlpha = cos(u1) * sin(alpha1), cosSquareAlpha = 1 - sinAlpha * sinAlpha
        let series = VincentySeries(cosSquareAlpha: cosSquareAlpha, equatorialRadius, polarRadius)
        var sigma = distance / (polarRadius * series.a), cosTwiceMid = 0.0
        for _ in 0..<100 {
            cosTwiceMid = cos(2 * sigma1 + sigma)
            let delta = series.deltaSigma(sin: sin(sigma), cos: cos(sigma), cosTwiceMid: cosTwiceMid)
            let next = distance / (polarRadius * series.a) + delta
            let change = abs(next - sigma)
            sigma = next
            if change < 1e-13 { break }
        }
        let x = sin(u1) * sin(sigma) - cos(u1) * cos(sigma) * cos(alpha1)
        let north = sin(u1) * cos(sigma) + cos(u1) * sin(sigma) * cos(alpha1)
        let latitude = atan2(north, (1 - flattening) * (sinAlpha * sinAlpha + x * x).squareRoot())
        let lambda = atan2(sin(sigma) * sin(alpha1), cos(u1) * cos(sigma) - sin(u1) * sin(sigma) * cos(alpha1))
        let c = flattening / 16 * cosSquareAlpha * (4 + flattening * (4 - 3 * cosSquareAlpha))
        let inner = cosTwiceMid + c * cos(sigma) * (-1 + 2 * cosTwiceMid * cosTwiceMid)
        let longitude = lambda - (1 - c) * flattening * sinAlpha * (sigma + c * sin(sigma) * inner)
        return GeoPoint(latitude * 180 / .pi, from.longitude + longitude * 180 / .pi)
    }

    private static func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }

    private static func reducedLatitude(_ point: GeoPoint) -> Double {
        atan((1 - flattening) * tan(radians(point.latitude)))
    }
}

/// A point on the WGS 84 ellipsoid, in signed decimal degrees.
struct GeoPoint {
    /// Degrees north of the equator.
    let latitude: Double
    /// Degrees east of Greenwich.
    let longitude: Double

    init(_ latitude: Double, _ longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Whether two points may be within 100 km of each other. False is certain between the polar circles.
    func mayBeNear(_ other: GeoPoint) -> Bool {
        abs(latitude - other.latitude) < 1 && abs(longitude - other.longitude) < 2.5
    }
}

/// The arc on the auxiliary sphere for one estimate of the difference in longitude (Vincenty 1975, equations 14–18).
struct Arc {
    let sinSigma, cosSigma, sigma, sinAlpha, cosSquareAlpha, cosTwiceMid: Double

    init(u1: Double, u2: Double, lambda: Double) {
        let across = cos(u2) * sin(lambda)
        let along = cos(u1) * sin(u2) - sin(u1) * cos(u2) * cos(lambda)
        sinSigma = (across * across + along * along).squareRoot()
        cosSigma = sin(u1) * sin(u2) + cos(u1) * cos(u2) * cos(lambda)
        sigma = atan2(sinSigma, cosSigma)
        sinAlpha = sinSigma == 0 ? 0 : cos(u1) * cos(u2) * sin(lambda) / sinSigma
        cosSquareAlpha = 1 - sinAlpha * sinAlpha
        cosTwiceMid = cosSquareAlpha == 0 ? 0 : cosSigma - 2 * sin(u1) * sin(u2) / cosSquareAlpha
    }

    /// The longitude on the sphere minus that on the ellipsoid, in radians (equations 10 and 11).
    func longitudeCorrection(_ flattening: Double) -> Double {
        let c = flattening / 16 * cosSquareAlpha * (4 + flattening * (4 - 3 * cosSquareAlpha))
        let inner = cosTwiceMid + c * cosSigma * (-1 + 2 * cosTwiceMid * cosTwiceMid)
        return (1 - c) * flattening * sinAlpha * (sigma + c * sinSigma * inner)
    }
}

/// The coefficients A and B of a geodesic (Vincenty 1975, equations 3, 4 and 6).
struct VincentySeries {
    let a, b: Double

    init(cosSquareAlpha: Double, _ equatorialRadius: Double, _ polarRadius: Double) {
        let squares = polarRadius * polarRadius
        let u = cosSquareAlpha * (equatorialRadius * equatorialRadius - squares) / squares
        a = 1 + u / 16_384 * (4_096 + u * (-768 + u * (320 - 175 * u)))
        b = u / 1_024 * (256 + u * (-128 + u * (74 - 47 * u)))
    }

    func deltaSigma(sin sinSigma: Double, cos cosSigma: Double, cosTwiceMid mid: Double) -> Double {
        let third = b / 6 * mid * (-3 + 4 * sinSigma * sinSigma) * (-3 + 4 * mid * mid)
        return b * sinSigma * (mid + b / 4 * (cosSigma * (-1 + 2 * mid * mid) - third))
    }
}
