import GRDB
import PhotoModel

/// The rows that one part of a selection leaves, from an index of their own. Reads no row of a table.
struct RowFinder {
    /// What it finds.
    enum Kind {
        /// Files.
        case files
        /// Groups, whose files they are.
        case groups
        /// Groups, whose files are not wanted.
        case groupsToLeaveOut
    }

    let kind: Kind
    /// Gives all rows that match, and perhaps some more.
    private let sql: String
    private var fence: String?
    /// Which of the rows match, and the statement that asks it.
    private var pattern: (question: PathPattern, sql: String)?

    /// The rows and perhaps some more, if these are no more than `most`; else nil.
    func few(atMost most: Int, _ db: Database) throws -> [Int64]? {
        if kind == .groupsToLeaveOut || pattern?.question.leavesNothingOut == true { return nil }
        var rows: [Int64] = []
        let isWhole = try forEach(sql, db) { row in
            rows.append(row)
            return rows.count <= most
        }
        return isWhole ? rows : nil
    }

    /// Puts all the rows into a set.
    func fill(_ set: RowSet, _ db: Database) throws {
        try set.fill { take in try forEach(pattern?.sql ?? sql, db, take) }
    }

    /// How SQLite means to find them: a line for each step.
    func plan(_ db: Database) throws -> [String] { sql.isEmpty ? [] : try PreparedQuery.plan(of: sql, db) }

    /// - Returns: false where `body` said so.
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
    /// Those for the parts of a selection, but for what its order's own index tells.
    static func all(for selection: PhotoSelection, pattern: PathPattern?, _ hasInferred: Bool) -> [RowFinder] {
        let finders = [
            near(selection, hasInferred), fence(selection), uploaded(selection), verdicts(selection), times(selection),
        ]
        return finders.compactMap(\.self) + (pattern.map { [paths($0)] } ?? [])
    }

    private static func near(_ selection: PhotoSelection, _ hasInferred: Bool) -> RowFinder? {
        guard let near = selection.near else { return nil }
        let box = SearchBox(around: near.center, meters: near.meters)
        let conditions = box.indexedConditions.joined(separator: " AND ")
        let own = "SELECT f.id FROM file f INDEXED BY fileNear WHERE f.latitude NOTNULL AND \(conditions)"
        return RowFinder(kind: .files, sql: hasInferred ? "\(own) UNION ALL \(box.inferredFiles)" : own)
    }

    private static func fence(_ selection: PhotoSelection) -> RowFinder? {
        guard let fence = selection.fence else { return nil }
        return RowFinder(
            kind: .groups, sql: "SELECT assetGroup FROM verdict INDEXED BY verdictFence WHERE fence = ?1", fence: fence)
    }

    /// What was ever hashed: nothing else is uploaded.
    private static func uploaded(_ selection: PhotoSelection) -> RowFinder? {
        guard selection.isUploaded == true else { return nil }
        return RowFinder(kind: .files, sql: "SELECT id FROM file INDEXED BY fileContent WHERE content NOTNULL")
    }

    /// Personal photos are not in the index: they are told by the others.
    private static func verdicts(_ selection: PhotoSelection) -> RowFinder? {
        let isWanted = !selection.verdicts.contains(.personal)
        let named = isWanted ? selection.verdicts : Set(Verdict.allCases).subtracting(selection.verdicts)
        guard !selection.verdicts.isEmpty, !named.isEmpty else { return nil }
        // As the index has it where it is both.
        let conditions = [Verdict.work, .unsure].filter(named.contains).map { "verdict = '\($0.rawValue)'" }
        return RowFinder(
            kind: isWanted ? .groups : .groupsToLeaveOut,
            sql: """
                SELECT assetGroup FROM verdict INDEXED BY verdictKind WHERE \(conditions.joined(separator: " OR "))
                """)
    }

    private static func times(_ selection: PhotoSelection) -> RowFinder? {
        guard selection.order != .taken else { return nil }
        let conditions = PhotoQuery.timeConditions(selection)
        guard !conditions.isEmpty else { return nil }
        return RowFinder(
            kind: .files,
            sql: """
                SELECT f.id FROM file f INDEXED BY fileTaken
                WHERE f.state = 'photo' AND f.goneAt IS NULL AND \(conditions.joined(separator: " AND "))
                """)
    }

    private static func paths(_ pattern: PathPattern) -> RowFinder {
        func statements(_ more: String) -> String {
            pattern.ranges.sorted { $0.key < $1.key }.map { root, range in
                "SELECT id FROM file INDEXED BY filePath WHERE root = \(root)\(range)\(more)"
            }.joined(separator: " UNION ALL ")
        }
        return RowFinder(
            kind: .files, sql: statements(""), pattern: (pattern, statements(" AND holds(?1, root, path)")))
    }
}

/// A ``PhotoFilter`` on rows of a statement, which need not become photos for it.
struct RowFilter {
    private let filter: PhotoFilter
    private let place: Int32
    private let prefixes: [Int64: [UInt8]]

    /// - Parameters:
    ///   - filter: what it asks.
    ///   - place: the column of the latitude, before that of the longitude. The root and the path below it come first.
    ///   - db: where the rows are read.
    /// - Throws: `IndexError` where the index cannot be read.
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

/// What is known of rows before they are read: nothing at first, since mostly the next photo of an order is soon one
/// that is wanted. Where many were read in vain, all that are wanted are looked up at once, and the others are passed
/// over unread.
final class RowSieve {
    /// So many rows read in vain take a millisecond or two.
    private static let patience = 1_024
    private let db: Database
    private let parts: [(finder: RowFinder, rows: RowSet)]
    private var inVain = 0

    init(_ finders: [RowFinder], _ db: Database) {
        self.db = db
        parts = finders.map { ($0, RowSet(holdsOthers: $0.kind == .groupsToLeaveOut)) }
    }

    /// Conditions on the table `f`, on what ``bind(to:from:)`` binds to the places from `first` on.
    func conditions(from first: Int) -> [String] {
        parts.enumerated().map { place, part in
            "holds(?\(first + place), f.\(part.finder.kind == .files ? "id" : "assetGroup"))"
        }
    }

    /// Binds the sets, which may be filled while the statement runs.
    func bind(to query: PreparedQuery, from first: Int32) {
        for (place, part) in parts.enumerated() { query.bind(part.rows, at: first + Int32(place)) }
    }

    /// A row was read that is not wanted.
    func noteReadInVain() throws {
        inVain += 1
        guard inVain == Self.patience else { return }
        for part in parts { try part.finder.fill(part.rows, db) }
    }
}

/// A set of rows by their numbers, a bit each: a million take 125 KB. As a question, `holds(?, row)`.
///
/// Until it is filled, every row may be in it.
final class RowSet: RowQuestion {
    /// Rows are numbered one after the other. The bits up to this one take 16 MiB.
    private static let most: Int64 = 1 << 27
    private var words: [UInt64] = []
    private var isFilled = false
    private let holdsOthers: Bool

    /// - Parameter holdsOthers: whether it is filled with the rows that are not in it.
    init(holdsOthers: Bool = false) {
        self.holdsOthers = holdsOthers
    }

    /// Takes the rows that `give` hands to its argument; none where a number is too large for a bit of its own, of
    /// which that tells by false.
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

    override func answer(_ values: Values) -> Bool {
        if !isFilled { return true }
        let row = values.integer(0)
        let place = Int(row >> 6)
        let isHeld = row >= 0 && place < words.count && words[place] & (1 << UInt64(row & 63)) != 0
        return isHeld != holdsOthers
    }
}
