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

    /// Whether two points may lie within 100 km of each other; sure where it says no, between the polar circles.
    func mayBeNear(_ other: GeoPoint) -> Bool {
        abs(latitude - other.latitude) < 1 && abs(longitude - other.longitude) < 2.5
    }
}
