import GRDB
import PhotoModel

/// Reads some groups with their verdicts, and judges them. Writes nothing, so several values can work concurrently,
/// each on a connection of its own.
struct ChunkJudging {
    private let marks: [Int64: Mark]
    private let query: PreparedQuery
    private var row = JudgingRow()
    private var members: GroupMembers

    init(_ db: Database, marks: [Int64: Mark]) throws {
        self.marks = marks
        query = try PreparedQuery(
            db,
            """
            SELECT g.id, f.root, f.goneAt, f.size, v.verdict, v.reason, v.fence, v.distance, f.hasCompany,
              \(JudgingRow.columns(withInferredIn: db))
            FROM assetGroup g CROSS JOIN file f ON f.id = g.leader LEFT JOIN verdict v ON v.assetGroup = g.id
            WHERE g.id >= ? AND g.id < ? ORDER BY g.id
            """)
        members = try GroupMembers(db)
    }

    mutating func judge(_ rows: GroupRows, _ judge: ([PhotoFacts]) -> Judgement) throws -> JudgedChunk {
        var chunk = JudgedChunk()
        defer { query.reset() }
        for range in rows.ranges {
            query.reset()
            query.bind(range.lowerBound, at: 1)
            query.bind(range.upperBound, at: 2)
            while try query.step() { try judgeRow(judge, in: &chunk) }
        }
        return chunk
    }

    private mutating func judgeRow(_ judge: ([PhotoFacts]) -> Judgement, in chunk: inout JudgedChunk) throws {
        let group = query.integer(0)
        let isGrouped = query.bool(8)
        if isGrouped { try members.read(group) } else { row.read(query, from: 9) }
        let mark = marks.isEmpty ? nil : marks[group]
        let judgement = mark.map(Judgement.init(marked:)) ?? judge(isGrouped ? members.facts : row.facts)
        if row.holds(judgement, query, from: 4) { return }
        let old = row.verdict(query, 4)
        chunk.rewrites.append(JudgedChunk.Rewrite(group: group, judgement: judgement, isNew: query.isNull(4)))
        if old != judgement.verdict { note(old, judgement.verdict, isGrouped: isGrouped, in: &chunk.changes) }
    }

    private func note(_ old: Verdict?, _ new: Verdict, isGrouped: Bool, in changes: inout VerdictCounts) {
        if isGrouped {
            for photo in members.photos where !photo.isGone {
                changes.note(old, new, root: photo.root, bytes: photo.size)
            }
        } else if query.isNull(2) {
            changes.note(old, new, root: query.integer(1), bytes: query.integer(3))
        }
    }
}

struct JudgedChunk: Sendable {
    struct Rewrite: Sendable {
        let group: Int64
        let judgement: Judgement
        /// Whether the group had none.
        let isNew: Bool
    }

    var rewrites: [Rewrite] = []
    var changes = VerdictCounts()
}

/// The number of photos that changed from one verdict to another, by root.
struct VerdictCounts {
    private static let olds: [Verdict?] = Verdict.allCases + [nil]
    private struct Root {
        let row: Int64
        /// By old verdict, then by new one.
        var amounts = [FileTally.Amount](repeating: FileTally.Amount(), count: olds.count * Verdict.allCases.count)
    }

    private var roots: [Root] = []

    mutating func note(_ old: Verdict?, _ new: Verdict, root: Int64, bytes: Int64) {
        let root = place(of: root)
        let place = Self.place(old, new)
        roots[root].amounts[place].count += 1
        roots[root].amounts[place].bytes += bytes
    }

    mutating func add(_ other: VerdictCounts) {
        for added in other.roots {
            let root = place(of: added.row)
            for (index, amount) in added.amounts.enumerated() {
                roots[root].amounts[index].count += amount.count
                roots[root].amounts[index].bytes += amount.bytes
            }
        }
    }

    func apply(in db: Database) throws {
        for root in roots {
            var tally = FileTally()
            for old in Self.olds {
                for new in Verdict.allCases {
                    let amount = root.amounts[Self.place(old, new)]
                    tally[.verdict(old ?? .unsure)].count -= amount.count
                    tally[.verdict(old ?? .unsure)].bytes -= amount.bytes
                    tally[.verdict(new)].count += amount.count
                    tally[.verdict(new)].bytes += amount.bytes
                }
            }
            try tally.apply(to: root.row, in: db)
        }
    }

    /// The counts of all roots together, by old and new verdict in the order of `Verdict.allCases`, none last.
    var changes: [VerdictChange] {
        Self.olds.flatMap { old in
            Verdict.allCases.compactMap { new in
                let count = roots.reduce(0) { $0 + $1.amounts[Self.place(old, new)].count }
                return count == 0 ? nil : VerdictChange(from: old, to: new, photos: count)
            }
        }
    }

