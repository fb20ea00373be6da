import GRDB
package import PhotoModel

extension PhotoIndex {
    /// Stages actions for `apply`, in one durable transaction. Needs no lock except SQLite's.
    ///
    /// - Parameters:
    ///   - actions: the actions to stage, whatever their state.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z.
    /// - Returns: the number of each; nil for one whose group, identified by its leader's path, is already staged for
    ///   the same kind and destination, possibly by an earlier one of these.
    package func stage(_ actions: [Action], run: Int64, at now: Int64) throws(IndexError) -> [Int64?] {
        try write { db in
            let writing = ActionWriting(db)
            let staged = try StagedActions(db)
            return try actions.map { action in
                if try staged.contain(action) { return nil }
                var action = action
                (action.state, action.why) = (.staged, nil)
                return try writing.insert(action, run: run, stagedAt: now)
            }
        }
    }

    /// Passes each staged action to `body`, by number, until that returns false.
    ///
    /// One action at a time is in memory. `body` sees the state of the index at the first action.
    ///
    /// - Parameters:
    ///   - ids: only actions with these numbers; numbers that are not staged are ignored. Nil for all.
    ///   - includingUnderWay: whether to include actions that a run has begun and not concluded: if it was killed,
    ///     settling stages them again unless they were done.
    ///   - body: returns whether to go on.
    package func staged(
        _ ids: [Int64]?, includingUnderWay: Bool = false, _ body: (Action) throws -> Bool
    ) throws {
        let isStaged: SQL =
            includingUnderWay
            ? "(a.state = 'staged' OR a.state = 'running' AND a.stagedAt IS NOT NULL)" : "a.state = 'staged'"
        try stream(to: body) { db, body in
            guard let ids else {
                try ActionRows.read(db, where: isStaged, body)
                return
            }
            for id in Set(ids).sorted() {
                guard try ActionRows.read(db, where: "a.id = \(id) AND \(isStaged)", body) else { return }
            }
        }
    }

    /// When the oldest staged action was staged, in nanoseconds since 1970-01-01T00:00:00Z; nil if nothing is staged.
    package func oldestStaged() throws(IndexError) -> Int64? {
        try read { try Int64.fetchOne($0, sql: "SELECT min(stagedAt) FROM action WHERE state = 'staged'") }
    }

    /// Removes staged actions, in one durable transaction. Needs no lock except SQLite's.
    ///
    /// - Parameter ids: the numbers; nil for all that are staged.
    /// - Returns: the numbers of the removed actions, in order, without numbers that were not staged.
    package func unstage(_ ids: [Int64]?) throws(IndexError) -> [Int64] {
        try write { db in
            guard let ids else {
                return try Int64.fetchAll(db.statement("DELETE FROM action WHERE state = 'staged' RETURNING id"))
                    .sorted()
            }
            return try Set(ids).sorted().filter { id in
                try db.run("DELETE FROM action WHERE id = \(id) AND state = 'staged'")
                return db.changesCount > 0
            }
        }
    }
}

/// The staged actions, by leader, kind and destination.
struct StagedActions {
    private let db: Database
    /// Whether anything is staged at the beginning. Usually nothing is, and no lookup is needed.
    private let hasAny: Bool

    init(_ db: Database) throws {
        self.db = db
        hasAny = try db.has("SELECT 1 FROM action WHERE state = 'staged'")
    }

    /// Whether an action of the same kind and destination is staged for the group.
    func contain(_ action: Action) throws -> Bool {
        try db.has(
            """
            SELECT 1 FROM actionMember m CROSS JOIN action a ON a.id = m.action
            WHERE m.place = 0 AND m.path = \(action.members.first?.path) AND a.state = 'staged'
              AND a.kind = \(action.kind.rawValue) AND a.destination IS \(action.destination?.id)
            """)
    }

    /// Marks what is staged for an action's group as done, since the action is. A removed group is removed, wherever
    /// its copies are.
    func settle(_ action: Action) throws {
        guard hasAny else { return }
        try db.run(
            """
            UPDATE action SET state = 'done', why = NULL
            WHERE id IN (SELECT action FROM actionMember WHERE place = 0 AND path = \(action.members.first?.path))
              AND state = 'staged' AND kind = \(action.kind.rawValue)
              AND (kind = 'purge' OR destination IS \(action.destination?.id))
            """)
    }
}
