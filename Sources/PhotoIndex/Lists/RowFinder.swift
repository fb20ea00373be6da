import GRDB
import PhotoModel

/// Finds the rows for one part of a selection, using an index of its own. Reads no row of a table.
struct RowFinder {
    /// What it finds.
    enum Kind {
        case files
        /// Groups, whose files they are.
        case groups
        /// Groups whose files are excluded.
        case groupsToLeaveOut
    }

    let kind: Kind
    /// Finds all rows that match, and perhaps some more.
    private let sql: String
    private var fence: String?
    /// Decides which of the rows match, with the statement that asks it.
    private var pattern: (question: PathPattern, sql: String)?

    /// The rows, and perhaps some more, if there are at most `most`; otherwise nil.
    func few(atMost most: Int, _ db: Database) throws -> [Int64]? {
        if kind == .groupsToLeaveOut || pattern?.question.leavesNothingOut == true { return nil }
        var rows: [Int64] = []
        let isWhole = try forEach(sql, db) { row in
            rows.append(row)
            return rows.count <= most
        }
        return isWhole ? rows : nil
    }

    func fill(_ set: RowSet, _ db: Database) throws {
        try set.fill { take in try forEach(pattern?.sql ?? sql, db, take) }
    }

    /// SQLite's query plan, a line for each step.
    func plan(_ db: Database) throws -> [String] { sql.isEmpty ? [] : try PreparedQuery.plan(of: sql, db) }

    /// - Returns: false where `body` returned false.
    private func forEach(_ sql: String, _ db: Database, _ body: (Int64) -> Bool) throws -> Bool {
        if sql.isEmpty { return true }
        let query = try PreparedQuery(db, sql)
        if let fence { query.bind(fence, at: 1) }
        if let pattern { query.bind(pattern.question, at: 1) }
        defer { query.reset() }
        while try query.step() {
            if !body(query.integer(0)) { return false }
        }
        return true
    }
}

extension RowFinder {
    /// The finders for the parts of a selection, except what its order's own index decides.
    static func all(
        for selection: PhotoSelection, pattern: PathPattern?, taken: TakenColumn, _ hasInferred: Bool
    ) -> [RowFinder] {
        let finders = [
            near(selection, hasInferred), fence(selection), held(selection),
            selection.upload?.isDone == true ? uploaded : nil, verdicts(selection), times(selection, taken),
            pattern.map(paths), reasons(selection),
        ]
        return finders.compactMap(\.self)
    }

    private static func near(_ selection: PhotoSelection, _ hasInferred: Bool) -> RowFinder? {
        guard let near = selection.near else { return nil }
        let box = SearchBox(BoundingBox(around: near.center, within: near.meters))
        let own = "SELECT f.id FROM file f INDEXED BY fileNear WHERE \(box.indexedConditions)"
        return RowFinder(kind: .files, sql: hasInferred ? "\(own) UNION ALL \(box.inferredFiles)" : own)
    }

    private static func fence(_ selection: PhotoSelection) -> RowFinder? {
        guard let fence = selection.fence else { return nil }
        return RowFinder(
            kind: .groups, sql: "SELECT assetGroup FROM verdict INDEXED BY verdictFence WHERE fence = ?1", fence: fence)
    }

    private static func held(_ selection: PhotoSelection) -> RowFinder? {
        selection.isHeld ? RowFinder(kind: .groups, sql: GroupHolds.groups) : nil
    }

    /// No index has the reasons: all verdicts are read, which takes a tenth of a second for a million.
    private static func reasons(_ selection: PhotoSelection) -> RowFinder? {
        let reasons = selection.isMarked ? [.marked] : selection.reasons
        guard !reasons.isEmpty else { return nil }
        let words = reasons.map { "'\($0.rawValue)'" }.sorted().joined(separator: ", ")
        return RowFinder(kind: .groups, sql: "SELECT assetGroup FROM verdict WHERE reason IN (\(words))")
    }

    /// Hashed files, and those of which other bytes may have been sent.
    static var uploaded: RowFinder {
        RowFinder(
            kind: .files,
            sql: """
                SELECT id FROM file INDEXED BY fileContent WHERE content NOTNULL
                UNION ALL
                SELECT f.id FROM (\(SentCondition.filesWithOtherBytes)) s CROSS JOIN file f ON f.id = s.id
                WHERE f.content IS NULL
                """)
    }

    /// Personal photos are not in the index: they are found as the complement.
    private static func verdicts(_ selection: PhotoSelection) -> RowFinder? {
        let isWanted = !selection.verdicts.contains(.personal)
        let named = isWanted ? selection.verdicts : Set(Verdict.allCases).subtracting(selection.verdicts)
        guard !selection.verdicts.isEmpty, !named.isEmpty else { return nil }
        // In the same form as in the index if both are selected.
        let conditions = [Verdict.work, .unsure].filter(named.contains).map { "verdict = '\($0.rawValue)'" }
        return RowFinder(
            kind: isWanted ? .groups : .groupsToLeaveOut,
            sql: """
                SELECT assetGroup FROM verdict INDEXED BY verdictKind WHERE \(conditions.joined(separator: " OR "))
                """)
    }

