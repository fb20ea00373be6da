import GRDB
import PhotoModel

/// The rows of photos in a selection's order, straight from the index with that order, except those that the wanted
/// rejects. By time or size, table rows are read only for photos with equal values, to order them by path.
struct OrderedRows {
    /// The most rows with the same time or size that are sorted, which takes some milliseconds; more are read from the
    /// index of paths.
    private static let mostTies = 8_192
    private let selection: PhotoSelection
    private let cameraCondition: String?
    /// In the order of their paths, as in the selection.
    private let roots: [Int64]
    private let sorter: RowSorter
    private let taken: TakenColumn
    private let wanted: WantedRows
    private let pattern: PathPattern?
    private let db: Database

    /// - Parameters:
    ///   - cameraCondition: as in ``PhotoQuery``.
    ///   - taken: the time of capture; for the order by time that of an index.
    ///   - pattern: the selection's pattern; nil where it has none.
    ///   - db: with all ``SecondaryIndexes``.
    init(
        _ selection: PhotoSelection, cameraCondition: String?, taken: TakenColumn, wanted: WantedRows,
        pattern: PathPattern?, _ db: Database
    ) throws {
        self.selection = selection
        self.taken = taken
        self.cameraCondition = cameraCondition
        let roots = try Self.roots(db)
        sorter = try RowSorter(selection, taken: taken, roots: roots, db)
        self.roots = selection.isReversed ? roots.reversed() : roots
        self.wanted = wanted
        self.pattern = pattern
        self.db = db
    }

    /// The column of the order's value; nil for the order by path alone.
    static func column(of order: PhotoSelection.Order, _ taken: TakenColumn) -> String? {
        switch order {
        case .taken: taken.sql
        case .size: "f.size"
        case .path: nil
        }
    }

    /// The roots by the bytes of their paths, each with a slash appended.
    static func roots(_ db: Database) throws -> [Int64] {
        let query = try PreparedQuery(db, "SELECT id FROM root ORDER BY path || x'2f'")
        var roots: [Int64] = []
        try query.forEachRow { roots.append(query.integer(0)) }
        return roots
    }

    /// Calls `body` with each row, until it returns false.
    func forEach(_ body: (Int64) throws -> Bool) throws {
        guard let column = Self.column(of: selection.order, taken) else {
            _ = try forEachByPath(where: nil, nil, body)
            return
        }
        guard try forEachByValue(of: column, body) else { return }
        // Every photo has a size. A photo may have no time; then it is in no interval of times.
        guard selection.order == .taken, selection.since == nil, selection.until == nil else { return }
        _ = try forEachWithout(column, body)
    }

    /// SQLite's query plan, a line for each step.
    func plan() throws -> [String] {
        let column = Self.column(of: selection.order, taken)
        let statements =
            (column.map { [byValue(of: $0), withoutValue(of: $0)] } ?? [])
            + roots.prefix(1).compactMap { byPath(in: $0, where: column) }
        return try statements.flatMap { try PreparedQuery.plan(of: $0, db) }
    }
}

// By a value, and those of one value by their paths.
extension OrderedRows {
    private func forEachByValue(of column: String, _ body: (Int64) throws -> Bool) throws -> Bool {
        var range: ClosedRange<Int64>? = self.range
        while let some = range {
            let query = try PreparedQuery(db, byValue(of: column))
            defer { query.reset() }
            query.bind(some.lowerBound, at: 1)
            query.bind(some.upperBound, at: 2)
            wanted.bind(to: query, from: 4)
            var ties = Ties()
            range = nil
            while try query.step() {
                let value = query.integer(1)
                if value != ties.value {
                    guard try give(ties, body) else { return false }
                    ties = Ties(value: value)
                }
                ties.rows.append(query.integer(0))
                if ties.rows.count > Self.mostTies {
                    guard try forEachByPath(where: column, value, body) else { return false }
                    range = rest(of: some, after: value)
                    ties = Ties()
                    break
                }
            }
            guard try give(ties, body) else { return false }
        }
        return true
    }

