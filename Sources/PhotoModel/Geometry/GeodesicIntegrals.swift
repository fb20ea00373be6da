internal import Glibc

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
