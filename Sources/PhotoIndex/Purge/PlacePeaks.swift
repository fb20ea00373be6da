import GRDB

/// How many photos places, and the library, had at most, day by day: what a cap on removals is a share of.
enum PlacePeaks {
    /// Days are kept for so long, and so is what places had that are no roots any more.
    private static let daysKept: Int64 = 30
    private static let day: Int64 = 86_400 * 1_000_000_000

    /// The UTC day of a moment, counted from 1970-01-01; earlier ones are negative.
    static func day(of moment: Int64) -> Int64 {
        moment / day - (moment % day < 0 ? 1 : 0)
    }

    /// Notes how many photos a root and the library have now, where they had fewer on this day so far, and drops what is
    /// long past; also what a clock that was wrong left behind in the future.
    static func note(root: Int64, at now: Int64, in db: Database) throws {
        let today = day(of: try LatestMoment.atLeast(now, in: db))
        for table in ["placePeak", "libraryPeak"] {
            let drop = try PreparedQuery(db, "DELETE FROM \(table) WHERE day < ?1 OR day > ?2")
            drop.bind(today - daysKept, at: 1)
            drop.bind(today + 1, at: 2)
            try drop.run()
        }
        try Places.dropOld(until: (today - daysKept) * day, in: db)
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

    /// The most photos that a place, or where it is nil the library, had on the days of two moments and between; nil where
    /// nobody noted any.
    static func largest(place: Int64?, from start: Int64, to end: Int64, in db: Database) throws -> Int? {
        let rows = place == nil ? "libraryPeak WHERE" : "placePeak WHERE place = ?3 AND"
        let query = try PreparedQuery(db, "SELECT max(photos) FROM \(rows) day BETWEEN ?1 AND ?2")
        query.bind(day(of: start), at: 1)
        query.bind(day(of: end), at: 2)
        if let place { query.bind(place, at: 3) }
        return try query.first { query.optionalInteger(0).map(Int.init) } ?? nil
    }
}
