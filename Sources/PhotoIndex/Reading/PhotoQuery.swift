import GRDB
import PhotoModel
import SystemPackage

/// A selection of photos as SQL: what the database decides. The rest, exact distance and path pattern, is looked at
/// photo by photo (``PhotoFilter``).
struct PhotoQuery {
    private let selection: PhotoSelection
    private let cameras: CameraNames
    private let narrowing: Narrowing
    private let columns: String

    /// A query for ``columns``, or for others of the tables `f` (file), `r` (root) and `v` (verdict).
    init(
        _ selection: PhotoSelection, cameras: CameraNames, narrowing: Narrowing, columns: String = Self.columns
    ) {
        self.selection = selection
        self.cameras = cameras
        self.narrowing = narrowing
        self.columns = columns
    }

    /// The columns that ``PhotoRow`` reads.
    static let columns = """
        f.root, f.path, f.size, f.modified, f.format, f.assetGroup, f.hasCompany, f.role, \(FileColumns.list(FileColumns.facts, of: "f")),
        v.verdict, v.reason, v.fence, v.distance,
        CASE WHEN f.content IS NOT NULL THEN (SELECT sha256 FROM content WHERE id = f.content) END,
        CASE WHEN f.content IS NOT NULL THEN (
          SELECT verdict FROM mark WHERE content = f.content AND followsContent) END,
        CASE WHEN f.content IS NOT NULL THEN (
          SELECT reason FROM hold WHERE content = f.content AND followsContent) END,
        f.content
        """

    /// Photos that are there. CROSS JOIN: the order of the tables is ours, and `file` comes first.
    static let tables = """
        file f CROSS JOIN root r ON r.id = f.root LEFT JOIN verdict v ON v.assetGroup = f.assetGroup
        """

    /// The statement for the photos of one root, or of all of them where `root` is nil; at most `limit` rows, which is
    /// nil where the database cannot know which count.
    func prepare(root: Int64?, limit: Int?, in db: Database) throws -> PreparedQuery {
        try bound(PreparedQuery(db, sql(root: root, limit: limit)))
    }

    /// The statement without an order, for counting.
    func prepareUnordered(in db: Database) throws -> PreparedQuery {
        try bound(PreparedQuery(db, selecting(root: nil)))
    }

    private func bound(_ query: PreparedQuery) -> PreparedQuery {
        if let fence = selection.fence { query.bind(fence, at: 1) }
        return query
    }

    /// How SQLite means to find the photos of one root, or of all: a line for each step.
    func plan(root: Int64?, in db: Database) throws -> [String] {
        let query = try PreparedQuery(db, "EXPLAIN QUERY PLAN \(sql(root: root, limit: selection.limit))")
        var lines: [String] = []
        try query.forEachRow { lines.append(query.text(3) ?? "") }
        return lines
    }

    private func sql(root: Int64?, limit: Int?) -> String {
        "\(selecting(root: root)) ORDER BY \(order) LIMIT \(limit ?? -1)"
    }

    private func selecting(root: Int64?) -> String {
        let single = [
            "f.state = 'photo'", "f.goneAt IS NULL", root.map { "f.root = \($0)" }, cameraCondition, uploadCondition,
            narrowing.condition,
        ]
        let conditions = single.compactMap(\.self) + verdictConditions + timeConditions + nearConditions
        return "SELECT \(columns) FROM \(tables) WHERE \(conditions.joined(separator: " AND "))"
    }

    private var tables: String {
        narrowing.tables(hasVerdict: !selection.verdicts.isEmpty || selection.fence != nil)
    }

    private var verdictConditions: [String] {
        let verdicts = selection.verdicts.map { "'\($0.rawValue)'" }.sorted().joined(separator: ", ")
        return (verdicts.isEmpty ? [] : ["v.verdict IN (\(verdicts))"])
            + (selection.fence == nil ? [] : ["v.fence = ?1 AND v.reason != 'outside-fences'"])
    }

    private var timeConditions: [String] {
        let since = selection.since.map { "f.takenAt >= \($0.microseconds)" }
        let until = selection.until.map { "f.takenAt < \($0.microseconds)" }
        return [since, until].compactMap(\.self)
    }

    private var cameraCondition: String? {
        selection.camera.map { part in
            "f.camera IN (\(cameras.rows(containing: part).map(String.init).joined(separator: ", ")))"
        }
    }

    private var uploadCondition: String? {
        selection.isUploaded.map { isUploaded in
            "\(isUploaded ? "" : "NOT ")(\(UploadedCondition.sql(unsentSidecars: selection.unsentSidecars)))"
        }
    }

    private var nearConditions: [String] {
        selection.near.map { SearchBox(around: $0.center, meters: $0.meters).conditions } ?? []
    }

    /// Ties go by the bytes of the whole path; no root lies in another, so the roots' paths come first.
    private var order: String {
        let path = ["r.path || x'2f'", "f.path"]
        let direction = selection.isReversed ? " DESC" : ""
        return switch selection.order {
        case .taken: (["f.takenAt\(direction) NULLS LAST"] + path.map { $0 + direction }).joined(separator: ", ")
        case .size: (["f.size"] + path).map { $0 + direction }.joined(separator: ", ")
        case .path: "f.path\(direction)"
        }
    }
}
