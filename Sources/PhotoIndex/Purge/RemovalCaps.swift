import GRDB
package import PhotoModel
package import SystemPackage

/// How much has recently been removed from each place, and in total.
package struct RemovalCaps: Hashable, Sendable {
    /// The places that have photos, had some in that time, or from which something was removed, in the order of their
    /// paths.
    package var places: [RemovalCap]
    /// The total, including former roots and files whose place is unknown.
    package var library: RemovalCap
    /// Uploaded photos that scans found gone in that time without a known purge, and whose bytes are nowhere else in
    /// the index. They do not count: their owner may have removed them. But a purge that the index forgot, because it
    /// was restored from a backup, may have removed them too.
    package var lost: Int
}

/// Removed photos that the journal does not know as removed.
package struct OtherRemovals: Sendable {
    /// Files that a killed or failed run has parked and that could not be put back. The journal has no outcome for
    /// them.
    package var parked: [Action.Member]
    /// The original paths and removal times of files in the trash from a run that this index does not know: from before
    /// it was lost, or restored from a backup.
    package var trashed: [(path: FilePath, at: Int64)]

    package init(parked: [Action.Member] = [], trashed: [(path: FilePath, at: Int64)] = []) {
        self.parked = parked
        self.trashed = trashed
    }
}

extension PhotoIndex {
    /// How much has recently been removed by all runs together.
    ///
    /// A removal counts for the place where its file was first seen, from its conclusion until it is undone. One dated
    /// in the future counts too, since the clock was set back.
    ///
    /// - Parameters:
    ///   - since: the moment from which removals count, in nanoseconds since 1970-01-01T00:00:00Z; ``RemovalCap/span``
    ///     ago.
    ///   - others: other removals.
    /// - Returns: the caps.
    /// - Throws: `IndexError` where the index cannot be read.
    package func removalCaps(
        since: Int64, besides others: OtherRemovals = OtherRemovals()
    ) throws(IndexError) -> RemovalCaps {
        try read { db in
            var count = RemovalCount(places: try PlacePaths(db, since: since))
            let query = try PreparedQuery(db, Self.removedPhotos)
            query.bind(since, at: 1)
            try query.forEachRow {
                count.add(query.path(0), at: query.integer(2), cameFrom: query.optionalInteger(1))
            }
            for member in others.parked where member.role != .sidecar {
                count.add(member.path, at: .max, cameFrom: member.place)
            }
            for file in others.trashed { count.addUnknown(file.path, at: file.at) }
            return try Self.caps(count, Span(since), unknown: Self.photosMissing(since: since, in: db), in: db)
        }
    }

    /// The photos that were removed and are not back.
    static let removedPhotos = """
        SELECT m.path, m.cameFrom, a.concludedAt FROM action a CROSS JOIN actionMember m ON m.action = a.id
        WHERE \(Removals.areThese) AND a.concludedAt >= ? AND m.role <> 'sidecar' AND NOT \(Removals.areUndone)
        """

    /// The days that count.
    private struct Span {
        let start: Int64
        let end: Int64

        init(_ since: Int64) {
            let end = since.addingReportingOverflow(RemovalCap.span)
            (start, self.end) = (since, end.overflow ? .max : end.partialValue)
        }
    }

    private static func caps(_ count: RemovalCount, _ span: Span, unknown: Int, in db: Database) throws -> RemovalCaps {
        var places: [RemovalCap] = []
        let query = try PreparedQuery(db, "SELECT id, path, root FROM place ORDER BY path, id")
        try query.forEachRow {
            let (place, path, root) = (query.integer(0), query.path(1), query.optionalInteger(2))
            let removed = count.removed[place] ?? 0
            let tally = try root.map { try Tally.load(root: $0, in: db) } ?? Tally()
            // Photos in the trash were at the place before, although they were not counted then.
            let now = tally.photos + (count.unknown[place] ?? 0)
            let peak = try PlacePeaks.largest(place: place, from: span.start, to: span.end, in: db)
            if tally.files == 0, removed == 0, peak ?? 0 == 0 { return }
            places.append(RemovalCap(place: place, path: path, largest: max(peak ?? 0, now), removed: removed))
        }
        let lost = max(count.allUnknown, unknown)
        let now = try Tally.load(root: nil, in: db).photos + lost
        let peak = try PlacePeaks.largest(place: nil, from: span.start, to: span.end, in: db)
        let library = RemovalCap(place: nil, path: nil, largest: max(peak ?? 0, now), removed: count.all + lost)
        let gone = max(0, try photosLost(since: span.start, in: db) - count.allUnknown)
        return RemovalCaps(places: places, library: library, lost: gone)
    }

