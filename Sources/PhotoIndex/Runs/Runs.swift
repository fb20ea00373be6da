import GRDB
import Glibc
package import PhotoModel

extension RunRecord {
    /// A row of the table `run`, without counts.
    init(_ row: Row) throws {
        try self.init(id: row.value("id"), command: row.value("command"), started: row.value("started"))
        ended = try row.value("ended")
        isComplete = try row.value("isComplete")
        host = try row.value("host")
        pid = try row.value("pid")
        mergedAt = try row.value("mergedAt")
    }
}

/// A row of the table `runCount`, or its substitute for a run that wrote none.
private struct RunCount: Decodable, FetchableRecord {
    let what: String
    let count: Int
}

extension PhotoIndex {
    /// Passes each run to `body`, the newest first, until that returns false. A killed run has recorded no counts: its
    /// actions are counted, including those settled by a later run.
    ///
    /// - Parameters:
    ///   - limit: the most runs; nil for all.
    ///   - body: returns whether to go on.
    package func runs(limit: Int?, _ body: (RunRecord) throws -> Bool) throws {
        try stream(to: body) { db, body in
            let runs = try Row.fetchCursor(
                db, sql: "SELECT * FROM run ORDER BY id DESC LIMIT ?", arguments: [limit ?? -1])
            while let row = try runs.next() {
                var run = try RunRecord(row)
                run.counts = try Self.counts(
                    "SELECT what, count FROM runCount WHERE run = ?", of: run.id, in: db)
                if run.counts.isEmpty, run.isComplete != true {
                    run.counts = try Self.counts(Self.endsOfActions, of: run.id, in: db)
                }
                if !body(run) { return }
            }
        }
    }

    private static func counts(_ sql: String, of run: Int64, in db: Database) throws -> [String: Int] {
        let rows = try RunCount.fetchAll(db.cachedStatement(sql: sql), arguments: [run])
        return Dictionary(uniqueKeysWithValues: rows.map { ($0.what, $0.count) })
    }

    /// The number of a run's actions by their end, in the words of ``endRun(_:at:isComplete:counts:)``, and the number
    /// of files in those that are done.
    private static let endsOfActions = """
        SELECT state AS what, count(*) AS count FROM action
        WHERE run = ?1 AND state IN ('done', 'failed', 'skipped', 'refused') GROUP BY state
        UNION ALL
        SELECT 'files', count(*) FROM actionMember JOIN action ON action.id = actionMember.action
        WHERE action.run = ?1 AND action.state = 'done' HAVING count(*) > 0
        """

    /// Whether a run of a command is under way, or was killed and has not been ended since.
    ///
    /// - Parameter command: such as `share`.
    package func hasUnfinishedRun(_ command: String) throws(IndexError) -> Bool {
        try read { db in
            try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM run WHERE ended IS NULL AND command = ?)", arguments: [command])
                ?? false
        }
    }

    /// The number of the last run; 0 where there is none.
    package func lastRun() throws(IndexError) -> Int64 {
        try read { db in try Int64.fetchOne(db, sql: "SELECT max(id) FROM run") ?? 0 }
    }

    /// Records in a durable transaction, as a run, that somebody has asked the runs of a command to stop that are under
    /// way or about to begin.
    ///
    /// - Parameters:
    ///   - command: such as `share`.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z.
    package func askToStop(runsOf command: String, at now: Int64) throws(IndexError) {
        try noteRun(command, from: now, to: now, isComplete: true, counts: ["stops": 1])
    }

    /// Whether somebody has asked the runs of a command to stop: see ``askToStop(runsOf:at:)``.
    ///
    /// - Parameters:
    ///   - command: such as `share`.
    ///   - run: the number of the last run before this was asked.
    package func isAskedToStop(runsOf command: String, since run: Int64) throws(IndexError) -> Bool {
        try read { db in
            try Bool.fetchOne(
                db,
                sql: """
                    SELECT EXISTS (
                      SELECT 1 FROM runCount c JOIN run r ON r.id = c.run
                      WHERE c.run > ? AND c.what = 'stops' AND r.command = ? AND r.mergedAt IS NULL)
                    """, arguments: [run, command]) ?? false
        }
    }

    /// Ends runs that have not ended, as not complete, in one durable transaction. Scans are left: the next completed
    /// scan ends these. The caller must have the lock, which proves that the runs are dead, and must not have begun its
    /// own.
    ///
    /// - Parameter now: nanoseconds since 1970-01-01T00:00:00Z.
    /// - Returns: their numbers, in order.
    package func endInterruptedRuns(at now: Int64) throws(IndexError) -> [Int64] {
        let unfinished = "ended IS NULL AND command <> 'scan'"
        let hasAny = try read { db in
            try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM run WHERE \(unfinished))")
        }
        guard hasAny == true else { return [] }
        return try write(.notes) { db in
            try Int64.fetchAll(
                db, sql: "UPDATE run SET ended = ?, isComplete = 0 WHERE \(unfinished) RETURNING id", arguments: [now]
            ).sorted()
        }
    }
}

extension PhotoIndex {
    /// Records that a command begins its work, and ends the effects of a clock that was ahead once (``RemovalClock``).
    /// Not durable by itself: a run that must be durable before its first step becomes so with its first action.
    ///
    /// - Parameters:
    ///   - command: its name, never empty.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z.
    /// - Returns: the run's number; later runs have higher ones, and none is used twice.
    package func beginRun(_ command: String, at now: Int64) throws(IndexError) -> Int64 {
        try writeWithoutWaitingForDisk(.notes) { db in
            try db.execute(
                sql: "INSERT INTO run (command, started, host, pid) VALUES (?, ?, ?, ?)",
                arguments: [command, now, Self.hostName, Int64(getpid())])
            let run = db.lastInsertedRowID
            try RemovalClock.settle(at: now, in: db)
            return run
        }
    }

