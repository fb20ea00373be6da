import GRDB
import PhotoModel
import SystemPackage

/// A selection of photos as SQL: the part that the database can decide. The rest, exact distance and path pattern, is
/// decided row by row (``PhotoFilter``).
struct PhotoQuery {
    private let selection: PhotoSelection
    private let cameras: CameraNames
    private let columns: String
    private let taken: TakenColumn
    private let hasInferred: Bool

    /// A query for columns of the tables `f` (file) and `v` (verdict). Where positions were inferred, the selection's
    /// place is looked for among these too.
    init(
        _ selection: PhotoSelection, cameras: CameraNames, columns: String, taken: TakenColumn,
        hasInferred: Bool = false
    ) {
        self.selection = selection
        self.cameras = cameras
        self.columns = columns
        self.taken = taken
        self.hasInferred = hasInferred
    }

    static func columns(_ db: Database) throws -> String {
        """
        f.root, f.path, f.size, f.modified, f.changed, f.inode, f.fileSystem, f.format, f.assetGroup, f.hasCompany, f.role,
        \(try FileColumns.list(FileColumns.facts, of: "f", withInferredIn: db)),
        v.verdict, v.reason, v.fence, v.distance,
        CASE WHEN f.content IS NOT NULL THEN (SELECT sha256 FROM content WHERE id = f.content) END,
        CASE WHEN f.content IS NOT NULL THEN (
          SELECT verdict FROM mark WHERE content = f.content AND followsContent) END,
        CASE WHEN f.content IS NOT NULL THEN (
          SELECT reason FROM hold WHERE content = f.content AND followsContent) END,
        f.content, \(try InferredRows.isInferred(group: "f.assetGroup", verdict: "v", in: db)),
        f.readerVersion = \(ScanWriter.importVersion)
        """
    }

    /// Files with the verdicts on them. `file` comes first.
    static let tables = "file f LEFT JOIN verdict v ON v.assetGroup = f.assetGroup"

    /// The statement for one photo, whose row is bound at 1: it returns no row if the photo is not in the selection.
    func prepareRow(in db: Database) throws -> PreparedQuery { try bound(PreparedQuery(db, row)) }

    /// The statement for the rows of all photos, in order, sorted by SQLite while there are no indexes yet.
    func prepareSorted(in db: Database) throws -> PreparedQuery { try bound(PreparedQuery(db, sorted)) }

    /// The statement for all photos in the order of the file, which is read only once that way.
    func prepareUnordered(in db: Database) throws -> PreparedQuery {
        try bound(PreparedQuery(db, "SELECT \(columns) FROM \(tables("NOT INDEXED")) WHERE \(conditions)"))
    }

    /// SQLite's query plan for a photo by its row, a line for each step.
    func planOfRow(in db: Database) throws -> [String] { try PreparedQuery.plan(of: row, db) }

    /// The same for ``prepareSorted(in:)``.
    func planOfSorted(in db: Database) throws -> [String] { try PreparedQuery.plan(of: sorted, db) }

    private func bound(_ query: PreparedQuery) -> PreparedQuery {
        if let fence = selection.fence { query.bind(fence, at: 2) }
        return query
    }

    private var row: String { "SELECT \(columns) FROM \(tables()) WHERE f.id = ?1 AND \(conditions)" }

    /// Ties are ordered by the bytes of the whole path. No root is inside another, so the roots' paths come first.
    private var sorted: String {
        let direction = selection.isReversed ? " DESC" : ""
        let value = OrderedRows.column(of: selection.order, taken).map { "\($0)\(direction) NULLS LAST" }
        let order = [value, "r.path || x'2f'\(direction)", "f.path\(direction)"].compactMap(\.self)
        return """
            SELECT f.id FROM \(tables()) JOIN root r ON r.id = f.root WHERE \(conditions)
            ORDER BY \(order.joined(separator: ", "))
            """
    }

    /// CROSS JOIN fixes the order of the tables.
    private func tables(_ index: String = "") -> String {
        let hasVerdict =
            !selection.verdicts.isEmpty || selection.fence != nil || !selection.reasons.isEmpty || selection.isMarked
        return "file f \(index) \(hasVerdict ? "CROSS" : "LEFT") JOIN verdict v ON v.assetGroup = f.assetGroup"
    }

    private var conditions: String {
        let single = ["f.state = 'photo'", "f.goneAt IS NULL", cameraCondition, uploadCondition].compactMap(\.self)
        return
            (single + verdictConditions + decisionConditions + Self.timeConditions(selection, taken)
            + hourConditions + nearConditions).joined(separator: " AND ")
    }

    private var verdictConditions: [String] {
        let verdicts = selection.verdicts.map { "'\($0.rawValue)'" }.sorted().joined(separator: ", ")
        return (verdicts.isEmpty ? [] : ["v.verdict IN (\(verdicts))"])
            + (selection.fence == nil ? [] : ["v.fence = ?2 AND v.reason != 'outside-fences'"])
    }

