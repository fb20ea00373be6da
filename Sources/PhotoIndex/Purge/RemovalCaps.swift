import GRDB
package import PhotoModel
package import SystemPackage

/// How much has recently been removed from each root, and from the whole index.
package struct RemovalCaps: Hashable, Sendable {
    /// The roots, in the order of their paths.
    package var roots: [RemovalCap]
    /// The whole index, including what was removed from roots that were forgotten.
    package var library: RemovalCap
    /// Uploaded photos that scans found gone in that time without a known purge, and whose bytes are nowhere else in
    /// the index. They do not count: their owner may have removed them. But a purge that the index forgot, because it
    /// was restored from a backup, may have removed them too.
    package var lost: Int
}

/// Removed photos that the journal does not know as removed, by their absolute paths.
package struct OtherRemovals: Sendable {
    /// Files that a killed or failed run has parked and that could not be put back. The journal has no outcome for
    /// them.
    package var parked: [Action.Member]
    /// The original paths of files in the trash from a run that this index does not know: from before it was lost, or
    /// restored from a backup.
    package var trashed: [FilePath]

    package init(parked: [Action.Member] = [], trashed: [FilePath] = []) {
        self.parked = parked
        self.trashed = trashed
    }
}

extension PhotoIndex {
    /// How much has recently been removed by all runs together.
    ///
    /// A removal counts for the whole index, and for each root with a present or former path that contains the removed
    /// one, from its conclusion until it is undone. One dated in the future counts too, since the clock was set back.
    /// Photos that another machine removed, by a merged run, count as having been here: this index may never have
    /// counted them. Its peaks do not count, since it may have other photos at the same paths, and more of them.
    ///
    /// - Parameters:
    ///   - since: the moment from which removals count, in nanoseconds since 1970-01-01T00:00:00Z; ``RemovalCap/span``
    ///     ago.
    ///   - latest: up to when the counts of photos matter: later than a ``RemovalCap/span`` from there if the clock was
    ///     set back; nil for just that.
    ///   - others: other removals.
    /// - Returns: the caps.
    package func removalCaps(
        since: Int64, upTo latest: Int64? = nil, besides others: OtherRemovals = OtherRemovals()
    ) throws(IndexError) -> RemovalCaps {
        try read { db in
            var removed = others.parked.filter { $0.role != .sidecar }.map { [$0.path] }
            var elsewhere: [[FilePath]] = []
            let query = try PreparedQuery(db, Self.removedPhotos)
            query.bind(since, at: 1)
            try query.forEachRow {
                let paths = [query.path(0)] + (query.optionalPath(1).map { [$0] } ?? [])
                if query.bool(2) { elsewhere.append(paths) } else { removed.append(paths) }
            }
            let span = Span(since, upTo: latest)
            var (roots, unknown, wereHere): ([RemovalCap], Set<Int>, Set<Int>) = ([], [], [])
            for root in try Self.rootsOfCaps(since: since, in: db) {
                var cap = root.cap
                // What the trash alone knows was in the root before, although it was never counted there. What is in no
                // root belongs to another library.
                let trashed = others.trashed.indices.filter { cap.counts(others.trashed[$0]) }
                unknown.formUnion(trashed)
                let merged = elsewhere.indices.filter { elsewhere[$0].contains(where: cap.counts) }
                wereHere.formUnion(merged)
                cap.removed = removed.count { $0.contains(where: cap.counts) } + merged.count + trashed.count
                cap.largest = try Self.largest(root: root.row, with: merged.count + trashed.count, span, in: db)
                roots.append(cap)
            }
            let lost = max(unknown.count, try Self.photosMissing(since: since, in: db))
            let library = RemovalCap(
                path: nil, largest: try Self.largest(root: nil, with: elsewhere.count + lost, span, in: db),
                removed: removed.count + elsewhere.count + lost)
            let gone = max(0, try Self.photosLost(since: since, in: db) - unknown.count - wereHere.count)
            return RemovalCaps(roots: roots, library: library, lost: gone)
        }
    }

    /// The photos that were removed and are not back: the path, the one before if its root was renamed since, and
    /// whether the run was merged.
    static let removedPhotos = """
        SELECT m.path, m.pathBefore, \(MergedRuns.haveAction) FROM action a CROSS JOIN actionMember m ON m.action = a.id
        WHERE \(Removals.areThese) AND a.concludedAt >= ? AND m.role <> 'sidecar' AND NOT \(Removals.areUndone)
        """

    /// The days that count.
    private struct Span {
        let start: Int64
        let end: Int64

        init(_ since: Int64, upTo latest: Int64?) {
            let end = since.addingReportingOverflow(RemovalCap.span)
            (start, self.end) = (since, max(latest ?? .min, end.overflow ? .max : end.partialValue))
        }
    }

    /// The roots with their rows and the paths by which removals count for them; nothing is counted yet. A path that a
    /// root had only before the given moment is not among them: what was removed from there since was not the root's.
    private static func rootsOfCaps(since: Int64, in db: Database) throws -> [(row: Int64, cap: RemovalCap)] {
        var former: [Int64: [FilePath]] = [:]
        for row in try Row.fetchAll(db.statement("SELECT root, path FROM formerPath WHERE until >= \(since)")) {
            former[try row.value("root"), default: []].append(try row.path("path"))
        }
        return try Row.fetchAll(db.statement("SELECT id, path FROM root ORDER BY path")).map { root in
            let cap = try RemovalCap(
                path: root.path("path"), formerPaths: former[root.value("id")] ?? [], largest: 0, removed: 0)
            return (try root.value("id"), cap)
        }
    }

