import GRDB

/// The clock by which removals count: it does not go backwards when the system's clock is set back.
///
/// If the system's clock is behind an earlier run, either it is slow now, or it was ahead then. Removals of that run
/// count in both cases. If it was ahead, they would count until its date has come, so ``settle(at:in:)`` decides after
/// a time that it was. What other machines' clocks say is not asked: runs that were merged do not count.
enum RemovalClock {
    /// The runs of so many days, all after the last one from the future, show that the clock is right. The first day is
    /// more than a week before the last one, and a jump of the clock adds no more than a day.
    private static let daysOfProof = 9

    /// The given moment, or a later one at which some run began or ended.
    static func atLeast(_ now: Int64, in db: Database) throws -> Int64 {
        let latest = try Int64.fetchOne(db, sql: "SELECT max(\(last)) FROM run WHERE mergedAt IS NULL")
        return max(now, latest ?? now)
    }

    /// Dates everything from the future to now, once the runs since then show that the clock was ahead. What was
    /// removed then counts for another ``RemovalCap/span``. Peaks of the future are left to ``DailyPeaks``, which drops
    /// them.
    ///
    /// - Parameters:
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z, when a run begins that is recorded already.
    ///   - db: the database, in a transaction that writes.
    static func settle(at now: Int64, in db: Database) throws {
        let latest = try Int64.fetchOne(
            db, sql: "SELECT max(id) FROM run WHERE mergedAt IS NULL AND \(last) > ?", arguments: [now])
        guard let latest else { return }
        let days = try Int64.fetchAll(
            db, sql: "SELECT started FROM run WHERE mergedAt IS NULL AND id > ?", arguments: [latest])
        guard Set(days.map(DailyPeaks.day(of:))).count >= daysOfProof else { return }
        try db.run(
            "UPDATE run SET started = min(started, \(now)), ended = min(ended, \(now)) WHERE mergedAt IS NULL")
        for (table, column) in [
            ("action", "concludedAt"), ("file", "goneAt"), ("formerPath", "until"), ("receipt", "received"),
            ("receipt", "rebuiltAt"),
        ] {
            try db.run("UPDATE \(sql: table) SET \(sql: column) = \(now) WHERE \(sql: column) > \(now)")
        }
    }

    /// When a run began or, if that is later, ended.
    private static let last = "max(started, coalesce(ended, started))"
}

extension PhotoIndex {
    /// The latest known moment: `now` or, if the clock was set back since, when a run began or ended. Removals are
    /// dated and counted by it.
    ///
    /// - Parameter now: nanoseconds since 1970-01-01T00:00:00Z.
    /// - Returns: the moment, never before `now`.
    package func latestMoment(atLeast now: Int64) throws(IndexError) -> Int64 {
        try read { db in try RemovalClock.atLeast(now, in: db) }
    }
}
