import GRDB
import PhotoModel

/// Judges single groups anew, within a transaction.
struct GroupJudging {
    private let db: Database
    private let leader: PreparedQuery
    private let members: PreparedQuery
    private let verdicts: VerdictWriting
    private let verdict: PreparedQuery

    init(_ db: Database) throws {
        self.db = db
        leader = try PreparedQuery(
            db,
            """
            SELECT f.format, \(FileColumns.list(FileColumns.facts, of: "f"))
            FROM assetGroup g CROSS JOIN file f ON f.id = g.leader WHERE g.id = ?
            """)
        members = try PreparedQuery(
            db, "SELECT root, size FROM file WHERE assetGroup = ? AND state = 'photo' AND goneAt IS NULL")
        verdict = try PreparedQuery(db, "SELECT verdict, reason, fence, distance FROM verdict WHERE assetGroup = ?")
        verdicts = try VerdictWriting(db)
    }

    /// The verdict that a group has; nil where it has none.
    func judgement(of group: Int64) throws -> Judgement? {
        verdict.bind(group, at: 1)
        return try verdict.first { verdict.judgement(from: 0) } ?? nil
    }

    /// Gives a group the verdict of its mark, or of `judge` where it has none; writes only what is otherwise.
    func judgeAnew(_ group: Int64, _ judge: (PhotoFacts) -> Judgement) throws {
        let old = try judgement(of: group)
        guard let new = try newJudgement(of: group, judge), new != old else { return }
        try verdicts.replace(new, of: group)
        guard let old, old.verdict != new.verdict else { return }
        members.bind(group, at: 1)
        var tallies: [Int64: Tally] = [:]
        try members.forEachRow {
            tallies[members.integer(0), default: Tally()].remove(.verdict(old.verdict), bytes: members.integer(1))
            tallies[members.integer(0), default: Tally()].add(.verdict(new.verdict), bytes: members.integer(1))
        }
        for (root, tally) in tallies { try tally.apply(to: root, in: db) }
    }

    private func newJudgement(of group: Int64, _ judge: (PhotoFacts) -> Judgement) throws -> Judgement? {
        if let mark = try GroupMarks.mark(ofGroup: group, in: db) { return Judgement(marked: mark) }
        leader.bind(group, at: 1)
        let facts = try leader.first { leader.facts(format: 0, from: 1, cameras: { _ in CameraName() }) } ?? nil
        return facts.map(judge)
    }
}