    private static func times(_ selection: PhotoSelection, _ taken: TakenColumn) -> RowFinder? {
        // The order's own index decides days, but not hours.
        guard selection.order != .taken || selection.hours != nil, taken.isIndexed else { return nil }
        let conditions = PhotoQuery.timeConditions(selection, taken)
        guard !conditions.isEmpty else { return nil }
        return RowFinder(
            kind: .files,
            sql: """
                SELECT f.id FROM file f INDEXED BY fileTaken
                WHERE f.state = 'photo' AND f.goneAt IS NULL AND \(conditions.joined(separator: " AND "))
                """)
    }

    private static func paths(_ pattern: PathPattern) -> RowFinder {
        func statements(_ more: (Int64) -> String) -> String {
            pattern.ranges.sorted { $0.key < $1.key }.map { root, range in
                "SELECT id FROM file INDEXED BY filePath WHERE root = \(root)\(range)\(more(root))"
            }.joined(separator: " UNION ALL ")
        }
        let matching = statements { root in
            pattern.isRange ? "" : "\(pattern.hints[root] ?? "") AND holds(?1, root, path)"
        }
        return RowFinder(kind: .files, sql: statements { _ in "" }, pattern: (pattern, matching))
    }
}

/// A ``PhotoFilter`` on rows of a statement, without making photos.
struct RowFilter {
    private let filter: PhotoFilter
    private let place: Int32
    private let prefixes: [Int64: [UInt8]]

    /// - Parameter place: the column of the latitude, followed by that of the longitude. The root and the path below it
    ///   come first.
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

/// What is known of rows before they are read: nothing at first, since usually one of the next photos of an order is
/// wanted. After many rows were read in vain, all wanted rows are looked up at once, and the others are skipped unread.
final class WantedRows {
    /// The number of rows read in vain, which takes a millisecond or two.
    private static let patience = 1_024
    private let db: Database
    private let parts: [(finder: RowFinder, rows: RowSet)]
    private var inVain = 0

    init(_ finders: [RowFinder], _ db: Database) {
        self.db = db
        parts = finders.map { ($0, RowSet(holdsOthers: $0.kind == .groupsToLeaveOut)) }
    }

    /// Conditions on the table `f`, with the parameters from `first` on that ``bind(to:from:)`` binds.
    func conditions(from first: Int) -> [String] {
        parts.enumerated().map { place, part in
            "holds(?\(first + place), f.\(part.finder.kind == .files ? "id" : "assetGroup"))"
        }
    }

    /// Binds the sets, which may be filled while the statement runs.
    func bind(to query: PreparedQuery, from first: Int32) {
        for (index, part) in parts.enumerated() { query.bind(part.rows, at: first + Int32(index)) }
    }

    /// Records that an unwanted row was read.
    func noteReadInVain() throws {
        inVain += 1
        guard inVain == Self.patience else { return }
        for part in parts { try part.finder.fill(part.rows, db) }
    }
}

/// A set of row numbers, a bit each: a million take 125 KB. In SQL, `holds(?, row)`.
///
/// Until it is filled, it contains every row.
final class RowSet: RowQuestion {
    /// The highest row number. Rows are numbered consecutively, so the bits take at most 16 MiB.
    private static let most: Int64 = 1 << 27
    private var words: [UInt64] = []
    private var isFilled = false
    private let holdsOthers: Bool

    /// - Parameter holdsOthers: whether it will be filled with the rows that are not in it.
    init(holdsOthers: Bool = false) {
        self.holdsOthers = holdsOthers
    }

    /// Fills the set with the rows that `give` passes to its argument, which returns false if a number is too large;
    /// then the set stays unfilled.
    func fill(_ give: ((Int64) -> Bool) throws -> Bool) rethrows {
        var words: [UInt64] = []
        isFilled = try give { row in
            guard row >= 0, row < Self.most else { return false }
            let place = Int(row >> 6)
            if place >= words.count { words += Array(repeating: 0, count: max(place + 1 - words.count, words.count)) }
            words[place] |= 1 << UInt64(row & 63)
            return true
        }
        self.words = words
    }

    override func answer(_ values: Values) -> Bool { contains(values.integer(0)) }

    func contains(_ row: Int64) -> Bool {
        if !isFilled { return true }
        let place = Int(row >> 6)
        let isMember = row >= 0 && place < words.count && words[place] & (1 << UInt64(row & 63)) != 0
        return isMember != holdsOthers
    }
}