    /// People's decisions, and leadership: a group with a mark has that as its reason, whatever else there is.
    private var decisionConditions: [String] {
        let reasons = selection.reasons.map { "'\($0.rawValue)'" }.sorted().joined(separator: ", ")
        return [
            reasons.isEmpty ? nil : "v.reason IN (\(reasons))", selection.isMarked ? "v.reason = 'marked'" : nil,
            selection.isHeld ? "EXISTS (\(GroupHolds.sql(ofGroup: "f.assetGroup")))" : nil,
            selection.isLeader
                ? "(NOT f.hasCompany OR EXISTS (SELECT 1 FROM assetGroup l WHERE l.id = f.assetGroup AND l.leader = f.id))"
                : nil,
        ].compactMap(\.self)
    }

    /// The times of a selection as conditions on the table `f`.
    static func timeConditions(_ selection: PhotoSelection, _ taken: TakenColumn) -> [String] {
        let since = selection.since.map { "\(taken.sql) >= \($0.microseconds)" }
        let until = selection.until.map { "\(taken.sql) < \($0.microseconds)" }
        return [since, until, selection.hours.map { hours($0, of: taken) }].compactMap(\.self)
    }

    /// Whether a time is in hours of the week. The first day of 1970 was a Thursday.
    private static func hours(_ hours: WeeklyHours, of taken: TakenColumn) -> String {
        let (minute, week): (Int64, Int64) = (60_000_000, 10_080 * 60_000_000)
        let sinceMonday = "(((\(taken.sql)) + \(3 * 1_440 * minute)) % \(week) + \(week)) % \(week)"
        let parts = hours.minutesOfWeek.map { range in
            "\(sinceMonday) BETWEEN \(Int64(range.lowerBound) * minute) AND \(Int64(range.upperBound) * minute - 1)"
        }
        return "(\(parts.joined(separator: " OR ")))"
    }

    /// Leaves out dates without an hour, as ``CaptureTime/isDateOnly``, where parts of days are selected.
    private var hourConditions: [String] {
        guard selection.hours?.areOfADay == true else { return [] }
        let dated = CaptureTimeSource.allCases.filter(\.mayBeDate).map { "'\($0.rawValue)'" }.joined(separator: ", ")
        return ["NOT (\(taken.sql) % 86400000000 = 0 AND f.takenAtSource IN (\(dated)) AND f.utcOffset IS NULL)"]
    }

    /// The selection's cameras as a condition on the table `f`; nil if it has none. No camera has the row 0, which
    /// represents none: with an empty list SQLite would use no index.
    var cameraCondition: String? {
        selection.camera.map { part in
            let rows = [0] + cameras.rows(containing: part)
            return "f.camera IN (\(rows.map(String.init).joined(separator: ", ")))"
        }
    }

    /// A photo that is not work is selected by anything of it that was sent, as ``LibraryStatus`` counts it.
    private var uploadCondition: String? {
        selection.upload.map { upload in
            "\(upload.isDone ? "" : "NOT ")\(Self.isUploaded(unsentSidecars: upload.unsentSidecars))"
        }
    }

    /// Whether a photo counts as uploaded, as an expression on the tables `f` and `v`: 1 or 0.
    static func isUploaded(unsentSidecars: Set<SidecarFormat>) -> String {
        """
        (CASE WHEN v.verdict <> 'work' THEN \(SentCondition.sql)
          ELSE \(UploadedCondition.sql(unsentSidecars: unsentSidecars)) END)
        """
    }

    private var nearConditions: [String] {
        guard let near = selection.near else { return [] }
        let box = SearchBox(BoundingBox(around: near.center, within: near.meters))
        let own = box.conditions("f")
        return [hasInferred ? "(\(own) OR f.id IN (\(box.inferredFiles)))" : own]
    }
}

/// The time of capture by which photos are selected and ordered, as SQL on the table `f`. A time in the future gives
/// way to that of the next source, as in ``PhotoFacts/counting(at:)``.
struct TakenColumn {
    let sql: String
    /// Whether it is the column itself, since no time lies in the future: then an index has its order.
    let isIndexed: Bool

    /// As of when the verdicts hold.
    init(_ db: Database) throws {
        let latest = try FutureCaptureTimes.latestMoment(db)
        isIndexed = try !FutureCaptureTimes.isAnyTime(after: latest, db)
        let own = FutureCaptureTimes.earliest("f.takenAt", offset: "f.utcOffset")
        let next = FutureCaptureTimes.earliest("f.nextTakenAt", offset: "f.nextUtcOffset")
        sql =
            isIndexed
            ? "f.takenAt"
            : "CASE WHEN \(own) <= \(latest) THEN f.takenAt WHEN \(next) <= \(latest) THEN f.nextTakenAt END"
    }
}
