import GRDB
package import PhotoModel
import SystemPackage

extension PhotoIndex {
    /// A summary of the library. Takes as long for a million photos as for ten, apart from photos with receipts, with
    /// inferred positions or from an import.
    ///
    /// - Parameters:
    ///   - unsentSidecars: the sidecar formats that are not sent; a group without them counts as uploaded.
    ///   - routes: the destinations to which photos go; nil for all.
    /// - Returns: the status. Whether unended runs are under way has not been checked.
    package func status(
        unsentSidecars: Set<SidecarFormat>, routes: DestinationRows? = nil
    ) throws(IndexError) -> LibraryStatus {
        let roots = try roots()
        let cameraOffsets = try cameraOffsets()
        let left = try copiesLeft()
        let unlisted = try unlistedEnds()
        return try read { db in
            let tally = try FileTally.load(root: nil, in: db)
            var status = LibraryStatus(
                byVerdict: Dictionary(
                    uniqueKeysWithValues: Verdict.allCases.map { verdict in
                        let entry = tally[.verdict(verdict)]
                        return (verdict, LibraryStatus.Count(photos: entry.count, bytes: entry.bytes))
                    }))
            try StatusOfUploads(db, unsentSidecars: unsentSidecars, routes: routes).add(to: &status)
            status.unfinishedRuns = try Self.unfinishedRuns(db)
            status.copiesLeft = left.map { copy, why in
                LibraryStatus.CopyLeft(
                    path: copy.path, destination: copy.receipt.destination.name,
                    target: copy.receipt.receipt.target.path, why: why)
            }
            for (destination, copies) in unlisted { status.unlistedEnds[destination.name] = copies }
            status.leftovers = try Self.leftovers(db).filter { !$0.isAwaited }
            status.gone = tally[.gone].count
            status.unreadable = tally[.broken].count
            status.unsupported = tally[.other].count
            status.groups = tally[.group].count
            status.roots = roots.map(\.path)
            status.cameraOffsets = cameraOffsets
            status.lastScan = try Self.lastScan(db)
            let began = try Self.beginOfLastScan(db)
            for root in roots where root.lastScan ?? .min < began { status.rootsLeft[root.path] = .some(root.lastScan) }
            return status
        }
    }

    /// The number of photos of each verdict.
    package func photosByVerdict() throws(IndexError) -> [Verdict: Int] {
        let tally = try read { try FileTally.load(root: nil, in: $0) }
        return Dictionary(uniqueKeysWithValues: Verdict.allCases.map { ($0, tally[.verdict($0)].count) })
    }

    /// The runs that have not ended, in their order. Whether they are under way has not been checked.
    package func unfinishedRuns() throws(IndexError) -> [RunRecord] {
        try read { try Self.unfinishedRuns($0) }
    }

    private static func unfinishedRuns(_ db: Database) throws -> [RunRecord] {
        try Row.fetchAll(db, sql: "SELECT * FROM run WHERE ended IS NULL ORDER BY id").map { try RunRecord($0) }
    }

    /// When the last completed scan ended, in nanoseconds since 1970-01-01T00:00:00Z; nil if there is none.
    package func lastScan() throws(IndexError) -> Int64? { try read(Self.lastScan) }

    private static func lastScan(_ db: Database) throws -> Int64? {
        try Int64.fetchOne(
            db.statement("SELECT max(ended) FROM run WHERE command = 'scan' AND isComplete AND mergedAt IS NULL"))
    }

    /// When that scan began; the least value if there is none.
    private static func beginOfLastScan(_ db: Database) throws -> Int64 {
        try Int64.fetchOne(
            db.statement(
                """
                SELECT started FROM run WHERE command = 'scan' AND isComplete AND mergedAt IS NULL
                ORDER BY ended DESC LIMIT 1
                """))
            ?? .min
    }

    /// The files of a root that have a photo's name, and a content that is damaged or no photo, in the order of their
    /// paths. A scan can report them again without opening them.
    ///
    /// - Parameter directory: only those below this directory of the root, a path as bytes; empty for all.
    /// - Returns: the findings, their paths absolute.
    package func brokenFiles(root: Root, below directory: [UInt8] = []) throws(IndexError) -> [Finding] {
        if try counts(inRoot: root.id).unreadable == 0 { return [] }
        return try read { db in
            try Self.findings("problem, detail", where: "root = ?1 AND state = 'broken'", root, directory, db) { row in
                row.text(1).flatMap(Finding.Kind.init).map { ($0, row.text(2) ?? "") }
            }
        }
    }

