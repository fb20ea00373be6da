import GRDB
package import PhotoModel
import SystemPackage

extension PhotoIndex {
    /// The library at a glance. Takes as long for a million photos as for ten, but for those with receipts.
    package func status() throws(IndexError) -> LibraryStatus {
        let roots = try roots()
        return try read { db in
            let tally = try Tally.load(root: nil, in: db)
            func count(_ kind: Tally.Kind) -> LibraryStatus.Count {
                LibraryStatus.Count(photos: tally[kind].count, bytes: tally[kind].bytes)
            }
            var status = LibraryStatus(
                byVerdict: Dictionary(uniqueKeysWithValues: Verdict.allCases.map { ($0, count(.verdict($0))) }))
            let uploads = try Self.uploads(db)
            status.uploaded = uploads[.work] ?? LibraryStatus.Count()
            status.notUploaded = count(.work)
            status.notUploaded.photos -= status.uploaded.photos
            status.notUploaded.bytes -= status.uploaded.bytes
            for verdict in [Verdict.personal, .unsure] {
                status.uploadedButNotWork.photos += uploads[verdict]?.photos ?? 0
                status.uploadedButNotWork.bytes += uploads[verdict]?.bytes ?? 0
            }
            status.gone = tally[.gone].count
            status.unreadable = tally[.broken].count
            status.unsupported = tally[.other].count
            status.groups = tally[.group].count
            status.roots = roots.map(\.path)
            let runs = try PreparedQuery(
                db,
                """
                SELECT (SELECT max(ended) FROM run WHERE command = 'scan' AND isComplete),
                  (SELECT count(*) FROM run WHERE ended IS NULL)
                """)
            (status.lastScan, status.interruptedRuns) =
                try runs.first { (runs.optionalInteger(0), Int(runs.integer(1))) } ?? (nil, 0)
            return status
        }
    }

    /// Photos with a receipt, by verdict.
    private static func uploads(_ db: Database) throws -> [Verdict: LibraryStatus.Count] {
        let query = try PreparedQuery(
            db,
            """
            SELECT v.verdict, count(*), sum(f.size)
            FROM (SELECT DISTINCT content FROM receipt) c
            CROSS JOIN file f ON f.content = c.content JOIN verdict v ON v.assetGroup = f.assetGroup
            WHERE f.state = 'photo' AND f.goneAt IS NULL GROUP BY v.verdict
            """)
        var counts: [Verdict: LibraryStatus.Count] = [:]
        try query.forEachRow {
            guard let verdict = query.text(0).flatMap(Verdict.init) else { return }
            counts[verdict] = LibraryStatus.Count(photos: Int(query.integer(1)), bytes: query.integer(2))
        }
        return counts
    }

    /// The files of a root whose name promises a photo and whose content is none or is damaged, in the order of their
    /// paths, so that a scan can report them again without opening them.
    ///
    /// - Parameters:
    ///   - root: the root.
    ///   - directory: only those below this directory of the root, a path as bytes; empty for all.
    /// - Returns: the findings, their paths absolute.
    /// - Throws: what befalls a read.
    package func brokenFiles(root: Root, below directory: [UInt8] = []) throws(IndexError) -> [Finding] {
        if try counts(inRoot: root.id).unreadable == 0 { return [] }
        return try read { db in
            try Self.findings("problem, detail", where: "root = ?1 AND state = 'broken'", root, directory, db) { row in
                row.text(1).flatMap(Finding.Kind.init).map { ($0, row.text(2) ?? "") }
            }
        }
    }

    /// Findings about files that are there, in the order of their paths.
    ///
    /// - Parameters:
    ///   - columns: the columns behind the path.
    ///   - condition: which files; `?1` is the root's row.
    ///   - root: the root.
    ///   - directory: only those below this directory of the root; empty for all.
    ///   - db: where to read.
    ///   - make: the kind and the detail of a row; nil leaves it out.
    /// - Returns: the findings, their paths absolute.
    /// - Throws: what befalls a read.
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
