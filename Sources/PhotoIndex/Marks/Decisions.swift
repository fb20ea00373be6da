import GRDB
package import PhotoModel
package import SystemPackage

/// The result of recording a decision.
package enum DecisionResult: Hashable, Sendable {
    /// It is recorded, with its effect on each file.
    case recorded([DecisionOutcome])
    /// These files have to be hashed first: they may be copies. Nothing was written.
    case unhashed([PossibleCopy])
    /// The index was judged on another basis meanwhile. Nothing was written.
    case judgedOtherwise
}

extension PhotoIndex {
    /// Records a person's decision on files, and judges their groups again, in one transaction.
    ///
    /// It is kept by SHA-256, size and path, whether or not the file is in the index. The latest decision on a content
    /// applies to every copy; `personal` and a hold also stay with the path, and apply to the other files of the photo
    /// and of its copies whose contents are known (``unhashedPartners(of:withCopiesOf:)``). `personal` replaces `work`
    /// on these.
    ///
    /// - Parameters:
    ///   - decision: the decision. `work`, and the end of a hold, remove the holds that an undo put on the whole group;
    ///     `work` also lifts what holds it from destinations.
    ///   - files: the files, hashed.
    ///   - copies: the result of hashing each ``PossibleCopy`` and each unhashed partner, by row; nil for one that
    ///     could not be hashed.
    ///   - beside: other files of the photos as they are on the disk, by the photos' paths. With the paths of those
    ///     that the index does not know, the decision stays too.
    ///   - named: other files on which the same is decided with these. They are not told as copies of these.
    ///   - basis: the basis of `judge`.
    ///   - change: the change to undo it with (``beginDecisionChange(_:at:)``); nil where it cannot be undone.
    ///   - isPreview: whether the effects are only found out, and nothing stays written.
    ///   - judge: returns the verdict of a group without a mark, from its photos' facts, the leader first.
    /// - Returns: the effects, or what has to be done first.
    /// - Throws: where the index cannot be written; nothing has changed then.
    package func record(
        _ decision: UserDecision, of files: [HashedFile], copies: [Int64: HashedFile?],
        beside: [FilePath: [HashedFile]] = [:], besides named: Set<FilePath> = [],
        basis: JudgingBasis, for change: Int64? = nil, isPreview: Bool = false,
        judge: @escaping ([PhotoFacts]) -> Judgement
    ) throws(IndexError) -> DecisionResult {
        if try read({ try ScanWriter.lastRow("file", in: $0) }) > 0 { try SecondaryIndexes.complete(self) }
        return try trying(isPreview) { db in
            guard try Self.basis(db) == basis else { return .judgedOtherwise }
            let named = named.union(files.map(\.path))
            var writing = try DecisionWriting(decision, db, for: change, besides: named, judge)
            let unhashed = try writing.copiesToHash(of: files, beside.values.flatMap(\.self), except: copies)
            if !unhashed.isEmpty { return .unhashed(unhashed) }
            try writing.note(copies)
            return .recorded(try files.map { try writing.record($0, beside: beside[$0.path] ?? []) })
        }
    }

    /// Like ``write(_:_:)``, but takes everything back in the end if it is only a preview.
    func trying<Value>(_ isPreview: Bool, _ body: (Database) throws -> Value) throws(IndexError) -> Value {
        // Within a savepoint SQLite keeps each page that changes, too.
        if !isPreview { return try write(.knowledge, body) }
        return try write(.notes) { db in try db.takingBack { try body(db) } }
    }
}

private struct DecisionWriting {
    private let decision: UserDecision
    private let db: Database
    private let judge: ([PhotoFacts]) -> Judgement
    private let tables: DecisionTables
    private let others: DecisionsBeside
    private let finder: FileFinder
    private let findCopies: PreparedQuery
    private let holds: RestoredHolds
    /// Whether the decision may find holds of restored groups. On most libraries there are none.
    private let meetsRestored: Bool
    /// Whether it may lift what holds photos from destinations. On most libraries there is nothing.
    private let meetsDestinationHolds: Bool
    private let change: Int64?
    private var history: DecisionHistory?
    private var judging: GroupJudging
    private var trial: ScanTrial
    /// The files that are not told as copies.
    private let named: Set<FilePath>
    /// The copies of contents on which it was decided here, which decisions on these contents do not change again.
    private var told: [Int64: [FilePath]] = [:]
    /// The contents that became known here of files whose groups were judged without them.
    private var unjudged: Set<Int64> = []

