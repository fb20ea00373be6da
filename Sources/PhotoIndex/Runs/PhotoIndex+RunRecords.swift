import GRDB

extension PhotoIndex {
    /// Gives each run to `body`, the newest first, until that says false. One that was killed never wrote down what it
    /// counted: its actions are counted, also those that a later run settled.
    ///
    /// - Parameters:
    ///   - limit: at most so many; nil for all.
    ///   - body: gives whether to go on.
    /// - Throws: what `body` throws, and `IndexError`.
    package func runs(limit: Int?, _ body: (RunRecord) throws -> Bool) throws {
        try stream(to: body) { db, body in
            let runs = try PreparedQuery(
                db,
                """
                SELECT id, command, started, ended, isComplete, host, pid FROM run ORDER BY id DESC LIMIT ?
                """)
            let counts = try PreparedQuery(db, "SELECT what, count FROM runCount WHERE run = ?")
            let ends = try PreparedQuery(db, Self.endsOfActions)
            runs.bind(limit.map(Int64.init) ?? -1, at: 1)
            defer { runs.reset() }
            while try runs.step() {
                var run = RunRecord(
                    id: runs.integer(0), command: runs.text(1) ?? "", started: runs.integer(2),
                    ended: runs.optionalInteger(3), isComplete: runs.isNull(4) ? nil : runs.bool(4),
                    host: runs.text(5), pid: runs.optionalInteger(6))
                counts.bind(run.id, at: 1)
                try counts.forEachRow { run.counts[counts.text(0) ?? ""] = Int(counts.integer(1)) }
                if run.counts.isEmpty, run.isComplete != true {
                    ends.bind(run.id, at: 1)
                    try ends.forEachRow { run.counts[ends.text(0) ?? ""] = Int(ends.integer(1)) }
                }
                if !body(run) { return }
            }
        }
    }

    /// How many of a run's actions ended how, by the words of ``endRun(_:at:isComplete:counts:)``, and of how many files
    /// those that are done were.
    private static let endsOfActions = """
        SELECT state, count(*) FROM action
        WHERE run = ?1 AND state IN ('done', 'failed', 'skipped', 'refused') GROUP BY state
        UNION ALL
        SELECT 'files', count(*) FROM actionMember JOIN action ON action.id = actionMember.action
        WHERE action.run = ?1 AND action.state = 'done' HAVING count(*) > 0
        """

    /// Ends the runs of upload, purge, apply and undo that never ended, as not complete; in one durable transaction.
    /// Only for one who has the lock, which proves that they are dead, and before the caller's own run begins.
    ///
    /// - Parameter now: nanoseconds since 1970-01-01T00:00:00Z.
    /// - Returns: their numbers, in order.
    /// - Throws: what befalls a write.
    package func endInterruptedRuns(at now: Int64) throws(IndexError) -> [Int64] {
        let unfinished = "ended IS NULL AND command IN ('upload', 'purge', 'apply', 'undo')"
        let hasAny = try read { db in try PreparedQuery(db, "SELECT 1 FROM run WHERE \(unfinished)").first { true } }
        guard hasAny == true else { return [] }
        return try write(.notes) { db in
            let end = try PreparedQuery(
                db, "UPDATE run SET ended = ?, isComplete = 0 WHERE \(unfinished) RETURNING id")
            end.bind(now, at: 1)
            var ended: [Int64] = []
            try end.forEachRow { ended.append(end.integer(0)) }
            return ended.sorted()
        }
    }
}