    /// The number of photos with a receipt that were found gone, were not removed by the journal, and are nowhere else.
    private static func photosLost(since: Int64, in db: Database) throws -> Int {
        let query = try PreparedQuery(
            db,
            """
            SELECT count(*) FROM file f
            WHERE f.state = 'photo' AND f.goneAt >= ? AND f.content NOTNULL AND NOT \(RootPlaces.wasRemoved)
              AND EXISTS (SELECT 1 FROM receipt r WHERE r.content = f.content AND r.failedAt IS NULL)
              AND NOT EXISTS (SELECT 1 FROM file o WHERE o.content = f.content AND o.goneAt IS NULL)
            """)
        query.bind(since, at: 1)
        return try query.first { Int(query.integer(0)) } ?? 0
    }

    /// The number of photos for which a rebuilt index has recent receipts and that it has never seen: they were in a
    /// library when they were sent, so they have left it since. Once the index is as old as the counted period, its own
    /// journal is complete.
    private static func photosMissing(since: Int64, in db: Database) throws -> Int {
        let query = try PreparedQuery(
            db,
            """
            SELECT r.target FROM receipt r
            WHERE r.rebuiltAt >= ?1 AND r.received >= ?1 AND r.failedAt IS NULL
              AND NOT EXISTS (SELECT 1 FROM file f WHERE f.content = r.content)
            GROUP BY r.content
            """)
        query.bind(since, at: 1)
        var photos = 0
        try query.forEachRow { if !SidecarNames.isSidecar(query.bytes(0).span) { photos += 1 } }
        return photos
    }
}

/// Counts removals by the places of their files.
private struct RemovalCount {
    let places: PlacePaths
    /// By place.
    private(set) var removed: [Int64: Int] = [:]
    /// How many of these this index has never known there.
    private(set) var unknown: [Int64: Int] = [:]
    /// All removals recorded in this index, including those with an unknown place.
    private(set) var all = 0

    init(places: PlacePaths) { self.places = places }

    var allUnknown: Int { unknown.values.reduce(0, +) }

    mutating func add(_ path: FilePath, at moment: Int64, cameFrom place: Int64?) {
        all += 1
        if let place = place ?? places.find(path, at: moment) { removed[place, default: 0] += 1 }
    }

    /// A file from no place of this index belongs to another library.
    mutating func addUnknown(_ path: FilePath, at moment: Int64) {
        guard let place = places.find(path, at: moment) else { return }
        removed[place, default: 0] += 1
        unknown[place, default: 0] += 1
    }
}

/// The most photos of places, and of the library, by day: a cap on removals is a share of these.
enum PlacePeaks {
    /// The number of days kept, both for counts and for the files of former roots.
    private static let daysKept: Int64 = 30
    private static let day: Int64 = 86_400 * 1_000_000_000

    /// The UTC day of a moment, counted from 1970-01-01; earlier days are negative.
    static func day(of moment: Int64) -> Int64 {
        moment / day - (moment % day < 0 ? 1 : 0)
    }

    /// Records the number of photos of a root and of the library if it is the largest of the day, and drops old days as
    /// well as days in the future, left by a wrong clock.
    static func note(root: Int64, at now: Int64, in db: Database) throws {
        let today = day(of: try LatestMoment.atLeast(now, in: db))
        for table in ["placePeak", "libraryPeak"] {
            let drop = try PreparedQuery(db, "DELETE FROM \(table) WHERE day < ?1 OR day > ?2")
            drop.bind(today - daysKept, at: 1)
            drop.bind(today + 1, at: 2)
            try drop.run()
        }
        try RootPlaces.dropOld(until: (today - daysKept) * day, in: db)
        let place = try PreparedQuery(
            db,
            """
            INSERT INTO placePeak (place, day, photos) SELECT id, ?1, ?2 FROM place WHERE root = ?3
            ON CONFLICT (place, day) DO UPDATE SET photos = max(photos, excluded.photos)
            """)
        place.bind(today, at: 1)
        place.bind(Int64(try Tally.load(root: root, in: db).photos), at: 2)
        place.bind(root, at: 3)
        try place.run()
        let library = try PreparedQuery(
            db,
            """
            INSERT INTO libraryPeak (day, photos) VALUES (?, ?)
            ON CONFLICT (day) DO UPDATE SET photos = max(photos, excluded.photos)
            """)
        library.bind(today, at: 1)
        library.bind(Int64(try Tally.load(root: nil, in: db).photos), at: 2)
        try library.run()
    }

    /// The same for every root.
    static func noteAll(at now: Int64, in db: Database) throws {
        for root in try Int64.fetchAll(db, sql: "SELECT id FROM root") { try note(root: root, at: now, in: db) }
    }

    /// The largest number of photos of a place, or of the library if it is nil, from one moment's day to another's; nil
    /// if none is recorded.
    static func largest(place: Int64?, from start: Int64, to end: Int64, in db: Database) throws -> Int? {
        let rows = place == nil ? "libraryPeak WHERE" : "placePeak WHERE place = ?3 AND"
        let query = try PreparedQuery(db, "SELECT max(photos) FROM \(rows) day BETWEEN ?1 AND ?2")
        query.bind(day(of: start), at: 1)
        query.bind(day(of: end), at: 2)
        if let place { query.bind(place, at: 3) }
        return try query.first { query.optionalInteger(0).map(Int.init) } ?? nil
    }
}