    /// Photos of one value.
    private struct Ties {
        var value: Int64?
        var rows: [Int64] = []
    }

    private func give(_ ties: Ties, _ body: (Int64) throws -> Bool) throws -> Bool {
        let rows = ties.rows.count > 1 ? try sorter.sorted(ties.rows) : ties.rows
        for row in rows where try !body(row) { return false }
        return true
    }

    /// The photos without a value, by their paths.
    private func forEachWithout(_ column: String, _ body: (Int64) throws -> Bool) throws -> Bool {
        let query = try PreparedQuery(db, withoutValue(of: column))
        defer { query.reset() }
        wanted.bind(to: query, from: 4)
        var ties = Ties()
        while try query.step() {
            ties.rows.append(query.integer(0))
            if ties.rows.count > Self.mostTies { return try forEachByPath(where: column, nil, body) }
        }
        return try give(ties, body)
    }

    /// The selected times; all times if none are selected, and for sizes.
    private var range: ClosedRange<Int64>? {
        guard selection.order == .taken else { return .min ... .max }
        let (start, end) = (selection.since?.microseconds ?? .min, selection.until.map { $0.microseconds })
        guard let end else { return start ... .max }
        return start < end ? start...(end - 1) : nil
    }

    private func rest(of range: ClosedRange<Int64>, after value: Int64) -> ClosedRange<Int64>? {
        if selection.isReversed {
            return value > range.lowerBound ? range.lowerBound...(value - 1) : nil
        }
        return value < range.upperBound ? (value + 1)...range.upperBound : nil
    }

    private func byValue(of column: String) -> String {
        """
        SELECT f.id, \(column) FROM file f INDEXED BY \(index)
        WHERE \(conditions(["\(column) >= ?1", "\(column) <= ?2"])) ORDER BY \(column)\(direction)
        """
    }

    private func withoutValue(of column: String) -> String {
        "SELECT f.id FROM file f INDEXED BY \(index) WHERE \(conditions(["\(column) IS NULL"]))"
    }

    private var index: String { selection.order == .size ? "fileSize" : "fileTaken" }
}

// By path.
extension OrderedRows {
    /// All photos, or those where a column has a value, or none.
    private func forEachByPath(
        where column: String?, _ value: Int64?, _ body: (Int64) throws -> Bool
    ) throws -> Bool {
        for root in roots {
            guard let sql = byPath(in: root, where: column) else { continue }
            let query = try PreparedQuery(db, sql)
            defer { query.reset() }
            query.bind(root, at: 1)
            if column != nil { query.bind(value, at: 2) }
            wanted.bind(to: query, from: 4)
            if let pattern, !pattern.isRange { query.bind(pattern, at: 3) }
            while try query.step() {
                if try !body(query.integer(0)) { return false }
            }
        }
        return true
    }

    /// Nil for a root that contains no path of the selection's pattern.
    private func byPath(in root: Int64, where column: String?) -> String? {
        guard let range = pattern.map({ $0.ranges[root] }) ?? "" else { return nil }
        let matches = pattern?.isRange ?? true ? nil : "holds(?3, f.root, f.path)"
        let hint = matches == nil ? "" : pattern?.hints[root] ?? ""
        let value = column.map { "\($0) IS ?2" }
        return """
            SELECT f.id FROM file f INDEXED BY filePath
            WHERE f.root = ?1\(range)\(hint) AND \(conditions([matches, value].compactMap(\.self))) ORDER BY f.path\(direction)
            """
    }

    private func conditions(_ own: [String]) -> String {
        (own + ["f.state = 'photo'", "f.goneAt IS NULL"] + [cameraCondition].compactMap(\.self)
            + wanted.conditions(from: 4)).joined(separator: " AND ")
    }

    private var direction: String { selection.isReversed ? " DESC" : "" }
}
