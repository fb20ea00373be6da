import GRDB
import Glibc
import PhotoModel

/// The parts of a selection that the database cannot decide: the exact distance, and the path pattern.
struct PhotoFilter {
    private let near: PhotoSelection.Circle?
    private let patterns: [Glob]
    private let distance: (Coordinate, Coordinate) -> Double

    init(_ selection: PhotoSelection, distance: @escaping (Coordinate, Coordinate) -> Double) {
        near = selection.near
        patterns = selection.paths
        self.distance = distance
    }

    /// Whether every photo passes.
    var isEmpty: Bool { near == nil && patterns.isEmpty }

    /// - Parameters:
    ///   - coordinate: where the photo was taken.
    ///   - path: returns its whole path; called only if needed.
    /// - Returns: whether the photo passes.
    func passes(_ coordinate: Coordinate?, path: () -> [UInt8]) -> Bool {
        guard isNear(coordinate) else { return false }
        if patterns.isEmpty { return true }
        let path = path()
        return patterns.contains { $0.matches(path) }
    }

    private func isNear(_ coordinate: Coordinate?) -> Bool {
        guard let near else { return true }
        guard let coordinate else { return false }
        return distance(near.center, coordinate) <= near.meters
    }
}

/// Patterns of whole paths, one of which has to match, and the range of such paths in each root, from the bytes before
/// the first star, set or question mark that all patterns have in common. In SQL, `holds(?, root, path)`.
final class PathPattern: RowQuestion {
    /// By root, a condition on the column `path` that begins with AND; empty if it would cover the whole root. A root
    /// without such paths has no entry.
    let ranges: [Int64: String]
    private let patterns: [Glob]
    /// Each root's path with a slash appended.
    private let roots: [Int64: [UInt8]]
    /// The last path asked about, which begins with its root's bytes.
    private var path: [UInt8] = []
    private var root: Int64?
    private var rootLength = 0

    /// - Parameters:
    ///   - patterns: as ``PhotoSelection/paths``; at least one.
    ///   - db: the database with the roots.
    /// - Throws: `IndexError` where the index cannot be read.
    init(_ patterns: [Glob], _ db: Database) throws {
        self.patterns = patterns
        roots = try RootPaths.prefixes(db)
        let start = Self.start(of: patterns)
        ranges = roots.compactMapValues { Self.range(of: start, in: $0) }
    }

    /// Whether the range excludes nothing.
    var leavesNothingOut: Bool { !ranges.isEmpty && ranges.values.allSatisfy(\.isEmpty) }

    override func answer(_ values: Values) -> Bool {
        let root = values.integer(0)
        if self.root != root {
            self.root = root
            path = roots[root] ?? []
            rootLength = path.count
        }
        path.removeLast(path.count - rootLength)
        unsafe values.withBytes(1) { unsafe path.append(contentsOf: $0) }
        return patterns.contains { $0.matches(path) }
    }

    /// The common beginning of everything that one of the patterns matches.
    private static func start(of patterns: [Glob]) -> [UInt8] {
        let starts = patterns.map(\.literalStart)
        return starts.dropFirst().reduce(starts.first ?? []) { common, start in
            zip(common, start).prefix { $0 == $1 }.map(\.0)
        }
    }

    /// - Parameters:
    ///   - start: the beginning of the whole path.
    ///   - root: a root's path with a slash appended.
    /// - Returns: nil where no path below the root begins so.
    private static func range(of start: [UInt8], in root: [UInt8]) -> String? {
        if root.starts(with: start) { return "" }
        guard start.starts(with: root) else { return nil }
        let below = Array(start.dropFirst(root.count))
        // The first string after all that begin so: the same with its last byte incremented. 0xFF cannot be.
        var next = below
        while next.last == 0xFF { next.removeLast() }
        guard let last = next.popLast() else { return " AND path >= x'\(hexText(below))'" }
        return " AND path >= x'\(hexText(below))' AND path < x'\(hexText(next + [last + 1]))'"
    }
}

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

/// When a photo counts as uploaded: every file of its group has a valid receipt at the same configured destination.
/// Sidecars in a format that is not sent do not matter.
enum UploadedCondition {
    /// The condition on a row of the table `f`, an existing photo: 1 or 0. A photo that was never hashed was never
    /// sent, so it needs no other table.
    ///
    /// - Parameters:
    ///   - unsentSidecars: the sidecar formats that are not sent.
    ///   - destination: the row of a destination whose receipts are ignored; nil for none.
    /// - Returns: SQL.
    static func sql(unsentSidecars: Set<SidecarFormat>, leavingOut destination: Int64? = nil) -> String {
        """
        CASE WHEN f.content IS NULL THEN 0 ELSE EXISTS (
          SELECT 1 FROM receipt o CROSS JOIN destination d ON d.id = o.destination
          WHERE o.content = f.content AND o.failedAt IS NULL AND d.removedAt IS NULL\(destination.map { " AND d.id <> \($0)" } ?? "")
            AND (NOT f.hasCompany OR NOT EXISTS (
              SELECT 1 FROM file m WHERE m.assetGroup = f.assetGroup AND m.goneAt IS NULL\(sent(unsentSidecars))
                AND NOT EXISTS (
                  SELECT 1 FROM receipt e
                  WHERE e.content = m.content AND e.destination = d.id AND e.failedAt IS NULL)))) END
        """
    }

    private static func sent(_ unsentSidecars: Set<SidecarFormat>) -> String {
        if unsentSidecars.isEmpty { return "" }
        let formats = unsentSidecars.map { "'\($0.rawValue)'" }.sorted().joined(separator: ", ")
        return " AND NOT (m.state = 'sidecar' AND m.format IN (\(formats)))"
    }
}
