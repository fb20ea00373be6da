import GRDB
import PhotoModel

/// Takes files out of groups of several, within a transaction: files that are gone, have moved or are no longer photos,
/// and files that return without the rest of a removed group.
///
/// The remaining files keep the group; a photo that leaves gets a group of its own with the same verdict. Both have to
/// be judged at the end of the transaction (``judgeAnew(_:)``): until then the counts use the old verdict. What was
/// decided on the photo as a whole stays with each of its files, also with those that are gone, by the path that it has
/// then.
struct GroupLeaving {
    private let db: Database
    private let find: PreparedQuery
    private let others: PreparedQuery
    private let settle: PreparedQuery
    private var touched: Set<Int64> = []
    /// What stays with the files of groups that some have left, and of the new groups.
    private var words: [Int64: PhotoWords] = [:]
    private let hasWords: Bool

    init(_ db: Database) throws {
        self.db = db
        find = try PreparedQuery(db, "SELECT assetGroup, state, hasCompany, goneAt FROM file WHERE id = ?")
        others = try PreparedQuery(
            db,
            """
            SELECT f.id, f.state FROM assetGroup g CROSS JOIN file f ON f.assetGroup = g.id
            WHERE g.id = ?1 AND f.id <> ?2 ORDER BY \(GroupMembers.order)
            """)
        hasWords = try PhotoWords.areAny(db)
        settle = try PreparedQuery(db, "UPDATE file SET assetGroup = ?, hasCompany = ? WHERE id = ?")
    }

    /// Takes a file out of its group if there are others in it.
    ///
    /// - Returns: the group it has now; nil for a sidecar.
    @discardableResult
    mutating func leave(_ row: Int64, tally: inout FileTally) throws -> Int64? {
        find.bind(row, at: 1)
        let known = try find.first {
            (
                group: find.optionalInteger(0), isPhoto: find.text(1) == "photo", isGrouped: find.bool(2),
                isGone: !find.isNull(3)
            )
        }
        guard let known, known.isGrouped, let group = known.group else { return known?.group }
        var rest: [(row: Int64, isPhoto: Bool)] = []
        others.bind(group, at: 1)
        others.bind(row, at: 2)
        try others.forEachRow { rest.append((others.integer(0), others.text(1) == "photo")) }
        touched.insert(group)
        // Before the first one leaves: it may be the one that was decided on.
        if hasWords, words[group] == nil { words[group] = try PhotoWords(ofGroup: group, in: db) }
        guard let leader = rest.first(where: \.isPhoto) else {
            for file in rest { try set(nil, isGrouped: false, of: file.row) }
            try set(group, isGrouped: false, of: row)
            return group
        }
        let own = known.isPhoto ? try split(row, from: group, leader: leader.row) : nil
        if let own { words[own] = words[group] }
        if own != nil, !known.isGone { tally.add(.group, bytes: 0) }
        try set(own, isGrouped: false, of: row)
        if rest.count == 1 { try set(group, isGrouped: false, of: leader.row) }
        return own
    }

    /// Has a group judged again by ``judgeAnew(_:)``.
    mutating func touch(_ group: Int64) { touched.insert(group) }

    /// Judges every group that a file has left, and the new groups.
    ///
    /// - Returns: whether there was any.
    @discardableResult
    mutating func judgeAnew(_ judge: ([PhotoFacts]) -> Judgement) throws -> Bool {
        if touched.isEmpty { return false }
        for (group, words) in words { try words.stay(withGroup: group, in: db) }
        words = [:]
        var judging = try GroupJudging(db)
        for group in touched.sorted() { try judging.judgeAnew(group, judge) }
        touched = []
        return true
    }

    /// Makes a group for a photo, and a new leader for the group it was in.
    private mutating func split(_ row: Int64, from group: Int64, leader: Int64) throws -> Int64 {
        let own = try GroupNumbers.next(db)
        for (sql, values) in [
            ("INSERT INTO assetGroup (id, leader) VALUES (?1, ?2)", [own, row]),
            (
                """
                INSERT INTO verdict (assetGroup, verdict, reason, fence, distance)
                SELECT ?1, verdict, reason, fence, distance FROM verdict WHERE assetGroup = ?2
                """, [own, group]
            ),
            ("UPDATE assetGroup SET leader = ?1 WHERE id = ?2 AND leader = ?3", [leader, group, row]),
        ] {
            let query = try PreparedQuery(db, sql)
            for (index, value) in values.enumerated() { query.bind(value, at: Int32(index + 1)) }
            try query.run()
        }
        touched.insert(own)
        return own
    }

    private func set(_ group: Int64?, isGrouped: Bool, of row: Int64) throws {
        settle.bind(group, at: 1)
        settle.bind(isGrouped, at: 2)
        settle.bind(row, at: 3)
        try settle.run()
    }
}