    /// Findings about existing files, in the order of their paths.
    ///
    /// - Parameters:
    ///   - columns: the columns after the path.
    ///   - condition: which files; `?1` is the root's row.
    ///   - directory: only those below this directory of the root; empty for all.
    ///   - make: the kind and the detail for a row; nil leaves it out.
    /// - Returns: the findings, their paths absolute.
    static func findings(
        _ columns: String, where condition: String, _ root: Root, _ directory: [UInt8], _ db: Database,
        _ make: (PreparedQuery) -> (kind: Finding.Kind, detail: String)?
    ) throws -> [Finding] {
        let query = try PreparedQuery(
            db,
            """
            SELECT path, \(columns) FROM file
            WHERE \(condition) AND goneAt IS NULL AND (length(?2) = 0 OR path >= ?3 AND path < ?4)
            ORDER BY path
            """)
        query.bind(root.id, at: 1)
        query.bind(directory, at: 2)
        query.bind(directory + [UInt8(ascii: "/")], at: 3)
        query.bind(directory + [UInt8(ascii: "/") + 1], at: 4)
        let rootPath = root.path.bytes
        var findings: [Finding] = []
        try query.forEachRow {
            guard let (kind, detail) = make(query) else { return }
            let path = unsafe query.withBytes(0) { unsafe FilePath(root: rootPath, below: $0) }
            findings.append(Finding(path: path, kind: kind, detail: detail))
        }
        return findings
    }
}

/// The rows of the destinations to which photos go.
package struct DestinationRows: Hashable, Sendable {
    /// Those of photos whose fence has none of its own.
    package var general: Set<Int64>
    /// Those of fences that have their own, by the fences' names.
    package var ofFence: [String: Int64]

    package init(general: Set<Int64>, ofFence: [String: Int64]) {
        self.general = general
        self.ofFence = ofFence
    }
}

struct StatusOfUploads {
    private let db: Database
    private let unsentSidecars: Set<SidecarFormat>
    private let routes: DestinationRows?

    init(_ db: Database, unsentSidecars: Set<SidecarFormat>, routes: DestinationRows? = nil) {
        self.db = db
        self.unsentSidecars = unsentSidecars
        self.routes = routes
    }

    /// Adds everything to a status that has the counts by verdict.
    func add(to status: inout LibraryStatus) throws {
        let (uploads, reclaimable) = try counts()
        status.uploaded = uploads[.work] ?? LibraryStatus.Count()
        status.reclaimable = reclaimable
        status.notUploaded = status.byVerdict[.work] ?? LibraryStatus.Count()
        status.heldFromDestinations = try held()
        status.inferredNotUploaded = try inferredNotUploaded()
        status.importedNotUploaded = try importedNotUploaded()
        let others = [status.heldFromDestinations, status.inferredNotUploaded, status.importedNotUploaded]
        for count in [status.uploaded] + others {
            status.notUploaded.photos -= count.photos
            status.notUploaded.bytes -= count.bytes
        }
        let gone = try GoneCopy.find(in: db).map { LibraryStatus.Count(photos: 1, bytes: $0.bytes) }
        let present = try [uploads[.personal], uploads[.unsure], sentWithOtherBytes()].compactMap(\.self)
        for count in present + gone {
            status.uploadedButNotWork.photos += count.photos
            status.uploadedButNotWork.bytes += count.bytes
        }
        status.stocks = try stocks()
        status.held = try heldPhotos()
        status.staged = try staged()
    }

