import GRDB
package import PhotoModel
package import SystemPackage

/// A group that a run removed, and its current state.
package struct RemovedGroup: Hashable, Sendable {
    /// The completed purge, with its number and its members' tickets, hashes and permissions.
    package var action: Action
    /// Whether it is back.
    package var isUndone: Bool
    /// When it was permanently removed from the trash, in nanoseconds since 1970-01-01T00:00:00Z; nil unless `runs
    /// --empty-trash` did it.
    package var emptiedAt: Int64?

    package init(action: Action, isUndone: Bool, emptiedAt: Int64? = nil) {
        self.action = action
        self.isUndone = isUndone
        self.emptiedAt = emptiedAt
    }
}

extension PhotoIndex {
    /// The groups that a run removed, in order, including those that are back or were removed from the trash.
    ///
    /// - Parameter run: the run that removed them, even if another run recorded it.
    /// - Returns: the groups; none for a run that removed nothing, or that is not known.
    package func removedGroups(ofRun run: Int64) throws(IndexError) -> [RemovedGroup] {
        try read { db in
            try ActionRows.all(db, where: "a.run = \(run) AND \(sql: Removals.areThese)").map { action in
                let fate = try Row.fetchOne(
                    db.statement(
                        """
                        SELECT \(sql: Removals.areUndone) AS isUndone, emptiedAt FROM action a WHERE id = \(action.id)
                        """))
                return RemovedGroup(
                    action: action, isUndone: try fate?.value("isUndone") ?? false,
                    emptiedAt: try fate.flatMap { try $0.value("emptiedAt") as Int64? })
            }
        }
    }

    /// Passes each group that this index removed and that is neither back nor removed from the trash to `body`, by run
    /// and in the order of removal, until that returns false.
    ///
    /// One group at a time is in memory. `body` sees the state of the index at the first.
    ///
    /// - Parameter body: returns whether to go on.
    package func removedGroups(_ body: (_ run: Int64, RemovedGroup) throws -> Bool) throws {
        try stream(to: { try body($0.run, $0.group) }) { (db, body: ((run: Int64, group: RemovedGroup)) -> Bool) in
            for run in try Int64.fetchAll(db, sql: Self.removingRuns) {
                let goOn = try ActionRows.read(db, where: Self.canBeUndone(run)) {
                    body((run, RemovedGroup(action: $0, isUndone: false)))
                }
                if !goOn { return }
            }
        }
    }

    /// The last run of this index that removed anything that is not back.
    ///
    /// - Returns: its number; nil if there is none.
    package func latestRemovingRun() throws(IndexError) -> Int64? {
        try read { db in
            try Int64.fetchOne(
                db,
                sql: """
                    SELECT max(a.run) FROM action a
                    WHERE \(Removals.areThese) AND NOT \(Removals.areUndone) AND NOT \(MergedRuns.haveAction)
                    """)
        }
    }

    /// The removals of a run that can still be undone from the trash.
    static func canBeUndone(_ run: Int64) -> SQL {
        """
        a.run = \(run) AND \(sql: Removals.areThese) AND a.emptiedAt IS NULL AND NOT \(sql: Removals.areUndone)
        """
    }

    /// The query plans of removals and undos, to find out why they are slow: SQLite's EXPLAIN QUERY PLAN, a line for
    /// each step.
    package func queryPlansOfRemovals() throws(IndexError) -> [String] {
        try read { db in
            try [
                Self.removedPhotos, Self.removingRuns, ActionRows.sql(where: Self.canBeUndone(0)).text,
                ReturnedFiles.purgeOfFile, KnownGroupRow.receiptsOfContent, GroupHolds.sql(ofGroup: "?1"),
            ].flatMap { try PreparedQuery.plan(of: $0, db) }
        }
    }

    static let removingRuns = """
        SELECT DISTINCT a.run FROM action a WHERE \(Removals.areThese) AND NOT \(MergedRuns.haveAction) ORDER BY 1
        """

