import GRDB
package import PhotoModel

/// What came of meaning to carry an action out.
package enum Intent: Hashable, Sendable {
    /// The journal says so, under this number, durably: the first step may be taken.
    case begun(Int64)
    /// It is not to be done now, and nothing was written of it.
    case notNow(Action.Reason)
}

extension PhotoIndex {
    /// What speaks by now against actions that have begun: what a person said since the intent, above all.
    ///
    /// - Parameters:
    ///   - actions: as they were announced.
    ///   - basis: what is judged by now.
    ///   - leavingOut: formats of sidecars that are in no action.
    /// - Returns: for each, as in ``intend(_:run:basis:leavingOut:)``; nil where nothing does.
    /// - Throws: what befalls a read.
    package func objections(
        to actions: [Action], basis: JudgingBasis, leavingOut: Set<SidecarFormat> = []
    ) throws(IndexError) -> [Action.Reason?] {
        try read { db in
            let check = try IntentCheck(db, basis: basis, leavingOut: leavingOut)
            return try actions.map(check.objection)
        }
    }

    /// A number that is another once somebody else has changed the index; what this value itself writes leaves it as it
    /// is. Costs next to nothing.
    ///
    /// - Throws: what befalls a read.
    package func changesByOthers() throws(IndexError) -> Int64 {
        do {
            // Not in a transaction, which would see the index as it was at its start.
            return try queue.inDatabase { db in
                let query = try PreparedQuery(db, "PRAGMA data_version")
                return try query.first { query.integer(0) } ?? 0
            }
        } catch {
            throw IndexError(error, at: path)
        }
    }

    /// So many intents or outcomes share a commit at most (SAFETY.md, "Writing down").
    package static let actionsOfACommit = 32

    /// Writes down that actions are about to be carried out; all in one durable transaction, meant for up to
    /// ``actionsOfACommit``.
    ///
    /// In it, all that speaks against each is looked at once more: see ``IntentCheck``. A removal of what an earlier run was
    /// about to remove has to wait until that is settled: `interrupted`. An action with a number is a staged one and keeps
    /// its row, which is this run's from now on; every other gets a row.
    ///
    /// - Parameters:
    ///   - actions: as they were planned, with tickets and targets.
    ///   - run: the run that carries them out.
    ///   - basis: what the plan was judged by.
    ///   - leavingOut: formats of sidecars that are not sent: such files of a group are in no action.
    /// - Returns: an answer for each, in the order given.
    /// - Throws: what befalls a write; none has begun then.
    package func intend(
        _ actions: [Action], run: Int64, basis: JudgingBasis, leavingOut: Set<SidecarFormat>
    ) throws(IndexError) -> [Intent] {
        try write { db in
            let check = try IntentCheck(db, basis: basis, leavingOut: leavingOut)
            let unsettled = try UnsettledRemovals(db, before: run)
            let writing = try ActionWriting(db)
            let begin = try PreparedQuery(
                db,
                """
                UPDATE action SET state = 'running', why = NULL, run = ?1, assetGroup = ?2, target = ?3
                WHERE id = ?4 AND state = 'staged' RETURNING 1
                """)
            return try actions.map { action in
                if let reason = try check.objection(to: action) { return .notNow(reason) }
                if unsettled.include(anyOf: action) { return .notNow(.interrupted) }
                guard let id = action.id else {
                    var action = action
                    (action.state, action.why) = (.running, nil)
                    return .begun(try writing.insert(action, run: run))
                }
                begin.bind(run, at: 1)
                begin.bind(action.group, at: 2)
                if let target = action.target { begin.bind(target.bytes, at: 3) } else { begin.bindNull(at: 3) }
                begin.bind(id, at: 4)
                guard try begin.first({ true }) == true else { return .notNow(.unstaged) }
                try writing.replaceMembers(of: action, under: id)
                return .begun(id)
            }
        }
    }
}