    private mutating func place(of row: Int64) -> Int {
        if let place = roots.firstIndex(where: { $0.row == row }) { return place }
        roots.append(Root(row: row))
        return roots.count - 1
    }

    private static func place(_ old: Verdict?, _ new: Verdict) -> Int {
        number(old) * Verdict.allCases.count + number(new)
    }

    private static func number(_ verdict: Verdict?) -> Int {
        switch verdict {
        case .work: 0
        case .personal: 1
        case .unsure: 2
        case nil: 3
        }
    }
}

/// Reads what judging needs of a photo's row. One value reads all rows, so that words shared by most rows are made
/// once.
struct JudgingRow {
    private static let names = [
        "latitude", "longitude", "positionProblem", "horizontalAccuracy", "processingMethod", "gpsTime", "takenAt",
        "takenAtSource", "utcOffset", "utcOffsetSource", "sidecarNotes", "overruledLatitude", "overruledLongitude",
        "overruledTakenAt", "overruledTakenAtSource", "overruledOffset", "overruledOffsetSource",
        "nextTakenAt", "nextTakenAtSource", "nextUtcOffset",
        "nextUtcOffsetSource",
    ]

    /// The columns for ``read(_:from:)``, of the table `f`: the files' own facts.
    static let columns = FileColumns.list(names, of: "f")

    /// The same columns with inferred positions.
    static func columns(withInferredIn db: Database) throws -> String {
        try FileColumns.list(names, of: "f", withInferredIn: db)
    }

    /// The facts of the last row read, as those of a group of one: filled in place for each row.
    private(set) var facts = [PhotoFacts(format: .jpeg)]
    private var problems = WordMemory<PositionProblem>()
    private var methods = WordMemory<String>()
    private var timeSources = WordMemory<CaptureTimeSource>()
    private var offsetSources = WordMemory<UTCOffsetSource>()
    private var verdicts = WordMemory<Verdict>()
    private var reasons = WordMemory<Reason>()

    /// Reads ``columns`` from column `first` on into ``facts``.
    mutating func read(_ query: PreparedQuery, from first: Int32) {
        facts[0].position = position(query, from: first)
        facts[0].horizontalAccuracy = query.optionalDouble(first + 3)
        facts[0].processingMethod = methods.value(query, first + 4) { $0 }
        facts[0].gpsTime = query.optionalInteger(first + 5).map(WallTime.init(microseconds:))
        facts[0].captureTime = time(query, from: first + 6)
        query.readCorrection(into: &facts[0], from: first + 10)
        facts[0].nextCaptureTime = time(query, from: first + 17)
    }

    /// Whether the verdict in columns `first`… (verdict, reason, fence, distance) equals this one.
    mutating func holds(_ judgement: Judgement, _ query: PreparedQuery, from first: Int32) -> Bool {
        verdicts.value(query, first, Verdict.init) == judgement.verdict
            && reasons.value(query, first + 1, Reason.init) == judgement.reason
            && query.optionalDouble(first + 3) == judgement.distance && query.holds(judgement.fence, in: first + 2)
    }

    /// The verdict in a column; nil if there is none.
    mutating func verdict(_ query: PreparedQuery, _ column: Int32) -> Verdict? {
        verdicts.value(query, column, Verdict.init)
    }

    private mutating func position(_ query: PreparedQuery, from first: Int32) -> Position {
        if let latitude = query.optionalDouble(first), let longitude = query.optionalDouble(first + 1),
            let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        {
            return .valid(coordinate)
        }
        return problems.value(query, first + 2, PositionProblem.init).map(Position.invalid) ?? .absent
    }

    private mutating func time(_ query: PreparedQuery, from first: Int32) -> CaptureTime? {
        guard let wall = query.optionalInteger(first),
            let source = timeSources.value(query, first + 1, CaptureTimeSource.init)
        else { return nil }
        let offsetSource = offsetSources.value(query, first + 3, UTCOffsetSource.init)
        let offset = offsetSource.map { UTCOffset(seconds: Int(query.integer(first + 2)), source: $0) }
        return CaptureTime(wall: WallTime(microseconds: wall), offset: offset, source: source)
    }
}

/// Caches the meanings of words in a column, so that text is made only once for recurring words.
struct WordMemory<Value> {
    private typealias Key = (length: Int, head: UInt64, tail: UInt64)
    /// Words of up to 16 bytes, the last ones seen.
    private var known: [(key: Key, value: Value?)] = []
    private static var most: Int { 8 }

    /// The value of the word in a column; nil for NULL, and for a word unknown to `make`.
    mutating func value(_ query: PreparedQuery, _ column: Int32, _ make: (String) -> Value?) -> Value? {
        guard let key = query.shortText(column) else { return query.text(column).flatMap(make) }
        for entry in known where entry.key == key { return entry.value }
        let value = query.text(column).flatMap(make)
        if known.count == Self.most { known.removeFirst() }
        known.append((key, value))
        return value
    }
}
