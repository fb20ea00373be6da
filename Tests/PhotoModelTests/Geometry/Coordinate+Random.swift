import PhotoModel
import WorkphotosTestSupport

extension Coordinate {
    /// A point anywhere; all latitudes are equally likely.
    static func random(using generator: inout SplitMix64) -> Coordinate {
        random(latitudes: -90...90, longitudes: -180...180, using: &generator)
    }

    /// A point in a box, whose edges may be beyond a pole or the antimeridian.
    static func random(
        latitudes: ClosedRange<Double>, longitudes: ClosedRange<Double>, using generator: inout SplitMix64
    ) -> Coordinate {
        let latitude = min(max(Double.random(in: latitudes, using: &generator), -90), 90)
        let longitude = Double.random(in: longitudes, using: &generator).remainder(dividingBy: 360)
        guard let point = Coordinate(latitude: latitude, longitude: longitude) else {
            preconditionFailure("latitude \(latitude) and longitude \(longitude) are in range")
        }
        return point
    }
}
