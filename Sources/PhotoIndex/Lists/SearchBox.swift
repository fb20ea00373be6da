import Glibc
import PhotoModel

/// Ranges of latitude and longitude that contain every point within a distance of another, and some more: a condition
/// for a table before distances are computed.
struct SearchBox {
    let latitudes: ClosedRange<Double>
    /// One range; two if it crosses the antimeridian; none if it includes every longitude.
    let longitudes: [ClosedRange<Double>]

    /// The shortest degree of latitude on WGS 84 is 110,574 m, a degree of longitude on the equator 111,319 m. The
    /// smaller is used for both, so that the box is rather too large.
    private static let metersPerDegree = 110_574.0

    init(around center: Coordinate, meters: Double) {
        let height = max(0, meters) / Self.metersPerDegree * 1.01 + 1e-9
        latitudes = (center.latitude - height)...(center.latitude + height)
        let highest = max(abs(latitudes.lowerBound), abs(latitudes.upperBound))
        let width = highest < 89.9 ? height / cos(highest * .pi / 180) : 360
        let west = center.longitude - width
        let east = center.longitude + width
        switch (west < -180, east > 180) {
        case _ where width >= 180: longitudes = []
        case (true, _): longitudes = [(west + 360)...180, -180...east]
        case (_, true): longitudes = [west...180, -180...(east - 360)]
        default: longitudes = [west...east]
        }
    }

    private static let stripsPerDegree = 10.0

    /// The number of the strip of latitude for a column's value, as SQL: about 11 km high, 22 km at the equator.
    static func strip(_ column: String) -> String { "CAST(\(column) * 10 AS INTEGER)" }

    /// The numbers of the strips that overlap the box.
    private var strips: ClosedRange<Int> {
        let limits = -90.0 * Self.stripsPerDegree...90 * Self.stripsPerDegree
        func strip(_ latitude: Double) -> Int {
            Int(min(max(latitude * Self.stripsPerDegree, limits.lowerBound), limits.upperBound))
        }
        return strip(latitudes.lowerBound)...strip(latitudes.upperBound)
    }

    /// The box as conditions by which the index `fileNear` finds the rows of the table `f`.
    var indexedConditions: [String] {
        let numbers = strips.map(String.init).joined(separator: ", ")
        return ["\(Self.strip("f.latitude")) IN (\(numbers))"] + conditions("f")
    }

    /// The rows of the files that have an inferred position in the box, as SQL.
    var inferredFiles: String {
        "SELECT p.file FROM inferredPosition p WHERE \(conditions("p").joined(separator: " AND "))"
    }

    /// The box as conditions on a table of this alias.
    func conditions(_ table: String) -> [String] {
        let latitude = "\(table).latitude BETWEEN \(latitudes.lowerBound) AND \(latitudes.upperBound)"
        let parts = longitudes.map { "\(table).longitude BETWEEN \($0.lowerBound) AND \($0.upperBound)" }
        return parts.isEmpty ? [latitude] : [latitude, "(\(parts.joined(separator: " OR ")))"]
    }
}
