import GRDB

/// The clock by which removals count: it never goes backwards, however the one on the wall is set.
enum LatestMoment {
    /// The moment that a clock gives, or a later one at which some run began or ended.
    static func atLeast(_ now: Int64, in db: Database) throws -> Int64 {
        let query = try PreparedQuery(db, "SELECT max(max(started, coalesce(ended, started))) FROM run")
        let latest: Int64? = try query.first { query.optionalInteger(0) } ?? nil
        return max(now, latest ?? now)
    }
}

extension PhotoIndex {
    /// The latest moment that the index knows of: `now`, or where a clock was set back since, when a run began or ended. By
    /// this removals are dated, and counted.
    ///
    /// - Parameter now: nanoseconds since 1970-01-01T00:00:00Z.
    /// - Returns: the moment, never before `now`.
    /// - Throws: what befalls a read.
    package func latestMoment(atLeast now: Int64) throws(IndexError) -> Int64 {
        try read { db in try LatestMoment.atLeast(now, in: db) }
    }
}
