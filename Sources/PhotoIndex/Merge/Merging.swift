import GRDB
package import PhotoModel

extension PhotoIndex {
    /// Adds what only another machine's index knows: people's decisions, receipts, what is held from destinations, and
    /// the runs that have ended there. In one durable transaction, which also judges the photos anew that are decided
    /// on now. The same index a second time adds nothing.
    ///
    /// - Parameters:
    ///   - other: the other index.
    ///   - hashed: the photos of ``possibleCopies(ofContentsIn:)`` that could be hashed, by row.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z.
    ///   - basis: the basis of `judge`.
    ///   - isPreview: whether the effects are only found out, and nothing stays written.
    ///   - judge: returns the verdict of a group without a mark, from its photos' facts, the leader first.
    /// - Returns: the effects; nil where the index was judged on another basis meanwhile: nothing was written then.
    /// - Throws: `IndexError` where this index cannot be written or the other one not be read, `inUse` where that was
    ///   changed meanwhile; nothing has changed then.
    package func merge(
        _ other: OtherIndex, hashed: [Int64: HashedFile], at now: Int64, basis: JudgingBasis, isPreview: Bool = false,
        judge: ([PhotoFacts]) -> Judgement
    ) throws(IndexError) -> MergedIndex? {
        if try read({ try ScanWriter.lastRow("file", in: $0) }) > 0 { try SecondaryIndexes.complete(self) }
        return try trying(isPreview) { db in
            guard try Self.basis(db) == basis else { return nil }
            var known: Set<Int64> = []
            for (row, file) in hashed {
                let content = try Contents.row(sha256: file.sha256, size: file.fingerprint.size, in: db)
                if try Contents.set(content, of: row, file, in: db) { known.insert(content) }
            }
            let merged = try other.index.read { try Self.merge($0, into: db, knowing: known, at: now, judge) }
            try other.requireUnchanged()
            return merged
        }
    }

    private static func merge(
        _ there: Database, into db: Database, knowing hashed: Set<Int64>, at now: Int64,
        _ judge: ([PhotoFacts]) -> Judgement
    ) throws -> MergedIndex {
        var merged = MergedIndex()
        var marks = DecisionMerging(.marks, db)
        try marks.add(from: there)
        (merged.marks, merged.conflicts) = (marks.count, marks.conflicts)
        var holds = DecisionMerging(.holds, db)
        try holds.add(from: there)
        var destinations = try DestinationMerging(db, from: there, at: now)
        try destinations.add()
        merged.holds = holds.count + destinations.holds
        (merged.receipts, merged.ended) = (destinations.receipts, destinations.ended)
        merged.unknownReceipts = destinations.unknownReceipts
        let removed = try removedLately(db, at: now)
        var runs = RunMerging(db, from: there, at: now, destinations: destinations.known)
        try runs.add()
        (merged.runs, merged.removed) = (runs.count, max(0, try removedLately(db, at: now) - removed))
        let news = marks.contents.union(holds.contents).union(destinations.contents)
        merged.reread = try reread(filesLike: news, in: db)
        try judgeAnew(marks.contents.union(hashed), marks.paths, &merged, in: db, judge)
        return merged
    }

    /// The number of photos whose removal counts for the caps.
    private static func removedLately(_ db: Database, at now: Int64) throws -> Int {
        let since = now.subtractingReportingOverflow(RemovalCap.span).partialValue
        return try Int.fetchOne(db, sql: "SELECT count(*) FROM (\(removedPhotos))", arguments: [since]) ?? 0
    }

    /// Makes the next scan read and hash the files that may have one of these contents and could not be hashed now, or
    /// have a receipt only. Until then an upload hashes each file before it leaves, and hears what is decided on it.
    private static func reread(filesLike contents: Set<Int64>, in db: Database) throws -> Int {
        if contents.isEmpty { return 0 }
        let list = contents.map(String.init).joined(separator: ",")
        try db.run(
            """
            UPDATE file SET isRacy = 1
            WHERE content IS NULL AND goneAt IS NULL AND (state = 'photo' OR state = 'sidecar') AND size IN (
              SELECT c.size FROM json_each(\("[\(list)]")) n CROSS JOIN content c ON c.id = n.value)
            """)
        return db.changesCount
    }

    /// Judges the photos anew on which there are other marks now. None of them can have become less strict.
    private static func judgeAnew(
        _ contents: Set<Int64>, _ paths: Set<[UInt8]>, _ merged: inout MergedIndex, in db: Database,
        _ judge: ([PhotoFacts]) -> Judgement
    ) throws {
        let finder = try FileFinder(db)
        var groups = try contents.reduce(into: Set<Int64>()) { try $0.formUnion(Contents.groups(of: $1, in: db)) }
        for path in paths { if let group = try finder.file(at: path)?.group { groups.insert(group) } }
        var judging = try GroupJudging(db)
        var counts: [VerdictChange: Int] = [:]
        for group in groups.sorted() {
            let before = try judging.judgement(of: group)
            try judging.judgeAnew(group, judge)
            guard let before, let after = try judging.judgement(of: group), after != before else { continue }
            if after.verdict == .work { merged.becameWork += 1 }
            if after.verdict == .work, before.reason == .neverFence { merged.reverses.neverFences += 1 }
            if after.verdict == before.verdict { continue }
            counts[VerdictChange(from: before.verdict, to: after.verdict, photos: 1), default: 0] += 1
        }
        merged.changes = counts.map { VerdictChange(from: $0.from, to: $0.to, photos: $1) }
            .sorted { $0.photos > $1.photos }
    }
}
