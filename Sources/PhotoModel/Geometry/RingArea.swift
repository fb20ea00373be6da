internal import Glibc

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
