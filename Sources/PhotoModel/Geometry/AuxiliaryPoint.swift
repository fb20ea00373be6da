internal import Glibc

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
