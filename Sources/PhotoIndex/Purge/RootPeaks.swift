import GRDB

/// How many photos roots had at most, day by day: what a cap on removals is a share of.
enum RootPeaks {
    /// Days are kept for so long.
    private static let daysKept: Int64 = 30
    private static let day: Int64 = 86_400 * 1_000_000_000

    /// The UTC day of a moment, counted from 1970-01-01; earlier ones are negative.
    static func day(of moment: Int64) -> Int64 {
        moment / day - (moment % day < 0 ? 1 : 0)
    }

    /// Notes how many photos a root has now, where it had fewer on this day so far, and drops what is long past; also what
    /// a clock that was wrong left behind in the future.
    static func note(root: Int64, at now: Int64, in db: Database) throws {
        let today = day(of: now)
        let drop = try PreparedQuery(db, "DELETE FROM rootPeak WHERE root = ?1 AND (day < ?2 OR day > ?3)")
        drop.bind(root, at: 1)
        drop.bind(today - daysKept, at: 2)
        drop.bind(today + 1, at: 3)
        try drop.run()
        let insert = try PreparedQuery(
            db,
            """
            INSERT INTO rootPeak (root, day, photos) VALUES (?, ?, ?)
            ON CONFLICT (root, day) DO UPDATE SET photos = max(photos, excluded.photos)
            """)
        insert.bind(root, at: 1)
        insert.bind(today, at: 2)
        insert.bind(Int64(try Tally.load(root: root, in: db).photos), at: 3)
        try insert.run()
    }

    /// The same for every root.
    static func noteAll(at now: Int64, in db: Database) throws {
        for root in try Int64.fetchAll(db, sql: "SELECT id FROM root") { try note(root: root, at: now, in: db) }
    }

    /// The most photos that a root had on the days of two moments and between; nil where nobody noted any.
    static func largest(root: Int64, from start: Int64, to end: Int64, in db: Database) throws -> Int? {
        let query = try PreparedQuery(db, "SELECT max(photos) FROM rootPeak WHERE root = ? AND day BETWEEN ? AND ?")
        query.bind(root, at: 1)
        query.bind(day(of: start), at: 2)
        query.bind(day(of: end), at: 3)
        return try query.first { query.optionalInteger(0).map(Int.init) } ?? nil
    }

    /// Adds one root's peaks to another's, day by day, and drops its rows.
    static func move(from old: Int64, to new: Int64, in db: Database) throws {
        let add = try PreparedQuery(
            db,
            """
            INSERT INTO rootPeak (root, day, photos) SELECT ?2, day, photos FROM rootPeak WHERE root = ?1
            ON CONFLICT (root, day) DO UPDATE SET photos = photos + excluded.photos
            """)
        add.bind(old, at: 1)
        add.bind(new, at: 2)
        try add.run()
        try db.execute(sql: "DELETE FROM rootPeak WHERE root = ?", arguments: [old])
    }
}
