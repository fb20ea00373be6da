import GRDB
import PhotoModel

/// Judges single groups anew, within a transaction.
struct GroupJudging {
    private let db: Database
    private var members: GroupMembers
    private let verdicts: VerdictWriting
    private let verdict: PreparedQuery

    init(_ db: Database) throws {
        self.db = db
        members = try GroupMembers(db)
        verdict = try PreparedQuery(db, "SELECT verdict, reason, fence, distance FROM verdict WHERE assetGroup = ?")
        verdicts = try VerdictWriting(db)
    }

    /// The verdict that a group has; nil where it has none.
    func judgement(of group: Int64) throws -> Judgement? {
        verdict.bind(group, at: 1)
        return try verdict.first { verdict.judgement(from: 0) } ?? nil
    }

    /// Gives a group the verdict of its mark, or of `judge` where it has none; writes only what is otherwise, and leaves
    /// the counts alone.
    ///
    /// - Returns: the verdict; nil where the group has no photo.
    mutating func settle(_ group: Int64, _ judge: ([PhotoFacts]) -> Judgement) throws -> Judgement? {
        try members.read(group)
        if members.photos.isEmpty { return nil }
        let mark = try GroupMarks.mark(ofGroup: group, in: db)
        let new = mark.map(Judgement.init(marked:)) ?? judge(members.facts)
        let old = try judgement(of: group)
        if old == nil {
            try verdicts.insert(new, of: group)
        } else if old != new {
            try verdicts.replace(new, of: group)
        }
        return new
    }

    /// Like ``settle(_:_:)``, and brings the counts up to date.
    mutating func judgeAnew(_ group: Int64, _ judge: ([PhotoFacts]) -> Judgement) throws {
        let old = try judgement(of: group)
        guard let new = try settle(group, judge), let old, old.verdict != new.verdict else { return }
        var tallies: [Int64: Tally] = [:]
        for photo in members.photos where !photo.isGone {
            tallies[photo.root, default: Tally()].remove(.verdict(old.verdict), bytes: photo.size)
            tallies[photo.root, default: Tally()].add(.verdict(new.verdict), bytes: photo.size)
        }
        for (root, tally) in tallies { try tally.apply(to: root, in: db) }
    }
}
