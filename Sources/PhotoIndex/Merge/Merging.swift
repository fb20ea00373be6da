import GRDB
package import PhotoModel

extension PhotoIndex {
    /// Adds what only another machine's index knows: people's decisions, receipts, what is held from destinations, and
    /// the runs that have ended there. In one durable transaction, which also judges the photos anew that are decided
    /// on now. The same index a second time adds nothing.
    ///
    /// - Parameters:
    ///   - hashed: the photos of ``possibleCopies(ofContentsIn:)`` that could be hashed, by row.
    ///   - unread: the others of these.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z.
    ///   - basis: the basis of `judge`.
    ///   - judge: returns the verdict of a group without a mark, from its photos' facts, the leader first.
    /// - Returns: the effects; nil where the index was judged on another basis meanwhile: nothing was written then.
    /// - Throws: where this index cannot be written or the other one not be read, `inUse` where that was changed
    ///   meanwhile; nothing has changed then.
    package func merge(
        _ other: OtherIndex, hashed: [Int64: HashedFile], unread: Set<Int64> = [], at now: Int64, basis: JudgingBasis,
        judge: ([PhotoFacts]) -> Judgement
    ) throws(IndexError) -> MergedIndex? {
        if try read({ try ScanWriter.lastRow("file", in: $0) }) > 0 { try SecondaryIndexes.complete(self) }
        return try write(.knowledge) { db in
            guard try Self.basis(db) == basis else { return nil }
            var known: Set<Int64> = []
            for (row, file) in hashed {
                let content = try ContentRows.row(sha256: file.sha256, size: file.fingerprint.size, in: db)
                if try ContentRows.set(content, of: row, file, in: db) { known.insert(content) }
            }
            var merged = try other.index.read { try Self.merge($0, into: db, knowing: known, at: now, judge) }
            try Self.count(unread, &merged.result, ifLike: merged.marked, in: db)
            try other.requireUnchanged()
            return merged.result
        }
    }

    /// - Returns: the effects, and the contents on which there are other marks now.
    private static func merge(
        _ there: Database, into db: Database, knowing hashed: Set<Int64>, at now: Int64,
        _ judge: ([PhotoFacts]) -> Judgement
    ) throws -> (result: MergedIndex, marked: Set<Int64>) {
        var merged = MergedIndex()
        var marks = DecisionMerging(.marks, db)
        try marks.add(from: there)
        (merged.marks, merged.work, merged.conflicts) = (marks.count, marks.work, marks.conflicts)
        var holds = DecisionMerging(.holds, db)
        try holds.add(from: there)
        var destinations = try DestinationMerging(db, from: there, at: now)
        try destinations.add()
        (merged.holds, merged.heldAgain) = (holds.count + destinations.holds, destinations.heldAgain)
        (merged.receipts, merged.ended) = (destinations.receipts, destinations.ended)
        merged.unknownReceipts = destinations.unknownReceipts
        let removed = try removedLately(db, at: now)
        var runs = RunMerging(db, from: there, at: now, destinations: destinations.known)
        try runs.add()
        (merged.runs, merged.removed) = (runs.count, max(0, try removedLately(db, at: now) - removed))
        let news = marks.contents.union(holds.contents).union(destinations.contents)
        merged.reread = try reread(filesLike: news, from: there, in: db)
        (merged.shares, merged.albums) = try shares(there, at: now)
        try judgeAnew(marks.contents.union(hashed), marks.paths, &merged, in: db, judge)
        return (merged, marks.contents)
    }

    /// How many photos the other index shares one by one, and how many albums it has.
    private static func shares(_ there: Database, at now: Int64) throws -> (shares: Int, albums: Int) {
        let shares = try Int.fetchOne(
            there.statement(
                """
                SELECT count(*) FROM share
                WHERE stoppedAt IS NULL AND album IS NULL AND (expiresAt IS NULL OR expiresAt > \(now))
                """))
        let albums = try Int.fetchOne(there.statement("SELECT count(*) FROM album WHERE goneAt IS NULL"))
        return (shares ?? 0, albums ?? 0)
    }

