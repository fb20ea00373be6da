import GRDB
import PhotoModel

/// What the status says of uploads, staged actions and runs.
struct StatusOfUploads {
    private let db: Database
    private let unsentSidecars: Set<SidecarFormat>

    init(_ db: Database, unsentSidecars: Set<SidecarFormat>) {
        self.db = db
        self.unsentSidecars = unsentSidecars
    }

    /// Puts everything into a status that has the counts by verdict.
    func add(to status: inout LibraryStatus) throws {
        let (uploads, reclaimable) = try counts()
        status.uploaded = uploads[.work] ?? LibraryStatus.Count()
        status.reclaimable = reclaimable
        status.notUploaded = status.byVerdict[.work] ?? LibraryStatus.Count()
        status.notUploaded.photos -= status.uploaded.photos
        status.notUploaded.bytes -= status.uploaded.bytes
        for verdict in [Verdict.personal, .unsure] {
            status.uploadedButNotWork.photos += uploads[verdict]?.photos ?? 0
            status.uploadedButNotWork.bytes += uploads[verdict]?.bytes ?? 0
        }
        status.staged = try staged()
        status.unfinishedRuns = try unfinishedRuns()
    }

    /// Work photos whose groups are uploaded, and of other verdicts those that are anywhere, by verdict; and the uploaded
    /// ones that may go. Goes through the receipts, so that a library without any costs nothing.
    private func counts() throws -> (uploads: [Verdict: LibraryStatus.Count], reclaimable: LibraryStatus.Count) {
        let query = try PreparedQuery(
            db,
            """
            SELECT v.verdict, count(*), sum(f.size), \(try mayGo()) AS mayGo
            FROM (SELECT DISTINCT content FROM receipt WHERE failedAt IS NULL) c
            CROSS JOIN file f ON f.content = c.content JOIN verdict v ON v.assetGroup = f.assetGroup
            WHERE f.state = 'photo' AND f.goneAt IS NULL
              AND (v.verdict <> 'work' OR \(UploadedCondition.sql(unsentSidecars: unsentSidecars)))
            GROUP BY v.verdict, mayGo
            """)
        var counts: [Verdict: LibraryStatus.Count] = [:]
        var reclaimable = LibraryStatus.Count()
        try query.forEachRow {
            guard let verdict = query.text(0).flatMap(Verdict.init) else { return }
            let (photos, bytes) = (Int(query.integer(1)), query.integer(2))
            counts[verdict, default: LibraryStatus.Count()].photos += photos
            counts[verdict, default: LibraryStatus.Count()].bytes += bytes
            if query.bool(3) { reclaimable = LibraryStatus.Count(photos: photos, bytes: bytes) }
        }
        return (counts, reclaimable)
    }

    /// Of a photo that is uploaded where it is work, whether its group may go: 1 or 0. One that is alone has no sidecar
    /// that was not sent.
    private func mayGo() throws -> String {
        let isHeld = try GroupHolds.areAny(db) ? "EXISTS (\(GroupHolds.sql(ofGroup: "f.assetGroup")))" : "0"
        return """
            (v.verdict = 'work' AND CASE WHEN f.hasCompany THEN (\(UploadedCondition.sql(unsentSidecars: [])))
                AND NOT EXISTS (SELECT 1 FROM file i WHERE i.assetGroup = f.assetGroup AND i.positionSource = 'inferred')
              ELSE f.positionSource IS NOT 'inferred' END AND NOT \(isHeld))
            """
    }

    private func staged() throws -> LibraryStatus.Staged {
        let query = try PreparedQuery(
            db,
            """
            SELECT count(*) FILTER (WHERE m.place = 0), coalesce(sum(m.size), 0)
            FROM action a CROSS JOIN actionMember m ON m.action = a.id WHERE a.state = 'staged'
            """)
        return try query.first { LibraryStatus.Staged(groups: Int(query.integer(0)), bytes: query.integer(1)) }
            ?? LibraryStatus.Staged()
    }

    private func unfinishedRuns() throws -> [LibraryStatus.UnfinishedRun] {
        let query = try PreparedQuery(db, "SELECT command, host, pid FROM run WHERE ended IS NULL ORDER BY id")
        var runs: [LibraryStatus.UnfinishedRun] = []
        try query.forEachRow {
            runs.append(
                LibraryStatus.UnfinishedRun(
                    command: query.text(0) ?? "", host: query.text(1), pid: query.optionalInteger(2)))
        }
        return runs
    }
}
