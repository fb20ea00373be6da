import GRDB
import Glibc
import PhotoModel

/// What of a selection the database does not decide: the exact distance, and the pattern that the path matches.
struct PhotoFilter {
    private let near: (center: Coordinate, meters: Double)?
    private let patterns: [Glob]
    private let distance: (Coordinate, Coordinate) -> Double

    init(_ selection: PhotoSelection, distance: @escaping (Coordinate, Coordinate) -> Double) {
        near = selection.near
        patterns = selection.patterns
        self.distance = distance
    }

    /// Whether every photo passes.
    var isEmpty: Bool { near == nil && patterns.isEmpty }

    /// - Parameters:
    ///   - coordinate: where the photo was taken.
    ///   - path: gives its whole path; asked where that matters alone.
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

/// Patterns of whole paths, of which one has to match, and where in each root such paths can be, by the bytes that all
/// of them begin with before their first star, set or question mark. As a question, `holds(?, root, path)`.
final class PathPattern: RowQuestion {
    /// By root, a condition on the column `path` with an AND before it, or nothing where it is all of the root. A root
    /// that no such path is in has none.
    let ranges: [Int64: String]
    private let patterns: [Glob]
    /// Each root's path with a slash behind it.
    private let roots: [Int64: [UInt8]]
    /// The path that was asked about last, of which the first bytes are its root's.
    private var path: [UInt8] = []
    private var root: Int64?
    private var rootLength = 0

    /// - Parameters:
    ///   - patterns: as ``PhotoSelection/patterns``; at least one.
    ///   - db: where the roots are.
    /// - Throws: `IndexError` where the index cannot be read.
    init(_ patterns: [Glob], _ db: Database) throws {
        self.patterns = patterns
        roots = try RootPaths.prefixes(db)
        let start = Self.start(of: patterns)
        ranges = roots.compactMapValues { Self.range(of: start, in: $0) }
    }

    /// Whether the pattern begins too early to leave anything out.
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

    /// What everything begins with that one of the patterns matches.
    private static func start(of patterns: [Glob]) -> [UInt8] {
        let starts = patterns.map(\.literalStart)
        return starts.dropFirst().reduce(starts.first ?? []) { common, start in
            zip(common, start).prefix { $0 == $1 }.map(\.0)
        }
    }

    /// - Parameters:
    ///   - start: what the whole path begins with.
    ///   - root: a root's path with a slash behind it.
    /// - Returns: nil where no path below the root begins so.
    private static func range(of start: [UInt8], in root: [UInt8]) -> String? {
        if root.starts(with: start) { return "" }
        guard start.starts(with: root) else { return nil }
        let below = Array(start.dropFirst(root.count))
        // What follows all that begins so: the same with a last byte that is one more. 0xFF has none.
        var next = below
        while next.last == 0xFF { next.removeLast() }
        guard let last = next.popLast() else { return " AND path >= x'\(hexText(below))'" }
        return " AND path >= x'\(hexText(below))' AND path < x'\(hexText(next + [last + 1]))'"
    }
}

/// Latitudes and longitudes that hold every point within a distance of another, and some more: what a table can be
/// asked before distances are computed.
struct SearchBox {
    let latitudes: ClosedRange<Double>
    /// One range, two where it crosses the antimeridian, none where every longitude is in it.
    let longitudes: [ClosedRange<Double>]

    /// The shortest degree of latitude on WGS 84 has 110,574 m, a degree of longitude on the equator 111,319 m; the
    /// smaller is used for both, so the box errs on the large side.
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

    /// The number of the strip of latitude that a column's value lies in, as SQL: about 11 km, 22 km at the equator.
    static func strip(_ column: String) -> String { "CAST(\(column) * 10 AS INTEGER)" }

    /// The numbers of the strips that the box reaches into.
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

/// When a photo is uploaded: every file of its group has a receipt that counts at one and the same configured
/// destination. Sidecars in a format that is not sent do not matter.
enum UploadedCondition {
    /// The condition on a row of the table `f`, a photo that is there: 1 or 0. A photo that nobody hashed was never
    /// sent, so it costs no look at another table.
    ///
    /// - Parameters:
    ///   - unsentSidecars: formats of sidecars that are not sent.
    ///   - destination: the row of one whose receipts do not count; nil where all do.
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
