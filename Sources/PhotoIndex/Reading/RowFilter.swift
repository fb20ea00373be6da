import GRDB
import PhotoModel

/// A ``PhotoFilter`` on rows of a statement, which need not become photos for it.
struct RowFilter {
    private let filter: PhotoFilter
    private let place: Int32
    private let prefixes: [Int64: [UInt8]]

    /// - Parameters:
    ///   - filter: what it asks.
    ///   - place: the column of the latitude, before that of the longitude. The root and the path below it come first.
    ///   - db: where the rows are read.
    /// - Throws: what befalls a read.
    init(_ filter: PhotoFilter, place: Int32, _ db: Database) throws {
        self.filter = filter
        self.place = place
        prefixes = try RootPaths.prefixes(db)
    }

    func passes(_ row: PreparedQuery) -> Bool {
        if filter.isEmpty { return true }
        var coordinate: Coordinate?
        if let latitude = row.optionalDouble(place), let longitude = row.optionalDouble(place + 1) {
            coordinate = Coordinate(latitude: latitude, longitude: longitude)
        }
        return filter.passes(coordinate) {
            var path = prefixes[row.integer(0)] ?? []
            unsafe row.withBytes(1) { unsafe path.append(contentsOf: $0) }
            return path
        }
    }
}