    /// Work photos whose groups are uploaded and photos of other verdicts that are anywhere, by verdict; and the
    /// uploaded ones that can be removed. Starts from the receipts, so that it costs nothing for a library without any.
    private func counts() throws -> (uploads: [Verdict: LibraryStatus.Count], reclaimable: LibraryStatus.Count) {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT v.verdict, count(*) AS photos, sum(f.size) AS bytes, \(try reclaimable()) AS reclaimable
                FROM (SELECT DISTINCT content FROM receipt WHERE failedAt IS NULL) c
                CROSS JOIN file f ON f.content = c.content JOIN verdict v ON v.assetGroup = f.assetGroup
                WHERE f.state = 'photo' AND f.goneAt IS NULL
                  AND (v.verdict <> 'work' OR \(UploadedCondition.sql(unsentSidecars: unsentSidecars)))
                GROUP BY v.verdict, reclaimable
                """)
        var counts: [Verdict: LibraryStatus.Count] = [:]
        var reclaimable = LibraryStatus.Count()
        for row in rows {
            guard let verdict = Verdict(rawValue: try row.value("verdict")) else { continue }
            let some = try LibraryStatus.Count(photos: row.value("photos"), bytes: row.value("bytes"))
            counts[verdict, default: LibraryStatus.Count()].photos += some.photos
            counts[verdict, default: LibraryStatus.Count()].bytes += some.bytes
            if try (row.value("reclaimable") as Bool?) ?? false { reclaimable = some }
        }
        return (counts, reclaimable)
    }

    /// Photos that are not work and whose bytes of now are nowhere, but of which other bytes are.
    private func sentWithOtherBytes() throws -> LibraryStatus.Count {
        let query = try PreparedQuery(
            db,
            """
            SELECT count(*), coalesce(sum(f.size), 0)
            FROM (\(SentCondition.filesWithOtherBytes)) s CROSS JOIN file f ON f.id = s.id
            CROSS JOIN verdict v ON v.assetGroup = f.assetGroup
            WHERE f.state = 'photo' AND f.goneAt IS NULL AND v.verdict <> 'work'
              AND NOT \(SentCondition.ofItsBytes) AND \(SentCondition.ofOtherBytes)
            """)
        return try query.first { LibraryStatus.Count(photos: Int(query.integer(0)), bytes: query.integer(1)) }
            ?? LibraryStatus.Count()
    }

    /// Work photos that are not uploaded and whose verdict rests on an inferred position. Starts from these.
    private func inferredNotUploaded() throws -> LibraryStatus.Count {
        guard try InferredRows.areAny(db) else { return LibraryStatus.Count() }
        let row = try Row.fetchOne(
            db,
            sql: """
                SELECT count(*) AS photos, coalesce(sum(f.size), 0) AS bytes
                FROM (SELECT DISTINCT j.assetGroup FROM inferredPosition i CROSS JOIN file j ON j.id = i.file) g
                CROSS JOIN file f ON f.assetGroup = g.assetGroup JOIN verdict v ON v.assetGroup = f.assetGroup
                WHERE v.verdict = 'work' AND f.state = 'photo' AND f.goneAt IS NULL
                  AND \(InferredRows.isInferred(group: "f.assetGroup", verdict: "v"))
                  AND NOT \(UploadedCondition.sql(unsentSidecars: unsentSidecars)) AND NOT \(try isImported())
                """)
        return try row.map { try LibraryStatus.Count(photos: $0.value("photos"), bytes: $0.value("bytes")) }
            ?? LibraryStatus.Count()
    }

    /// Work photos that are not uploaded and of whose groups an import tells a file that no scan has read, as the rule
    /// `notScanned` does. Starts from these files.
    private func importedNotUploaded() throws -> LibraryStatus.Count {
        let row = try Row.fetchOne(
            db,
            sql: """
                SELECT count(*) AS photos, coalesce(sum(f.size), 0) AS bytes
                FROM (SELECT DISTINCT assetGroup FROM \(ScanWriter.importedFiles)) g
                CROSS JOIN file f ON f.assetGroup = g.assetGroup JOIN verdict v ON v.assetGroup = f.assetGroup
                WHERE v.verdict = 'work' AND f.state = 'photo' AND f.goneAt IS NULL
                  AND NOT \(UploadedCondition.sql(unsentSidecars: unsentSidecars))
                """)
        return try row.map { try LibraryStatus.Count(photos: $0.value("photos"), bytes: $0.value("bytes")) }
            ?? LibraryStatus.Count()
    }

    /// Whether no scan has read a file of the group of `f`, as SQL.
    private func isImported() throws -> String {
        let isAny = try db.has("SELECT 1 FROM \(sql: ScanWriter.importedFiles) LIMIT 1")
        return isAny ? "EXISTS (SELECT 1 FROM \(ScanWriter.importedFiles) AND assetGroup = f.assetGroup)" : "0"
    }

    /// Work photos that are not uploaded, without inferred and imported ones, and of which no destination that they
    /// would go to may get a copy. Starts from what is held, of which there is little.
    private func held() throws -> LibraryStatus.Count {
        let rests = try InferredRows.isInferred(group: "f.assetGroup", verdict: "v", in: db)
        let query = try PreparedQuery(
            db,
            """
            WITH held AS (\(DestinationHolds.groups))
            SELECT v.reason <> 'marked', v.fence, f.assetGroup, count(*), sum(f.size),
              (SELECT group_concat(destination) FROM held WHERE assetGroup = f.assetGroup)
            FROM (SELECT DISTINCT assetGroup FROM held) g CROSS JOIN file f ON f.assetGroup = g.assetGroup
            JOIN verdict v ON v.assetGroup = f.assetGroup
            WHERE v.verdict = 'work' AND f.state = 'photo' AND f.goneAt IS NULL AND NOT \(rests)
              AND NOT \(UploadedCondition.sql(unsentSidecars: unsentSidecars)) AND NOT \(try isImported())
            GROUP BY f.assetGroup
            """)
        let destinations = try Int64.fetchSet(db, sql: "SELECT id FROM destination WHERE removedAt IS NULL")
        var held = LibraryStatus.Count()
        try query.forEachRow {
            let own = query.bool(0) ? query.text(1).flatMap { routes?.ofFence[$0] } : nil
            let wanted = own.map { Set([$0]) } ?? routes?.general ?? destinations
            let from = (query.text(5) ?? "").split(separator: ",").compactMap { Int64($0) }
            guard !wanted.isEmpty, wanted.isSubset(of: from) else { return }
            held.photos += Int(query.integer(3))
            held.bytes += query.integer(4)
        }
        return held
    }

    /// Whether the group of a photo, which is uploaded if it is work, can be removed: 1 or 0. Takeout's files stay
    /// where they are not sent. A photo that is alone has no unsent sidecar.
    private func reclaimable() throws -> String {
        let rests = try InferredRows.isInferred(group: "f.assetGroup", verdict: "v", in: db)
        let isHeld = try GroupHolds.areAny(db) ? "EXISTS (\(GroupHolds.sql(ofGroup: "f.assetGroup")))" : "0"
        let isComplete = UploadedCondition.sql(unsentSidecars: unsentSidecars.intersection([.takeout]))
        return """
            (v.verdict = 'work' AND CASE WHEN f.hasCompany THEN (\(isComplete)) ELSE 1 END
              AND NOT \(rests) AND NOT \(isHeld) AND NOT \(try isImported()))
            """
    }

    private func staged() throws -> LibraryStatus.Staged {
        let row = try Row.fetchOne(
            db,
            sql: """
                SELECT count(*) FILTER (WHERE m.place = 0) AS groups,
                  count(*) FILTER (WHERE m.role <> 'sidecar') AS photos, coalesce(sum(m.size), 0) AS bytes
                FROM action a CROSS JOIN actionMember m ON m.action = a.id WHERE a.state = 'staged'
                """)
        return try row.map {
            try LibraryStatus.Staged(
                groups: $0.value("groups"), photos: $0.value("photos"), bytes: $0.value("bytes"))
        } ?? LibraryStatus.Staged()
    }

    /// What each destination has. A photo is told from a sidecar by the copy's name.
    private func stocks() throws -> [LibraryStatus.Stock] {
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT d.id, d.name, r.target, c.size
                FROM destination d LEFT JOIN receipt r ON r.destination = d.id AND r.failedAt IS NULL
                LEFT JOIN content c ON c.id = r.content
                WHERE d.removedAt IS NULL ORDER BY d.name, d.id
                """)
        var stocks: [(row: Int64, stock: LibraryStatus.Stock)] = []
        while let row = try rows.next() {
            let id: Int64 = try row.value("id")
            if stocks.last?.row != id { stocks.append((id, LibraryStatus.Stock(destination: try row.value("name")))) }
            guard let target = try row.optionalBytes("target"), !SidecarNames.isSidecar(target.span) else { continue }
            stocks[stocks.count - 1].stock.count.photos += 1
            stocks[stocks.count - 1].stock.count.bytes += try row.value("size") as Int64
        }
        return stocks.map(\.stock)
    }

    /// Photos of groups that are held.
    private func heldPhotos() throws -> LibraryStatus.Count {
        let row = try Row.fetchOne(
            db,
            sql: """
                SELECT count(*) AS photos, coalesce(sum(f.size), 0) AS bytes FROM (\(GroupHolds.groups)) g
                CROSS JOIN file f ON f.assetGroup = g.assetGroup WHERE f.state = 'photo' AND f.goneAt IS NULL
                """)
        return try row.map { try LibraryStatus.Count(photos: $0.value("photos"), bytes: $0.value("bytes")) }
            ?? LibraryStatus.Count()
    }
}