    init(
        _ decision: UserDecision, _ db: Database, for change: Int64?, besides named: Set<FilePath>,
        _ judge: @escaping ([PhotoFacts]) -> Judgement
    ) throws {
        self.named = named
        judging = try GroupJudging(db)
        trial = ScanTrial(db)
        self.decision = decision
        self.db = db
        self.judge = judge
        tables = DecisionTables(db)
        finder = try FileFinder(db)
        others = DecisionsBeside(decision, finder: finder, db)
        findCopies = try PreparedQuery(
            db,
            """
            SELECT f.assetGroup, \(FileFinder.path(of: "f", in: "r")) FROM file f CROSS JOIN root r ON r.id = f.root
            WHERE f.content = ?1 AND f.assetGroup NOTNULL AND f.assetGroup IS NOT ?2 AND f.goneAt IS NULL ORDER BY 2
            """)
        holds = RestoredHolds(db)
        meetsRestored = try decision.row?.value == RestoredHolds.reason || holds.areAny()
        meetsDestinationHolds = try DestinationHolds.areAny(db)
        self.change = change
        history = try change.map { try DecisionHistory($0, db) }
    }

    /// Photos that were never hashed with the size and the ends of one of the files, or of another file of these photos
    /// that the decision reaches by its content. The files themselves are not among them.
    func copiesToHash(
        of files: [HashedFile], _ others: [HashedFile], except known: [Int64: HashedFile?]
    ) throws -> [PossibleCopy] {
        let named = Set(files.map(\.path))
        var copies: [Int64: PossibleCopy] = [:]
        // Copies have these in common, and are asked for once.
        var ends = Set((files + others).map { [$0.fingerprint.size, Int64(bitPattern: $0.digest)] })
        if decision.keeps {
            let photos = try PreparedQuery(
                db,
                """
                SELECT size, digest, id, content NOTNULL FROM file
                WHERE assetGroup = ? AND state = 'photo' AND goneAt IS NULL
                """)
            for group in Set(try files.compactMap { try finder.file(at: $0.path.bytes)?.group }) {
                photos.bind(group, at: 1)
                try photos.forEachRow {
                    let isReached = photos.bool(3) || (known[photos.integer(2)] ?? nil) != nil
                    if isReached { ends.insert([photos.integer(0), photos.integer(1)]) }
                }
            }
        }
        let unhashed = try PreparedQuery(
            db,
            """
            SELECT f.id, \(FileFinder.path(of: "f", in: "r")) FROM file f CROSS JOIN root r ON r.id = f.root
            WHERE f.size = ? AND f.digest = ? AND f.content IS NULL AND f.state = 'photo' AND f.goneAt IS NULL
            """)
        for end in ends {
            unhashed.bind(end[0], at: 1)
            unhashed.bind(end[1], at: 2)
            try unhashed.forEachRow {
                let copy = PossibleCopy(row: unhashed.integer(0), path: FilePath(bytes: unhashed.bytes(1)))
                if !named.contains(copy.path), known[copy.row] == nil { copies[copy.row] = copy }
            }
        }
        return copies.values.sorted { $0.row < $1.row }
    }

    /// Records the contents of copies.
    mutating func note(_ copies: [Int64: HashedFile?]) throws {
        for (row, file) in copies {
            guard let file else { continue }
            let content = try ContentRows.row(sha256: file.sha256, size: file.fingerprint.size, in: db)
            if try ContentRows.set(content, of: row, file, in: db) { unjudged.insert(content) }
        }
    }

