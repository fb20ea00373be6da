import GRDB
import PhotoModel

/// Goes through all groups in the order of their rows, some thousand at a time: read, judge, then write.
struct Rejudging {
    private struct Rewrite {
        let group: Int64
        let judgement: Judgement
        let isNew: Bool
    }

    private static let chunk: Int64 = 4_096
    private let db: Database
    private let marks: [Int64: Mark]
    private let query: PreparedQuery
    private let verdicts: VerdictWriting
    private var row = JudgingRow()
    private var rewrites: [Rewrite] = []
    private var lastGroup: Int64 = 0
    private var tallies: [Int64: Tally] = [:]
    private var counts: [Verdict?: [Verdict: Int]] = [:]

    init(_ db: Database) throws {
        self.db = db
        marks = try GroupMarks.all(db)
        verdicts = try VerdictWriting(db)
        query = try PreparedQuery(
            db,
            """
            SELECT g.id, f.root, f.goneAt, f.size, v.verdict, v.reason, v.fence, v.distance, \(JudgingRow.columns)
            FROM assetGroup g CROSS JOIN file f ON f.id = g.leader LEFT JOIN verdict v ON v.assetGroup = g.id
            WHERE g.id > ? ORDER BY g.id LIMIT \(Self.chunk)
            """)
    }

    /// - Returns: whether there may be more.
    mutating func judgeChunk(_ judge: (PhotoFacts) -> Judgement) throws -> Bool {
        rewrites.removeAll(keepingCapacity: true)
        var rows = 0
        query.bind(lastGroup, at: 1)
        defer { query.reset() }
        while try query.step() {
            rows += 1
            lastGroup = query.integer(0)
            row.read(query, from: 8)
            let mark = marks.isEmpty ? nil : marks[lastGroup]
            let judgement = mark.map(Judgement.init(marked:)) ?? judge(row.facts)
            if !row.holds(judgement, query, from: 4) { note(judgement) }
        }
        query.reset()
        for rewrite in rewrites {
            try rewrite.isNew
                ? verdicts.insert(rewrite.judgement, of: rewrite.group)
                : verdicts.replace(rewrite.judgement, of: rewrite.group)
        }
        return rows == Self.chunk
    }

    /// Notes that the current row's group has another verdict from now on.
    private mutating func note(_ new: Judgement) {
        let old = row.verdict(query, 4)
        rewrites.append(Rewrite(group: lastGroup, judgement: new, isNew: query.isNull(4)))
        guard query.isNull(2), old != new.verdict else { return }
        counts[old, default: [:]][new.verdict, default: 0] += 1
        let root = query.integer(1)
        let size = query.integer(3)
        tallies[root, default: Tally()].remove(.verdict(old ?? .unsure), bytes: size)
        tallies[root, default: Tally()].add(.verdict(new.verdict), bytes: size)
    }

    func applyTallies() throws {
        for (root, tally) in tallies { try tally.apply(to: root, in: db) }
    }

    var changes: [VerdictChange] {
        let olds: [Verdict?] = Verdict.allCases + [nil]
        return olds.flatMap { old in
            Verdict.allCases.compactMap { new in
                counts[old]?[new].map { VerdictChange(from: old, to: new, photos: $0) }
            }
        }
    }
}
