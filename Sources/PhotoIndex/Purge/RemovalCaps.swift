import GRDB
package import PhotoModel
package import SystemPackage

/// How much has been removed lately of each place, and of all together.
package struct RemovalCaps: Hashable, Sendable {
    /// Of each place that has photos, or had some in that time, or of which something was removed, in the order of
    /// their paths.
    package var places: [RemovalCap]
    /// Of all places together, those that are no roots any more and those whose path nobody knows among them.
    package var library: RemovalCap
    /// Uploaded photos that scans found gone in that time and that no purge removed, as far as anybody knows, nor has
    /// the index their bytes elsewhere. They count for nothing: their owner may have removed them. So may a purge that
    /// the index forgot, since it was put back from a copy.
    package var lost: Int
}

/// Photos that went besides those that the journal knows for removed.
package struct OtherRemovals: Sendable {
    /// Files that a run that was killed, or failed, has parked and nobody could put back. The journal has no end for
    /// that.
    package var parked: [Action.Member]
    /// Where files were, and when they went, that are in the trash by a run that this index does not know: one from
    /// before it was lost, or put back from a copy.
    package var trashed: [(path: FilePath, at: Int64)]

    package init(parked: [Action.Member] = [], trashed: [(path: FilePath, at: Int64)] = []) {
        self.parked = parked
        self.trashed = trashed
    }
}

extension PhotoIndex {
    /// How much has been removed lately, by all runs together.
    ///
    /// A removal counts for the place where its file was first seen, from when it was concluded until it is undone; one
    /// that is dated in the future counts too, since then the clock was set back.
    ///
    /// - Parameters:
    ///   - since: the moment from which removals count, nanoseconds since 1970-01-01T00:00:00Z; ``RemovalCap/span``
    ///     ago.
    ///   - others: what went besides.
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
            // What is in the trash was there before, though nobody noted how many there were.
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

    /// How many photos with a receipt were found gone that the journal has not removed, and that are nowhere else.
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

    /// How many photos a rebuilt index has receipts for, given lately, and has never seen: they were in a library when
    /// they were sent, so they left it since. Once the index is as old as removals count, its own journal says all.
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

/// Counts removals by the places that their files came from.
private struct RemovalCount {
    let places: PlacePaths
    /// By place.
    private(set) var removed: [Int64: Int] = [:]
    /// Those of these that this index has never known for there.
    private(set) var unknown: [Int64: Int] = [:]
    /// All that this index knows of, also of places that nobody knows.
    private(set) var all = 0

    init(places: PlacePaths) { self.places = places }

    var allUnknown: Int { unknown.values.reduce(0, +) }

    mutating func add(_ path: FilePath, at moment: Int64, cameFrom place: Int64?) {
        all += 1
        if let place = place ?? places.find(path, at: moment) { removed[place, default: 0] += 1 }
    }

    /// What comes from no place of this index is another library's.
    mutating func addUnknown(_ path: FilePath, at moment: Int64) {
        guard let place = places.find(path, at: moment) else { return }
        removed[place, default: 0] += 1
        unknown[place, default: 0] += 1
    }
}

/// How many photos places, and the library, had at most, day by day: what a cap on removals is a share of.
enum PlacePeaks {
    /// Days are kept for so long, and so is what places had that are no roots any more.
    private static let daysKept: Int64 = 30
    private static let day: Int64 = 86_400 * 1_000_000_000

    /// The UTC day of a moment, counted from 1970-01-01; earlier ones are negative.
    static func day(of moment: Int64) -> Int64 {
        moment / day - (moment % day < 0 ? 1 : 0)
    }

    /// Notes how many photos a root and the library have now, where they had fewer on this day so far, and drops what
    /// is long past; also what a clock that was wrong left behind in the future.
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

    /// The most photos that a place, or where it is nil the library, had on the days of two moments and between; nil
    /// where nobody noted any.
    static func largest(place: Int64?, from start: Int64, to end: Int64, in db: Database) throws -> Int? {
        let rows = place == nil ? "libraryPeak WHERE" : "placePeak WHERE place = ?3 AND"
        let query = try PreparedQuery(db, "SELECT max(photos) FROM \(rows) day BETWEEN ?1 AND ?2")
        query.bind(day(of: start), at: 1)
        query.bind(day(of: end), at: 2)
        if let place { query.bind(place, at: 3) }
        return try query.first { query.optionalInteger(0).map(Int.init) } ?? nil
    }
}