    /// Of the copies of a content only the first decision on it here makes any difference, but for the file itself.
    mutating func record(_ file: HashedFile, beside: [HashedFile]) throws -> DecisionOutcome {
        let content = try ContentRows.row(sha256: file.sha256, size: file.fingerprint.size, in: db)
        let known = try finder.file(at: file.path.bytes)
        let isCurrent = try known.map { try ContentRows.set(content, of: $0.row, file, in: db) } ?? false
        if let known, !isCurrent { try keepKnown(known.row, file) }
        let rows = try DecisionHistory.rows(content, [file.path.bytes], besides: [], db)
        let words = StandingWords(rows, decision, content: content, path: file.path.bytes)
        let decidesContent = words.areNews(decision)
        let isNews = unjudged.remove(content) != nil || decidesContent
        if isNews { told[content] = nil }
        let own = Set(known?.group.map { [$0] } ?? [])
        let alike = try told[content] == nil ? ContentRows.groups(of: content, in: db).subtracting(own) : []
        let copies = try alike.isEmpty ? [] : copies(of: content, exceptGroup: known?.group)
        let said = try copies.map { try decisions(on: $0.group) }
        let reached = isNews ? own.union(alike) : own
        let (beginning, ending) = try (others.beginning(beside), others.ending(file.path.bytes))
        let partners = try partners(
            of: content, in: decision.keeps ? reached : own, beside: beside, except: [file.path.bytes] + ending)
        let besides = beginning.map(\.path.bytes) + ending
        let reachedByPath = try reached.union(besides.compactMap { try finder.file(at: $0)?.group })
        let affected = try words.contentsOfPath.union(partners).subtracting([content]).reduce(into: reachedByPath) {
            try $0.formUnion(ContentRows.groups(of: $1, in: db))
        }
        let standing = try standing(affected, content, file, known, isCurrent)
        let noted = try history?.before(
            rows, content: content, path: file.path.bytes,
            group: meetsRestored && decision.mayEndRestored ? known?.group : nil,
            replacing: decision.table == "mark" ? decision.row?.value : nil, on: partners, beside: besides)
        try others.end(at: ending, of: file.path.bytes)
        var isChanged = try tables.record(decision, content: content, path: file.path.bytes, replacing: words)
        if let value = decision.row?.value {
            for partner in partners {
                if try tables.extend(value, in: decision.table, from: file.path.bytes, to: partner) {
                    isChanged = true
                }
            }
        }
        try others.begin(at: beginning)
        if meetsRestored, decision.releasesRestored, let group = known?.group, try holds.release(group: group) {
            isChanged = true
        }
        var lifted = false
        if meetsDestinationHolds, case .mark(.work) = decision {
            lifted = try DestinationHolds.lift(
                content: content, path: file.path.bytes, group: known?.group, for: change, in: db)
        }
        if lifted { isChanged = true }
        for group in affected { try judging.followMark(of: group, judge) }
        if let noted { try history?.after(noted, lifted: lifted) }
        // Another decision may stay with a copy's path.
        let sharing = try zip(copies, said).filter { copy, _ in
            let now = try decisions(on: copy.group)
            return decision.row.map { now.contains($0.value) } ?? now.isEmpty
        }
        let changed = try sharing.filter { copy, said in try decisions(on: copy.group) != said }
        let paths = told[content] ?? sharing.map(\.0.path)
        told[content] = paths
        let now = try self.standing(affected, content, file, known, isCurrent)
        return DecisionOutcome(
            path: file.path, before: known?.group.flatMap { standing.judgements[$0] },
            after: known?.group.flatMap { now.judgements[$0] }, isCurrent: isCurrent, copies: paths,
            changedCopies: changed.map(\.0.path), isChanged: isChanged,
            isKeptByOther: now.keeps(known?.group, from: decision), isSentAgain: lifted,
            decidesContent: decidesContent, reverses: standing.reversals(now: now),
            changes: standing.changes(now: now))
    }

    /// Lets what applies to the bytes that the index knows of an edited photo stay with its path first, as the next
    /// scan would: an undo of the decision brings that back. A withdrawal does not concern those bytes, and what the
    /// same change has said of them ends with its undo.
    private func keepKnown(_ row: Int64, _ file: HashedFile) throws {
        if decision.row == nil { return }
        guard let content = try ScanDecisions.content(of: row, otherThan: file.sha256, in: db),
            try history?.hasSaid(in: decision.table, of: content) != true
        else { return }
        try ScanDecisions.keepAll(content, at: file.path.bytes, of: file.sha256, in: db)
    }

    /// The contents of other files that the decision reaches: of these groups, and those that are on the disk.
    ///
    /// `work` reaches those that are personal by what was said of a copy of the photo, since a scan would make the
    /// photo personal by them again; but not those that are so by the paths given.
    private func partners(
        of content: Int64, in groups: Set<Int64>, beside: [HashedFile], except paths: [[UInt8]]
    ) throws -> Set<Int64> {
        if decision.row == nil { return [] }
        var contents = try groups.reduce(into: Set<Int64>()) {
            try $0.formUnion(DecisionTables.contents(ofGroup: $1, in: db))
        }
        if decision.keeps {
            for file in beside {
                contents.insert(try ContentRows.row(sha256: file.sha256, size: file.fingerprint.size, in: db))
            }
        } else {
            contents = try contents.filter { content in
                let replaced = DecisionTables.replaced(by: "work", on: content)
                return try Blob.fetchAll(db.statement("SELECT path FROM mark WHERE \(replaced)"))
                    .contains { !paths.contains($0.bytes) }
            }
        }
        return contents.subtracting([content])
    }