    /// Counts the unread photos that may have one of these contents and become work by its mark when a scan reads them.
    /// Those that another machine has read are among them: an import tells no hash and no digest.
    private static func count(
        _ unread: Set<Int64>, _ merged: inout MergedIndex, ifLike contents: Set<Int64>, in db: Database
    ) throws {
        if contents.isEmpty { return }
        let groups = try db.integers(
            """
            SELECT f.assetGroup FROM (
              SELECT value AS id FROM json_each(\(list(unread)))
              UNION SELECT id FROM \(sql: ScanWriter.importedFiles)) u
            CROSS JOIN file f ON f.id = u.id
            WHERE f.state = 'photo' AND f.assetGroup NOTNULL AND f.size IN (
              SELECT c.size FROM json_each(\(list(contents))) n CROSS JOIN content c ON c.id = n.value
              CROSS JOIN mark m ON m.content = c.id WHERE m.followsContent AND m.verdict = 'work')
            """)
        let judging = try GroupJudging(db)
        for group in groups {
            let judgement = try judging.judgement(of: group)
            if judgement?.verdict == .work || judgement?.reason == .marked { continue }
            merged.unread += 1
            merged.becameWork += 1
            if judgement?.reason == .neverFence { merged.reverses.neverFences += 1 }
        }
    }

    /// Rows as SQLite's `json_each` takes them.
    private static func list(_ rows: some Collection<Int64>) -> String {
        "[\(rows.map(String.init).joined(separator: ","))]"
    }

    /// The number of photos whose removal counts for the caps.
    private static func removedLately(_ db: Database, at now: Int64) throws -> Int {
        let since = now.subtractingReportingOverflow(RemovalCap.span).partialValue
        return try Int.fetchOne(db, sql: "SELECT count(*) FROM (\(removedPhotos))", arguments: [since]) ?? 0
    }

    /// Makes the next scan read and hash the files that may have one of these contents and could not be hashed now, or
    /// have a receipt only. Until then an upload hashes each file before it leaves, and hears what is decided on it.
    private static func reread(
        filesLike contents: Set<Int64>, from there: Database, in db: Database
    ) throws -> Int {
        if contents.isEmpty { return 0 }
        let wanted = try db.query(
            "SELECT c.sha256, c.size FROM json_each(\(list(contents))) n CROSS JOIN content c ON c.id = n.value")
        var like = ContentEnds()
        try wanted.forEachRow { try like.add(wanted.bytes(0), size: wanted.integer(1), in: [db, there]) }
        let files = try db.query(
            """
            SELECT id, size, digest FROM file
            WHERE content IS NULL AND goneAt IS NULL AND (state = 'photo' OR state = 'sidecar')
            """)
        var rows: [Int64] = []
        try files.forEachRow {
            if like.mayInclude(size: files.integer(1), digest: files.integer(2)) { rows.append(files.integer(0)) }
        }
        try db.run("UPDATE file SET isRacy = 1 WHERE id IN (SELECT value FROM json_each(\(list(rows))))")
        return rows.count
    }

    /// Judges the photos anew on which there are other marks now. None of them can have become less strict.
    private static func judgeAnew(
        _ contents: Set<Int64>, _ paths: Set<[UInt8]>, _ merged: inout MergedIndex, in db: Database,
        _ judge: ([PhotoFacts]) -> Judgement
    ) throws {
        let finder = try FileFinder(db)
        var groups = try contents.reduce(into: Set<Int64>()) { try $0.formUnion(ContentRows.groups(of: $1, in: db)) }
        for path in paths { if let group = try finder.file(at: path)?.group { groups.insert(group) } }
        var judging = try GroupJudging(db)
        var counts: [VerdictChange: Int] = [:]
        var reversed: Set<Int64> = []
        for group in groups.sorted() {
            let before = try judging.judgement(of: group)
            try judging.judgeAnew(group, judge)
            guard let before, let after = try judging.judgement(of: group), after != before else { continue }
            if after.verdict == .work { merged.becameWork += 1 }
            if after.verdict == .work, before.reason == .neverFence {
                merged.reverses.neverFences += 1
                reversed.insert(group)
            }
            if after.verdict == before.verdict { continue }
            counts[VerdictChange(from: before.verdict, to: after.verdict, photos: 1), default: 0] += 1
        }
        merged.changes = counts.map { VerdictChange(from: $0.from, to: $0.to, photos: $1) }
            .sorted { $0.photos > $1.photos }
        try merged.work.removeAll { path in
            try finder.file(at: path.bytes)?.group.map(reversed.contains) ?? false
        }
    }
}
