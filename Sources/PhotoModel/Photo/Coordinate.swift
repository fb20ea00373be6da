/// A point on the WGS 84 ellipsoid, in signed decimal degrees.
///
/// Latitude is −90…90, longitude −180…180. Only values in range can be made; 0,0 can (a fence may stand there), so
/// what a *photo* says of its position is a ``Position``, which refuses it.
package struct Coordinate: Hashable, Sendable {
    /// Degrees north of the equator, negative south of it.
    package let latitude: Double
    /// Degrees east of Greenwich, negative west of it.
    package let longitude: Double

    /// Nil when either value is out of range or not a number.
    package init?(latitude: Double, longitude: Double) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }
}