    /// Records that removed groups were permanently removed from the trash, in one durable transaction. Actions that
    /// removed nothing, and earlier records, are not changed.
    ///
    /// - Parameters:
    ///   - actions: the numbers of the purges.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z.
    /// - Throws: where the index cannot be written; nothing is recorded then.
    package func noteEmptied(_ actions: [Int64], at now: Int64) throws(IndexError) {
        try write { db in
            for action in actions {
                try db.run(
                    """
                    UPDATE action AS a SET emptiedAt = \(now)
                    WHERE a.id = \(action) AND \(sql: Removals.areThese) AND a.emptiedAt IS NULL
                    """)
            }
        }
    }
}

extension PhotoIndex {
    /// Records removals of a run that this index does not know, in one durable transaction, as if it had carried them
    /// out: it was restored from a backup since, or made anew.
    ///
    /// - Parameters:
    ///   - removals: the removals, done, with tickets and hashes, and the moments at which they were concluded, in
    ///     nanoseconds since 1970-01-01T00:00:00Z.
    ///   - run: the run's number. A run of this index that has it gets them.
    /// - Throws: where the index cannot be written; nothing is recorded then.
    package func adopt(_ removals: [(action: Action, removed: Int64)], ofRun run: Int64) throws(IndexError) {
        let moment = removals.map(\.removed).max() ?? 0
        try write { db in
            try db.run(
                """
                INSERT OR IGNORE INTO run (id, command, started, ended, isComplete)
                VALUES (\(run), 'purge', \(moment), \(moment), 1)
                """)
            let writing = ActionWriting(db)
            let finder = try FileFinder(db)
            for (action, removed) in removals {
                var action = action
                action.group = try action.members.first.flatMap { try finder.file(at: $0.path.bytes)?.group } ?? 0
                _ = try writing.insert(action, run: run, concludedAt: removed)
            }
        }
    }

    /// Whether a purge removed a group that is not back, identified by its leader.
    ///
    /// - Parameters:
    ///   - path: the leader's path.
    ///   - sha256: the hash of its bytes; another content with that name was another group.
    /// - Returns: whether that is so.
    package func wasRemoved(_ path: FilePath, sha256: [UInt8]) throws(IndexError) -> Bool {
        try read { db in
            try db.has(
                """
                SELECT 1 FROM actionMember m CROSS JOIN action a ON a.id = m.action
                WHERE m.path = \(path) AND m.place = 0 AND m.sha256 = \(sha256)
                  AND \(sql: Removals.areThese) AND NOT \(sql: Removals.areUndone)
                """)
        }
    }

    /// The run that removed a file that is not back.
    ///
    /// - Parameter path: the file's path; of any role.
    /// - Returns: the last such run; nil where none removed it.
    package func removingRun(of path: FilePath) throws(IndexError) -> Int64? {
        try read { db in
            guard let row = try FileFinder(db).file(at: path.bytes)?.row else { return nil }
            return try Int64.fetchOne(
                db.statement(
                    """
                    SELECT a.run FROM file f JOIN action a ON a.assetGroup = f.assetGroup
                    JOIN actionMember m ON m.action = a.id AND m.path = \(path)
                    WHERE f.id = \(row) AND f.goneAt NOTNULL AND \(sql: Removals.areThese)
                      AND NOT \(sql: Removals.areUndone)
                    ORDER BY a.id DESC LIMIT 1
                    """))
        }
    }
}

/// Which actions are removals, as SQL on the table `a` of actions.
enum Removals {
    /// A purge that removed files. A staged purge whose group another run removed is done too, but was never concluded
    /// and removed nothing.
    static let areThese = "a.kind = 'purge' AND a.state = 'done' AND a.concludedAt IS NOT NULL"

    /// A purge that was begun and has not ended. If no run is active, it was killed.
    static let areUnderWay = "a.kind = 'purge' AND a.state = 'running'"

    /// Whether one of these removed the group of the file `f` and is not undone.
    static let haveFile = """
        EXISTS (SELECT 1 FROM action a WHERE a.assetGroup = f.assetGroup AND \(areThese) AND NOT \(areUndone))
        """

    /// Whether its files are back: 1 or 0.
    static let areUndone = "EXISTS (SELECT 1 FROM action u WHERE u.undoes = a.id AND u.state = 'done')"
}
