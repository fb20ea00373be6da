import GRDB

extension PhotoIndex {
    /// Gives each run to `body`, the newest first, until that says false.
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
            runs.bind(limit.map(Int64.init) ?? -1, at: 1)
            defer { runs.reset() }
            while try runs.step() {
                var run = RunRecord(
                    id: runs.integer(0), command: runs.text(1) ?? "", started: runs.integer(2),
                    ended: runs.optionalInteger(3), isComplete: runs.isNull(4) ? nil : runs.bool(4),
                    host: runs.text(5), pid: runs.optionalInteger(6))
                counts.bind(run.id, at: 1)
                try counts.forEachRow { run.counts[counts.text(0) ?? ""] = Int(counts.integer(1)) }
                if !body(run) { return }
            }
        }
    }

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
        return try write { db in
            let end = try PreparedQuery(
                db, "UPDATE run SET ended = ?, isComplete = 0 WHERE \(unfinished) RETURNING id")
            end.bind(now, at: 1)
            var ended: [Int64] = []
            try end.forEachRow { ended.append(end.integer(0)) }
            return ended.sorted()
        }
    }
}