    /// The largest number of photos of a root, or of the whole index if it is nil, counting some that are unknown now.
    private static func largest(root: Int64?, with unknown: Int, _ span: Span, in db: Database) throws -> Int {
        let now = try DailyPeaks.count(root: root, upTo: span.end, in: db) + unknown
        return max(now, try DailyPeaks.largest(root: root, from: span.start, to: span.end, in: db) ?? 0)
    }

    /// The number of photos with a receipt that were found gone, were not removed by the journal, and are nowhere else.
    private static func photosLost(since: Int64, in db: Database) throws -> Int {
        try Int.fetchOne(
            db.statement(
                """
                SELECT count(*) FROM file f
                WHERE f.state = 'photo' AND f.goneAt >= \(since) AND f.content NOTNULL AND NOT \(sql: Removals.haveFile)
                  AND EXISTS (SELECT 1 FROM receipt r WHERE r.content = f.content AND r.failedAt IS NULL)
                  AND NOT EXISTS (SELECT 1 FROM file o WHERE o.content = f.content AND o.goneAt IS NULL)
                """)) ?? 0
    }

    /// The number of photos for which a rebuilt index has recent receipts and that it has never seen: they were in a
    /// library when they were sent, so they have left it since. Once the index is as old as the counted period, its own
    /// journal is complete.
    private static func photosMissing(since: Int64, in db: Database) throws -> Int {
        let targets = try Blob.fetchCursor(
            db.statement(
                """
                SELECT r.target FROM receipt r
                WHERE r.rebuiltAt >= \(since) AND r.received >= \(since) AND r.failedAt IS NULL
                  AND NOT EXISTS (SELECT 1 FROM file f WHERE f.content = r.content)
                GROUP BY r.content
                """))
        var photos = 0
        while let target = try targets.next() { if !SidecarNames.isSidecar(target.bytes.span) { photos += 1 } }
        return photos
    }
}

/// The most photos of roots, and of the whole index, by day: a cap on removals is a share of these.
enum DailyPeaks {
    /// The number of days kept.
    private static let daysKept: Int64 = 30
    private static let day: Int64 = 86_400 * 1_000_000_000

    /// The UTC day of a moment, counted from 1970-01-01; earlier days are negative.
    static func day(of moment: Int64) -> Int64 {
        moment / day - (moment % day < 0 ? 1 : 0)
    }

    /// The number of photos of a root, or of the whole index if it is nil, that counts now. Copies of photos do not
    /// raise it above what was counted in the seven days up to a moment, or else last: whoever copies a library and
    /// removes the copies could remove more of it otherwise. Copies are known by their size and the digest of their
    /// ends, which all photos have that were read here. Others do not count: nobody knows whether they are there.
    static func count(root: Int64?, upTo now: Int64, in db: Database) throws -> Int {
        let imported = try Int.fetchOne(
            db.statement(
                """
                SELECT count(*) FROM file WHERE readerVersion = 0 AND state = 'photo' AND goneAt IS NULL
                  AND (\(root) IS NULL OR root = \(root))
                """))
        let photos = try FileTally.load(root: root, in: db).photos - (imported ?? 0)
        let start = now.subtractingReportingOverflow(RemovalCap.span).partialValue
        let known = try largest(root: root, from: start, to: now, in: db) ?? last(root: root, in: db)
        guard let known, photos > known else { return photos }
        let distinct = try Int.fetchOne(
            db.statement(
                """
                SELECT count(*) FROM (SELECT DISTINCT size, digest FROM file
                  WHERE state = 'photo' AND goneAt IS NULL AND readerVersion > 0
                    AND (\(root) IS NULL OR root = \(root)))
                """))
        return max(known, distinct ?? 0)
    }

    /// The number of photos that was recorded for the latest day; nil if none is.
    private static func last(root: Int64?, in db: Database) throws -> Int? {
        try Int.fetchOne(db.statement("SELECT photos FROM \(days(of: root)) ORDER BY day DESC LIMIT 1"))
    }

    /// The recorded days of a root, or of the whole index if it is nil: a table and a condition.
    private static func days(of root: Int64?) -> SQL {
        root.map { "rootPeak WHERE root = \($0)" } ?? "libraryPeak WHERE true"
    }

    /// Records the number of photos of a root and of the whole index that counts, if it is the largest of the day, and
    /// drops old days as well as days in the future, left by a wrong clock.
    static func note(root: Int64, at now: Int64, in db: Database) throws {
        let now = try RemovalClock.atLeast(now, in: db)
        let today = day(of: now)
        let (photos, all) = (try count(root: root, upTo: now, in: db), try count(root: nil, upTo: now, in: db))
        for table in ["rootPeak", "libraryPeak"] {
            try db.run("DELETE FROM \(sql: table) WHERE day < \(today - daysKept) OR day > \(today + 1)")
        }
        try db.run(
            """
            INSERT INTO rootPeak (root, day, photos) VALUES (\(root), \(today), \(photos))
            ON CONFLICT (root, day) DO UPDATE SET photos = max(photos, excluded.photos)
            """)
        try db.run(
            """
            INSERT INTO libraryPeak (day, photos) VALUES (\(today), \(all))
            ON CONFLICT (day) DO UPDATE SET photos = max(photos, excluded.photos)
            """)
    }

    /// The same for every root.
    static func noteAll(at now: Int64, in db: Database) throws {
        for root in try Int64.fetchAll(db, sql: "SELECT id FROM root") { try note(root: root, at: now, in: db) }
    }

    /// The largest number of photos of a root, or of the whole index if it is nil, from one moment's day to another's;
    /// nil if none is recorded.
    static func largest(root: Int64?, from start: Int64, to end: Int64, in db: Database) throws -> Int? {
        try Int.fetchOne(
            db.statement(
                """
                SELECT max(photos) FROM \(days(of: root)) AND day BETWEEN \(day(of: start)) AND \(day(of: end))
                """))
    }
}
