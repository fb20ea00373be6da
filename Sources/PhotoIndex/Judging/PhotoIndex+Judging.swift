import GRDB
package import PhotoModel

extension PhotoIndex {
    /// What the verdicts were judged by; nil where nobody has judged yet.
    package func basis() throws(IndexError) -> JudgingBasis? {
        try read(Self.basis)
    }

    /// Judges every group anew where the index was judged by something else, and notes what by; all in one transaction.
    ///
    /// Only verdicts that come out otherwise are written. Memory does not grow with the library.
    ///
    /// - Parameters:
    ///   - basis: what `judge` judges by.
    ///   - judge: gives the verdict of a group by its leader's facts.
    /// - Returns: how many photos changed their verdict, by old and new one in the order of `Verdict.allCases`; empty
    ///   where none did or the basis is the same.
    /// - Throws: what befalls a write; nothing has changed then.
    package func judgeAnew(
        basis: JudgingBasis, judge: (PhotoFacts) -> Judgement
    ) throws(IndexError) -> [VerdictChange] {
        if try self.basis() == basis { return [] }
        return try write { db in
            if try Self.basis(db) == basis { return [] }
            var judging = try Rejudging(db)
            while try judging.judgeChunk(judge) {}
            try judging.applyTallies()
            try Self.set(basis, in: db)
            return judging.changes
        }
    }

    /// Forgets what the verdicts were judged by where that is not `basis`, by which some have just been written: while
    /// verdicts by two sets of rules stand side by side, nobody is to believe either.
    static func forgetBasis(unless basis: JudgingBasis?, in db: Database) throws {
        if try self.basis(db) != basis { try db.execute(sql: "DELETE FROM judgingBasis") }
    }

    private static func basis(_ db: Database) throws -> JudgingBasis? {
        let query = try PreparedQuery(db, "SELECT fences, settings, rulesVersion FROM judgingBasis")
        return try query.first {
            JudgingBasis(fences: query.bytes(0), settings: query.bytes(1), rulesVersion: Int(query.integer(2)))
        }
    }

    private static func set(_ basis: JudgingBasis, in db: Database) throws {
        let query = try PreparedQuery(
            db, "INSERT OR REPLACE INTO judgingBasis (id, fences, settings, rulesVersion) VALUES (1, ?, ?, ?)")
        query.bind(basis.fences, at: 1)
        query.bind(basis.settings, at: 2)
        query.bind(Int64(basis.rulesVersion), at: 3)
        try query.run()
    }
}

/// Goes through all groups in the order of their rows, some thousand at a time: read, judge, then write.
private struct Rejudging {
    private struct Rewrite {
        let group: Int64
        let judgement: Judgement
        let isNew: Bool
    }

    private static let chunk: Int64 = 4_096
    private let db: Database
    private let cameras: CameraNames
    private let query: PreparedQuery
    private let verdicts: VerdictWriting
    private var lastGroup: Int64 = 0
    private var tallies: [Int64: Tally] = [:]
    private var counts: [Verdict?: [Verdict: Int]] = [:]

    init(_ db: Database) throws {
        self.db = db
        cameras = try CameraNames(db)
        verdicts = try VerdictWriting(db)
        query = try PreparedQuery(
            db,
            """
            SELECT g.id, f.root, f.goneAt IS NOT NULL, f.size, v.verdict, v.reason, v.fence, v.distance, f.format,
              \(FileColumns.list(FileColumns.facts, of: "f"))
            FROM assetGroup g CROSS JOIN file f ON f.id = g.leader LEFT JOIN verdict v ON v.assetGroup = g.id
            WHERE g.id > ? ORDER BY g.id LIMIT \(Self.chunk)
            """)
    }

    /// - Returns: whether there may be more.
    mutating func judgeChunk(_ judge: (PhotoFacts) -> Judgement) throws -> Bool {
        var rewrites: [Rewrite] = []
        var rows = 0
        query.bind(lastGroup, at: 1)
        defer { query.reset() }
        while try query.step() {
            rows += 1
            lastGroup = query.integer(0)
            guard let facts = query.facts(format: 8, from: 9, cameras: { cameras[$0] }) else { continue }
            let old = query.judgement(from: 4)
            let judgement = judge(facts)
            guard judgement != old else { continue }
            rewrites.append(Rewrite(group: lastGroup, judgement: judgement, isNew: query.isNull(4)))
            if !query.bool(2), old?.verdict != judgement.verdict { note(old?.verdict, judgement.verdict) }
        }
        query.reset()
        for rewrite in rewrites {
            try rewrite.isNew
                ? verdicts.insert(rewrite.judgement, of: rewrite.group)
                : verdicts.replace(rewrite.judgement, of: rewrite.group)
        }
        return rows == Self.chunk
    }

    private mutating func note(_ old: Verdict?, _ new: Verdict) {
        counts[old, default: [:]][new, default: 0] += 1
        let root = query.integer(1)
        let size = query.integer(3)
        tallies[root, default: Tally()].remove(.verdict(old ?? .unsure), bytes: size)
        tallies[root, default: Tally()].add(.verdict(new), bytes: size)
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
