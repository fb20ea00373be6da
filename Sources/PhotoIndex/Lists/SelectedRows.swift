import GRDB
import PhotoModel

/// The photos of a selection as rows of a statement, one by one in its order, starting at once.
///
/// If a part of the selection leaves few rows, these are found by it and sorted. Otherwise all photos come in order
/// from an index, and each is read to see whether it is wanted (or skipped unread: ``WantedRows``). Before the first
/// scan has made the indexes, and by time where one lies in the future (``TakenColumn``), SQLite sorts.
///
/// SQLite's own choice (3.40, a million photos) is worse: without ANALYZE it sorts everything for the first twenty by
/// path (12 s) and reads everything for a place with few photos (2 s); with it, it sorts everything for the first
/// twenty by time (2 s), since it does not know that the reader stops. There is no order by a text, such as the camera
/// or the fence: a plain ORDER BY took 40 to 60 s for the first twenty, and an index of cameras with the paths adds 35
/// MB to 272 MB. A path pattern that begins with a star is compared with every path, since no index can help.
final class SelectedRows {
    /// The most rows that are sorted, which takes some milliseconds.
    private static let most = 8_192
    private let selection: PhotoSelection
    private let query: PhotoQuery
    private let taken: TakenColumn
    private let row: PreparedQuery
    private let filter: RowFilter
    private let wanted: WantedRows
    private let source: Source
    private let db: Database

    private enum Source {
        case few([Int64], RowFinder)
        case ordered(OrderedRows)
        case sortedBySQLite
    }

    /// - Parameters:
    ///   - selection: which photos, in which order. Its limit is left to the caller.
    ///   - filter: the parts that the database cannot decide.
    ///   - columns: the columns of each row, `f.root, f.path` first.
    ///   - place: the column of the latitude, followed by that of the longitude.
    init(
        _ selection: PhotoSelection, filter: PhotoFilter, columns: String, place: Int32, cameras: CameraNames,
        _ db: Database
    ) throws {
        self.selection = selection
        let hasInferred = try InferredRows.areAny(db)
        taken = try TakenColumn(db)
        query = PhotoQuery(selection, cameras: cameras, columns: columns, taken: taken, hasInferred: hasInferred)
        row = try query.prepareRow(in: db)
        self.filter = try RowFilter(filter, place: place, db)
        self.db = db
        let hasIndexes = try SecondaryIndexes.areComplete(db)
        let pattern = selection.paths.isEmpty ? nil : try PathPattern(selection.paths, db)
        let finders = hasIndexes ? RowFinder.all(for: selection, pattern: pattern, taken: taken, hasInferred) : []
        wanted = WantedRows(finders, db)
        if !hasIndexes {
            source = .sortedBySQLite
        } else if let few = try Self.few(finders, db) {
            source = few
        } else if selection.order == .taken, !taken.isIndexed {
            source = .sortedBySQLite
        } else {
            source = .ordered(
                try OrderedRows(
                    selection, cameraCondition: query.cameraCondition, taken: taken, wanted: wanted, pattern: pattern,
                    db))
        }
    }

    /// Whether they were found by a part of the selection.
    var areFew: Bool { if case .few = source { true } else { false } }

    private static func few(_ finders: [RowFinder], _ db: Database) throws -> Source? {
        for finder in finders {
            guard let rows = try finder.few(atMost: most, db) else { continue }
            return .few(finder.kind == .files ? rows : try files(ofGroups: rows, db), finder)
        }
        return nil
    }

    /// Calls `body` with the statement at each row, until it returns false.
    func forEach(_ body: (PreparedQuery) throws -> Bool) throws {
        switch source {
        case .few(let rows, _):
            let sorter = try RowSorter(selection, taken: taken, roots: OrderedRows.roots(db), db)
            for row in try sorter.sorted(rows) where try !give(row, body) { return }
        case .ordered(let ordered):
            try ordered.forEach { try give($0, body) }
        case .sortedBySQLite:
            let sorted = try query.prepareSorted(in: db)
            defer { sorted.reset() }
            while try sorted.step() { if try !give(sorted.integer(0), body) { return } }
        }
    }

    /// The same in any order, which is the fastest way to read all.
    func forEachInAnyOrder(_ body: (PreparedQuery) throws -> Void) throws {
        if case .few(let rows, _) = source {
            for row in rows {
                _ = try give(row) { row in
                    try body(row)
                    return true
                }
            }
            return
        }
        let all = try query.prepareUnordered(in: db)
        try all.forEachRow { if filter.passes(all) { try body(all) } }
    }

    /// SQLite's query plan, a line for each step.
    func plan() throws -> [String] {
        let found =
            switch source {
            case .few(_, let finder): try finder.plan(db)
            case .ordered(let ordered): try ordered.plan()
            case .sortedBySQLite: try query.planOfSorted(in: db)
            }
        return try found + query.planOfRow(in: db)
    }

    private func give(_ number: Int64, _ body: (PreparedQuery) throws -> Bool) throws -> Bool {
        row.bind(number, at: 1)
        defer { row.reset() }
        guard try row.step(), filter.passes(row) else {
            try wanted.noteReadInVain()
            return true
        }
        return try body(row)
    }

    private static func files(ofGroups groups: [Int64], _ db: Database) throws -> [Int64] {
        let query = try PreparedQuery(db, "SELECT id FROM file INDEXED BY fileGroup WHERE assetGroup = ?")
        var files: [Int64] = []
        for group in groups {
            query.bind(group, at: 1)
            try query.forEachRow { files.append(query.integer(0)) }
        }
        return files
    }
}