    /// What protects these groups, and the file as it is now: what the index knows of other bytes of the path, or of
    /// the file at another one, says too little of it.
    private mutating func standing(
        _ groups: Set<Int64>, _ content: Int64, _ file: HashedFile, _ known: (row: Int64, group: Int64?)?,
        _ isCurrent: Bool
    ) throws -> ProtectedGroups {
        let (db, decision) = (db, decision)
        let standing = {
            try ProtectedGroups(
                groups, content: content, path: file.path.bytes, isInGroup: known?.group != nil,
                areKept: decision.keeps, in: db)
        }
        return try isCurrent
            ? standing() : trial.finding(file, content: content, row: known?.row, standing)
    }

    /// The mark of a group, or the reasons for which it is held.
    private func decisions(on group: Int64) throws -> Set<String> {
        switch decision {
        case .mark, .unmark: Set([try GroupMarks.mark(ofGroup: group, in: db)?.rawValue].compactMap(\.self))
        case .hold, .unhold: try GroupHolds.reasons(ofGroup: group, in: db)
        }
    }

    /// The groups that have a file with a content and are not gone, with a path of each, in the order of these. Those
    /// with a file that is named are left out.
    private func copies(of content: Int64, exceptGroup group: Int64?) throws -> [(group: Int64, path: FilePath)] {
        findCopies.bind(content, at: 1)
        findCopies.bind(group, at: 2)
        var copies: [(group: Int64, path: FilePath)] = []
        try findCopies.forEachRow { copies.append((findCopies.integer(0), FilePath(bytes: findCopies.bytes(1)))) }
        var left = Set(copies.filter { named.contains($0.path) }.map(\.group))
        return copies.filter { left.insert($0.group).inserted }
    }
}

extension PhotoIndex {
    /// The other photos, whose contents are not known, in the groups of files and of their copies.
    ///
    /// - Parameters:
    ///   - paths: the files, absolute, with links resolved except in the last name.
    ///   - contents: the hashes of contents whose files are meant too.
    /// - Returns: their rows and paths, in the order of the rows, without those of the files themselves.
    package func unhashedPartners(
        of paths: [FilePath], withCopiesOf contents: Set<[UInt8]> = []
    ) throws(IndexError) -> [PossibleCopy] {
        try read { db in
            let finder = try FileFinder(db)
            let named = Set(paths)
            var groups = Set(try paths.compactMap { try finder.file(at: $0.bytes)?.group })
            let ofContent = try PreparedQuery(
                db,
                """
                SELECT f.assetGroup FROM content c CROSS JOIN file f ON f.content = c.id
                WHERE c.sha256 = ? AND f.goneAt IS NULL AND f.assetGroup NOTNULL
                """)
            for sha256 in contents {
                ofContent.bind(sha256, at: 1)
                try ofContent.forEachRow { groups.insert(ofContent.integer(0)) }
            }
            var partners: [PossibleCopy] = []
            let query = try PreparedQuery(
                db,
                """
                SELECT f.id, \(FileFinder.path(of: "f", in: "r")) FROM file f CROSS JOIN root r ON r.id = f.root
                WHERE f.assetGroup = ? AND f.content IS NULL AND f.state = 'photo' AND f.goneAt IS NULL
                """)
            for group in groups {
                query.bind(group, at: 1)
                try query.forEachRow {
                    partners.append(PossibleCopy(row: query.integer(0), path: FilePath(bytes: query.bytes(1))))
                }
            }
            return partners.filter { !named.contains($0.path) }.sorted { $0.row < $1.row }
        }
    }

    /// Whether a marked or held photo has this size, so that a file of this size may be a copy of it.
    package func hasDecision(size: Int64) throws(IndexError) -> Bool {
        try read { db in
            try db.has("SELECT 1 FROM content c WHERE c.size = \(size) AND \(sql: ContentRows.hasDecision)")
        }
    }

    /// The decisions that apply to a file, whether or not it is in the index.
    ///
    /// - Parameters:
    ///   - path: absolute, with links resolved except in the last name.
    ///   - sha256: the hash of its bytes; nil if it was not hashed.
    /// - Returns: its mark and the reason of its hold, each nil if there is none.
    package func words(path: FilePath, sha256: [UInt8]?) throws(IndexError) -> (mark: Mark?, hold: String?) {
        try read { db in
            let content = try sha256.flatMap { try ContentRows.row(ifKnown: $0, in: db) }
            let mark = try String.fetchOne(
                db.statement(
                    """
                    SELECT min(verdict) FROM mark
                    WHERE (path = \(path) AND staysWithPath) OR (followsContent AND content = \(content))
                    """))
            let hold = try String.fetchOne(
                db.statement(
                    """
                    SELECT reason FROM hold
                    WHERE (path = \(path) AND staysWithPath) OR (followsContent AND content = \(content)) LIMIT 1
                    """))
            return (try mark.map(Mark.init(stored:)), hold)
        }
    }
}
