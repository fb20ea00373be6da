import GRDB
package import PhotoModel
import SystemPackage

extension PhotoIndex {
    /// Undoes a change of marks or holds, in one transaction, where its result still stands; then it is forgotten.
    ///
    /// - Parameters:
    ///   - basis: the basis of `judge`.
    ///   - isPreview: whether the effects are only found out, and nothing stays written.
    ///   - judge: as where a decision is recorded.
    /// - Returns: the effects; nil where the index was judged on another basis meanwhile: nothing was written then.
    /// - Throws: where the index cannot be written; nothing has changed then.
    package func undo(
        _ change: DecisionChange, basis: JudgingBasis, isPreview: Bool = false,
        judge: @escaping ([PhotoFacts]) -> Judgement
    ) throws(IndexError) -> UndoneDecisions? {
        if try read({ try ScanWriter.lastRow("file", in: $0) }) > 0 { try SecondaryIndexes.complete(self) }
        return try trying(isPreview) { db in
            guard try Self.basis(db) == basis else { return nil }
            var undoing = try DecisionUndoing(db, judge)
            let heldAgain = try db.integers("SELECT content FROM destinationHold WHERE liftedBy = \(change.id)").count
            try db.run("UPDATE destinationHold SET liftedBy = NULL WHERE liftedBy = \(change.id)")
            try db.run("UPDATE heldPath SET liftedBy = NULL WHERE liftedBy = \(change.id)")
            for entry in try DecisionUndoing.entries(of: change.id, in: db).reversed() { try undoing.undo(entry) }
            try db.run("DELETE FROM decisionChangeRow WHERE change = \(change.id)")
            try db.run("DELETE FROM decisionChangeFile WHERE change = \(change.id)")
            try db.run("DELETE FROM decisionChange WHERE id = \(change.id)")
            var undone = try undoing.finish()
            undone.heldAgain = heldAgain
            return undone
        }
    }
}

/// Undoes the entries of a change, the last first.
private struct DecisionUndoing {
    struct Entry {
        let content: Int64
        let path: [UInt8]
        /// Whether another index that was merged since says something here too.
        let isMerged: Bool
        var before: Set<DecisionHistory.Row> = []
        var after: Set<DecisionHistory.Row> = []

        /// The paths beside it where the decision began too.
        var begun: [[UInt8]] {
            let stayed = before.filter(\.staysWithPath).map(\.path)
            return after.filter { $0.staysWithPath && !$0.followsContent && !stayed.contains($0.path) }
                .map(\.path.bytes)
        }
    }

    private let db: Database
    private let judge: ([PhotoFacts]) -> Judgement
    private let finder: FileFinder
    private var judging: GroupJudging
    private var undone = UndoneDecisions()
    /// The paths of holds that have ended.
    private var released: Set<FilePath> = []
    /// What they have brought back: one file may be in several.
    private var broughtBack: Set<DecisionHistory.Row> = []
    /// The entries that are undone, the last first, each with its file and that one's verdict before.
    private var done: [(entry: Entry, file: (row: Int64, group: Int64?)?, before: Judgement?)] = []

    init(_ db: Database, _ judge: @escaping ([PhotoFacts]) -> Judgement) throws {
        self.db = db
        self.judge = judge
        finder = try FileFinder(db)
        judging = try GroupJudging(db)
    }

    static func entries(of change: Int64, in db: Database) throws -> [Entry] {
        let files = try Row.fetchCursor(
            db.statement(
                "SELECT content, path, isMerged FROM decisionChangeFile WHERE change = \(change) ORDER BY place"))
        var entries = try Array(
            files.map {
                try Entry(content: $0.value("content"), path: $0.bytes("path"), isMerged: $0.value("isMerged"))
            })
        let rows = try db.query(
            """
            SELECT place, isAfter, decision, number, content, value, path, followsContent, staysWithPath
            FROM decisionChangeRow WHERE change = \(change)
            """)
        try rows.forEachRow {
            let place = Int(rows.integer(0))
            let decision = try DecisionHistory.Row(rows, from: 2)
            guard entries.indices.contains(place) else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
            if rows.bool(1) {
                entries[place].after.insert(decision)
            } else {
                entries[place].before.insert(decision)
            }
        }
        return entries
    }

    mutating func undo(_ entry: Entry) throws {
        let path = FilePath(bytes: entry.path)
        let now = try DecisionHistory.rows(
            entry.content, [entry.path] + entry.begun, besides: entry.before.union(entry.after), db)
        // Another entry with this content or path has restored it.
        if now == entry.before, entry.before != entry.after { return }
        let endsRestored = now.contains { $0.isRestored && !entry.before.contains($0) }
        // `subtracting` would visit all that was brought back, for each entry.
        let since = now.subtracting(extended(now, entry)).filter { !broughtBack.contains($0) }
        if since != entry.after.filter({ !broughtBack.contains($0) }) || endsRestored || entry.isMerged {
            return undone.left.append(path)
        }
        let known = try finder.file(at: entry.path)
        let groups = try groups(of: now, entry, known?.group)
        let before = try known?.group.flatMap { try judging.judgement(of: $0) }
        let standing = try standing(groups, entry)
        try replace(now, with: entry.before)
        broughtBack.formUnion(entry.before)
        for group in groups {
            try judging.followMark(of: group, judge)
            if let path = try self.path(of: group) { undone.reached.insert(path) }
        }
        undone.reverses.add(standing.reversals(now: try self.standing(groups, entry)))
        done.append((entry, known, before))
    }

