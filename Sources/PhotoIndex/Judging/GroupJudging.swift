import GRDB
import PhotoModel

/// Judges single groups, within a transaction.
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

    /// Sets a group's verdict to that of its mark, or of `judge` if it has none. Writes only changes, and does not
    /// update the counts.
    ///
    /// - Returns: the verdict; nil where the group has no photo.
    mutating func settle(_ group: Int64, _ judge: ([PhotoFacts]) -> Judgement) throws -> Judgement? {
        try settle(group, from: judgement(of: group), GroupMarks.mark(ofGroup: group, in: db), judge)
    }

    private mutating func settle(
        _ group: Int64, from old: Judgement?, _ mark: Mark?, _ judge: ([PhotoFacts]) -> Judgement
    ) throws -> Judgement? {
        try members.read(group)
        if members.photos.isEmpty { return nil }
        let new = mark.map(Judgement.init(marked:)) ?? judge(members.facts)
        if old == nil {
            try verdicts.insert(new, of: group)
        } else if old != new {
            try verdicts.replace(new, of: group)
        }
        return new
    }

    /// Like ``judgeAnew(_:_:)``, if nothing but marks can have changed since the group was judged. A verdict stands if
    /// it rests on the present mark, or if it rests on none and there is none.
    mutating func followMark(of group: Int64, _ judge: ([PhotoFacts]) -> Judgement) throws {
        let (old, mark) = try (judgement(of: group), GroupMarks.mark(ofGroup: group, in: db))
        if let old, mark.map(Judgement.init(marked:)) == (old.reason == .marked ? old : nil) { return }
        try judgeAnew(group, from: old, mark, judge)
    }

    /// Like ``settle(_:_:)``, and updates the counts.
    mutating func judgeAnew(_ group: Int64, _ judge: ([PhotoFacts]) -> Judgement) throws {
        try judgeAnew(group, from: judgement(of: group), GroupMarks.mark(ofGroup: group, in: db), judge)
    }

    private mutating func judgeAnew(
        _ group: Int64, from old: Judgement?, _ mark: Mark?, _ judge: ([PhotoFacts]) -> Judgement
    ) throws {
        guard let new = try settle(group, from: old, mark, judge), let old, old.verdict != new.verdict else { return }
        var tallies: [Int64: FileTally] = [:]
        for photo in members.photos where !photo.isGone {
            tallies[photo.root, default: FileTally()].remove(.verdict(old.verdict), bytes: photo.size)
            tallies[photo.root, default: FileTally()].add(.verdict(new.verdict), bytes: photo.size)
        }
        for (root, tally) in tallies { try tally.apply(to: root, in: db) }
    }
}

/// The statements that write verdicts.
struct VerdictWriting {
    private let insert: PreparedQuery
    private let update: PreparedQuery

    init(_ db: Database) throws {
        insert = try PreparedQuery(
            db, "INSERT INTO verdict (verdict, reason, fence, distance, assetGroup) VALUES (?, ?, ?, ?, ?)")
        update = try PreparedQuery(
            db, "UPDATE verdict SET verdict = ?, reason = ?, fence = ?, distance = ? WHERE assetGroup = ?")
    }

    func insert(_ judgement: Judgement, of group: Int64) throws { try run(insert, judgement, group) }

    func replace(_ judgement: Judgement, of group: Int64) throws { try run(update, judgement, group) }

    /// Removes a group without files.
    static func dropGroup(_ group: Int64, in db: Database) throws {
        for sql in ["DELETE FROM verdict WHERE assetGroup = ?", "DELETE FROM assetGroup WHERE id = ?"] {
            let delete = try PreparedQuery(db, sql)
            delete.bind(group, at: 1)
            try delete.run()
        }
    }

    private func run(_ query: PreparedQuery, _ judgement: Judgement, _ group: Int64) throws {
        query.bind(judgement.verdict.rawValue, at: 1)
        query.bind(judgement.reason.rawValue, at: 2)
        query.bind(judgement.fence, at: 3)
        query.bind(judgement.distance, at: 4)
        query.bind(group, at: 5)
        try query.run()
    }
}