    /// Records that a run has ended. A completed scan also ends earlier scans that were killed, whose work it has done.
    ///
    /// - Parameters:
    ///   - run: the number from ``beginRun(_:at:)``.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z.
    ///   - isComplete: false where it was stopped early, and for a scan that found none of its roots.
    ///   - counts: counts by words that mean the same in every run; zeros are left out.
    package func endRun(
        _ run: Int64, at now: Int64, isComplete: Bool, counts: KeyValuePairs<String, Int> = [:]
    ) throws(IndexError) {
        try writeWithoutWaitingForDisk(.notes) { db in
            try db.execute(
                sql: "UPDATE run SET ended = ?, isComplete = ? WHERE id = ?", arguments: [now, isComplete, run])
            try db.execute(sql: "DELETE FROM runCount WHERE run = ? AND what = 'seen'", arguments: [run])
            for (what, number) in counts where number > 0 {
                try db.execute(
                    sql: "INSERT INTO runCount (run, what, count) VALUES (?, ?, ?)", arguments: [run, what, number])
            }
            if isComplete { try Self.endKilledScans(before: run, at: now, in: db) }
        }
    }

    private static func endKilledScans(before run: Int64, at now: Int64, in db: Database) throws {
        try db.execute(
            sql: """
                UPDATE run SET ended = ?1, isComplete = 0
                WHERE id < ?2 AND ended IS NULL AND command = 'scan'
                  AND (SELECT command FROM run WHERE id = ?2) = 'scan'
                """,
            arguments: [now, run])
    }

    /// Records how many files a running scan has seen. Not durable by itself.
    ///
    /// - Parameter run: the number from ``beginRun(_:at:)``.
    package func noteProgress(ofRun run: Int64, seen: Int) throws(IndexError) {
        try writeWithoutWaitingForDisk(.notes) { db in
            try db.execute(
                sql: "INSERT OR REPLACE INTO runCount (run, what, count) VALUES (?, 'seen', ?)", arguments: [run, seen])
        }
    }

    /// How far a running run has come.
    ///
    /// - Returns: when it began and what it has done; nil where there is no such run.
    package func progress(ofRun run: Int64) throws(IndexError) -> LibraryStatus.RunUnderWay? {
        try read { db in
            guard let row = try Row.fetchOne(db, sql: "SELECT command, started FROM run WHERE id = ?", arguments: [run])
            else { return nil }
            var progress = try LibraryStatus.RunUnderWay(command: row.value("command"), started: row.value("started"))
            let counted = try RunCount.fetchAll(
                db, sql: "SELECT what, count FROM runCount WHERE run = ?", arguments: [run])
            for one in counted { progress.counts[one.what] = one.count }
            let states = try Row.fetchAll(
                db,
                sql: """
                    SELECT a.state AS state, count(DISTINCT a.id) AS count, coalesce(sum(m.size), 0) AS bytes
                    FROM action a JOIN actionMember m ON m.action = a.id WHERE a.run = ? GROUP BY 1
                    """,
                arguments: [run])
            for state in states {
                let name: String = try state.value("state")
                progress.counts[name] = try state.value("count")
                if name == "done" { progress.bytes = try state.value("bytes") }
            }
            return progress
        }
    }

    /// Records a run that has ended, in one durable transaction.
    ///
    /// - Parameters:
    ///   - command: its name, never empty.
    ///   - began: nanoseconds since 1970-01-01T00:00:00Z.
    ///   - now: when it ended.
    ///   - counts: the counts; zeros are left out.
    package func noteRun(
        _ command: String, from began: Int64, to now: Int64, isComplete: Bool, counts: KeyValuePairs<String, Int> = [:]
    ) throws(IndexError) {
        try write(.notes) { db in
            try db.execute(
                sql: "INSERT INTO run (command, started, ended, isComplete, host, pid) VALUES (?, ?, ?, ?, ?, ?)",
                arguments: [command, began, now, isComplete, Self.hostName, Int64(getpid())])
            let run = db.lastInsertedRowID
            for (what, number) in counts where number > 0 {
                try db.execute(
                    sql: "INSERT INTO runCount (run, what, count) VALUES (?, ?, ?)", arguments: [run, what, number])
            }
        }
    }

    /// The last run of a command that has ended here.
    ///
    /// - Parameter isComplete: only completed runs, or only others; nil for either.
    /// - Returns: the run; nil if there is none.
    package func latestRun(_ command: String, isComplete: Bool? = nil) throws(IndexError) -> RunRecord? {
        try read { db in
            let row = try Row.fetchOne(
                db,
                sql: """
                    SELECT * FROM run
                    WHERE command = ?1 AND ended NOTNULL AND mergedAt IS NULL AND (?2 ISNULL OR isComplete = ?2)
                    ORDER BY ended DESC, id DESC LIMIT 1
                    """,
                arguments: [command, isComplete])
            guard var run = try row.map({ try RunRecord($0) }) else { return nil }
            let counts = try RunCount.fetchAll(
                db, sql: "SELECT what, count FROM runCount WHERE run = ?", arguments: [run.id])
            run.counts = Dictionary(counts.map { ($0.what, $0.count) }) { first, _ in first }
            return run
        }
    }

    /// The name that runs record for their machine; nil if it has none.
    package static var hostName: String? {
        var name = [CChar](repeating: 0, count: 256)
        guard unsafe gethostname(&name, 255) == 0 else { return nil }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
