import GRDB
import PhotoModel

/// Times of capture that lie in the future: verdicts and lists pass them over until they have come.
///
/// Those of photos that are there; what a companion says, and photos that are gone, do not make all be judged again.
enum FutureCaptureTimes {
    /// The earliest moment that a time in two columns may mean, as SQL, in microseconds since 1970-01-01T00:00:00Z.
    static func earliest(_ time: String, offset: String) -> String {
        "(\(time) - coalesce(\(offset), \(CaptureTime.farthestZone)) * 1000000)"
    }

    /// Whether any photo's time is certainly after one moment and not certainly after another, in microseconds since
    /// 1970-01-01T00:00:00Z.
    static func isAnyTime(after low: Int64, through high: Int64 = .max, _ db: Database) throws -> Bool {
        if low >= high { return false }
        let earliest = earliest("f.takenAt", offset: "f.utcOffset")
        // The first condition is for the index `fileTaken`: an offset is at most a day.
        return try db.has(
            """
            SELECT 1 FROM file f
            WHERE f.state = 'photo' AND f.goneAt IS NULL AND f.takenAt > \(low - 86_400_000_000)
              AND \(sql: earliest) > \(low) AND \(sql: earliest) <= \(high)
            """)
    }

    /// The latest moment at which a photo may have been taken for the index's verdicts, as
    /// ``CaptureTime/latestMoment(at:)``.
    static func latestMoment(_ db: Database) throws -> Int64 { CaptureTime.latestMoment(at: try judgedAt(db)) }

    /// As of when the verdicts hold, in nanoseconds since 1970; nil where they pass over no time, and where there is no
    /// basis.
    fileprivate static func judgedAt(_ db: Database) throws -> Int64? {
        try Int64.fetchOne(db.statement("SELECT judgedAt FROM judgingBasis WHERE judgedAt IS NOT NULL"))
    }

    /// Whether a time came between the moment as of which the verdicts hold and another, whichever is earlier.
    fileprivate static func hasCome(by now: Int64?, _ db: Database) throws -> Bool {
        let (before, after) = (try latestMoment(db), CaptureTime.latestMoment(at: now))
        return try isAnyTime(after: min(before, after), through: max(before, after), db)
    }
}

extension PhotoIndex {
    /// So far the moment as of which the verdicts hold may lag behind the present, so that not each command writes: an
    /// hour, in nanoseconds. It is less than the day by which a time may be ahead.
    private static let lag = Duration.seconds(3_600)

    /// Whether a photo's time, which lay in the future when it was judged, has come since; or the other way round,
    /// where the computer's clock was set back.
    ///
    /// - Parameter now: the present, in nanoseconds since 1970; nil where no time lies in the future.
    /// - Returns: true where verdicts may differ by now.
    package func hasTimeCome(by now: Int64?) throws(IndexError) -> Bool {
        try read { db in try FutureCaptureTimes.hasCome(by: now, db) }
    }

    /// Records that the verdicts hold at present. If a photo's time has come since they were given, they do not: then
    /// the basis of judging is forgotten, so that the index is judged again.
    ///
    /// To be called before a scan adds photos: those taken since the last judging would count as times that have come.
    ///
    /// - Parameter now: as for ``hasTimeCome(by:)``.
    package func passTime(to now: Int64?) throws(IndexError) {
        let (hasCome, judgedAt) = try read { db in
            (try FutureCaptureTimes.hasCome(by: now, db), try FutureCaptureTimes.judgedAt(db))
        }
        let apart = Duration.nanoseconds(now ?? 0) - .nanoseconds(judgedAt ?? 0)
        if hasCome {
            try write { db in try db.execute(sql: "DELETE FROM judgingBasis") }
        } else if let now, max(apart, .zero - apart) > Self.lag {
            try writeWithoutWaitingForDisk(.notes) { db in try db.run("UPDATE judgingBasis SET judgedAt = \(now)") }
        }
    }
}