    /// What is undone, once all entries are.
    mutating func finish() throws -> UndoneDecisions {
        try RestoredHolds(db).holdUnderWay(at: released)
        for (entry, file, before) in done.reversed() {
            if let file, try keep(entry, file.row), let group = file.group { try judging.followMark(of: group, judge) }
            let after = try file?.group.flatMap { try judging.judgement(of: $0) }
            undone.restored.append(
                UndoneDecisions.Restored(path: FilePath(bytes: entry.path), before: before, after: after))
        }
        return undone
    }

    /// Lets what applies to the bytes that were decided on stay with the path of a photo that was edited since: the
    /// scan that saw the edit found the decision there instead.
    ///
    /// - Returns: whether it does so only now.
    private func keep(_ entry: Entry, _ row: Int64) throws -> Bool {
        let row = try Row.fetchOne(
            db.statement(
                """
                SELECT c.sha256 FROM file f LEFT JOIN content c ON c.id = f.content
                WHERE f.id = \(row) AND f.state = 'photo' AND f.goneAt IS NULL AND f.content IS NOT \(entry.content)
                """))
        guard let row else { return false }
        let changes = db.totalChangesCount
        try ScanDecisions.keepAll(entry.content, at: entry.path, of: row.optionalBytes("sha256"), in: db)
        return db.totalChangesCount > changes
    }

    /// What scans have extended to other contents since, from what was decided at the paths: it ends with that.
    private func extended(_ now: Set<DecisionHistory.Row>, _ entry: Entry) -> Set<DecisionHistory.Row> {
        now.subtracting(entry.after).filter { row in
            row.followsContent && !row.staysWithPath && !entry.before.contains(row)
                && entry.after.contains {
                    $0.decision == row.decision && $0.value == row.value && $0.path == row.path && $0.staysWithPath
                }
        }
    }

    private func standing(_ groups: Set<Int64>, _ entry: Entry) throws -> ProtectedGroups {
        try ProtectedGroups(groups, content: entry.content, path: entry.path, isInGroup: !groups.isEmpty, in: db)
    }

    /// The groups on which something else is decided before than now. Where the same stands of a content, by whichever
    /// row, its copies are as they were.
    private func groups(
        of now: Set<DecisionHistory.Row>, _ entry: Entry, _ own: Int64?
    ) throws -> Set<Int64> {
        var groups = Set(own.map { [$0] } ?? [])
        for content in Set((now.union(entry.before)).map(\.content)) {
            let words = [now, entry.before].map { rows in
                Set(rows.filter { $0.followsContent && $0.content == content }.map { [$0.decision, $0.value] })
            }
            if words[0] != words[1] { groups.formUnion(try ContentRows.groups(of: content, in: db)) }
        }
        for path in Set(now.symmetricDifference(entry.before).filter(\.staysWithPath).map(\.path)) {
            if let group = try finder.file(at: path.bytes)?.group { groups.insert(group) }
        }
        return groups
    }

    /// The path of one of the files of a group; nil if all are gone.
    private func path(of group: Int64) throws -> FilePath? {
        let row = try Row.fetchOne(
            db.statement(
                """
                SELECT \(sql: FileFinder.path(of: "f", in: "r")) AS path
                FROM file f CROSS JOIN root r ON r.id = f.root
                WHERE f.assetGroup = \(group) AND f.goneAt IS NULL LIMIT 1
                """))
        return try row?.path("path")
    }

    /// What stood before has its number again: an undo is no later word.
    private mutating func replace(_ old: Set<DecisionHistory.Row>, with new: Set<DecisionHistory.Row>) throws {
        for row in old.subtracting(new) {
            if row.decision == "hold" { released.insert(row.path.path) }
            try db.run("DELETE FROM \(sql: row.decision) WHERE content = \(row.content) AND path = \(row.path)")
        }
        for row in new.sorted(by: { $0.followsContent && !$1.followsContent }) {
            // Where a scan has followed its file, the word has its number at the path that the file has left.
            let isTaken = try db.has(
                """
                SELECT 1 FROM \(sql: row.decision)
                WHERE id = \(row.number) AND (content <> \(row.content) OR path <> \(row.path))
                """)
            try db.run(
                """
                INSERT INTO \(sql: row.decision) (
                  id, content, \(sql: row.decision == "mark" ? "verdict" : "reason"), path, followsContent, staysWithPath)
                VALUES (
                  \(isTaken ? nil : row.number), \(row.content), \(row.value), \(row.path), \(row.followsContent),
                  \(row.staysWithPath))
                ON CONFLICT (content, path) DO UPDATE SET id = excluded.id
                """)
        }
    }
}
