import Glibc

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

    /// What the longitude on the sphere has over that on the ellipsoid, in radians (equations 10 and 11).
    func longitudeCorrection(_ flattening: Double) -> Double {
        let c = flattening / 16 * cosSquareAlpha * (4 + flattening * (4 - 3 * cosSquareAlpha))
        let inner = cosTwiceMid + c * cosSigma * (-1 + 2 * cosTwiceMid * cosTwiceMid)
        return (1 - c) * flattening * sinAlpha * (sigma + c * sinSigma * inner)
    }
}

/// The coefficients A and B of a geodesic (Vincenty 1975, equations 3, 4 and 6).
struct Series {
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
