import GRDB
package import PhotoModel
package import SystemPackage

/// What came of an action.
package struct ActionOutcome: Sendable {
    /// The action with its state, why, and what is known of its members by now: targets and hashes. Without a number
    /// where it was skipped or refused before it began.
    package var action: Action
    /// What was verified at destinations, each with the destination's row.
    package var receipts: [(receipt: Receipt, destination: Int64)]
    /// The files that have their own names, of an undo that is not done: these stay held.
    package var returned: [FilePath]

    package init(
        action: Action, receipts: [(receipt: Receipt, destination: Int64)] = [], returned: [FilePath] = []
    ) {
        self.action = action
        self.receipts = receipts
        self.returned = returned
    }
}

extension PhotoIndex {
    /// Writes down what came of actions; all in one durable transaction, meant for up to
    /// ``actionsOfACommit``.
    ///
    /// Receipts are added, or count again with the time of this check, and the contents of files that are still as they
    /// were are noted. What is staged for the group of an action that is done is done too; a staged action that is not
    /// done goes back to what is staged, with its why. An action whose number the journal does not have, or that has
    /// none, gets a row.
    ///
    /// Where a removal is done, its files are gone from this moment, with their groups as they were; where an undo is
    /// done, they are back, to be read again by the next scan; see ``PurgeEffects``. What an undo holds goes where it
    /// is not done, but for the files of it that are back all the same. Files of a removal that went back under their
    /// names stay known where the action has their fingerprints as they are now.
    ///
    /// - Parameters:
    ///   - outcomes: the actions with what came of them.
    ///   - run: the run that carried them out, or that settled what another had under way.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z. Where the clock was set back, the actions are dated as of
    ///     ``latestMoment(atLeast:)``.
    /// - Throws: `IndexError` where the index cannot be written; nothing is written then.
    package func conclude(_ outcomes: [ActionOutcome], run: Int64, at now: Int64) throws(IndexError) {
        try write { db in
            let now = try LatestMoment.atLeast(now, in: db)
            let actions = try ActionEnding(db, run: run, now: now)
            let receipts = try ReceiptWriting(db)
            var contents = try FileContents(db)
            var effects = try PurgeEffects(db)
            if outcomes.contains(where: { $0.action.isDone(.purge) }) { try PlacePeaks.noteAll(at: now, in: db) }
            for outcome in outcomes {
                try actions.end(outcome)
                if outcome.action.isDone(.undo) { try effects.restore(outcome.action) }
                for (receipt, destination) in outcome.receipts {
                    try receipts.confirm(receipt, destination: destination)
                }
                for member in outcome.action.members { try contents.note(member) }
                if outcome.action.isDone(.purge) {
                    try effects.remove(outcome.action, at: now)
                } else if outcome.action.kind == .purge {
                    try effects.keep(outcome.action)
                }
            }
            try effects.finish()
        }
    }
}

extension Action {
    fileprivate func isDone(_ kind: Kind) -> Bool { self.kind == kind && state == .done }
}

/// Writes the ends of actions.
private struct ActionEnding {
    private let run: Int64
    private let now: Int64
    private let writing: ActionWriting
    private let staged: StagedActions
    private let holds: RestoredHolds
    private let end: PreparedQuery

    init(_ db: Database, run: Int64, now: Int64) throws {
        self.run = run
        self.now = now
        writing = try ActionWriting(db)
        staged = try StagedActions(db)
        holds = try RestoredHolds(db)
        // A staged row that was never begun becomes this run's; one that was begun is its run's already, also where
        // another run settles it. One that ends the same way twice ended the first time.
        end = try PreparedQuery(
            db,
            """
            UPDATE action SET
              state = CASE WHEN stagedAt NOTNULL AND ?1 <> 'done' THEN 'staged' ELSE ?1 END,
              concludedAt = CASE WHEN stagedAt NOTNULL AND ?1 <> 'done' THEN NULL
                WHEN state = ?1 THEN coalesce(concludedAt, ?6) ELSE ?6 END,
              why = ?2, target = ?3, run = CASE state WHEN 'staged' THEN ?4 ELSE run END
            WHERE id = ?5 RETURNING 1
            """)
    }

    func end(_ outcome: ActionOutcome) throws {
        let action = outcome.action
        let isKnown = try action.id.map { try update($0, action) } ?? false
        if !isKnown { _ = try writing.insert(action, run: run, concludedAt: now) }
        if action.state == .done { try staged.settle(action) }
        guard action.kind == .undo, let id = action.id else { return }
        try holds.settle(undo: id, isDone: action.state == .done, returned: outcome.returned)
    }

    private func update(_ id: Int64, _ action: Action) throws -> Bool {
        end.bind(action.state.rawValue, at: 1)
        end.bind(action.why?.rawValue, at: 2)
        if let target = action.target { end.bind(target.bytes, at: 3) } else { end.bindNull(at: 3) }
        end.bind(run, at: 4)
        end.bind(id, at: 5)
        end.bind(now, at: 6)
        guard try end.first({ true }) == true else { return false }
        try writing.replaceMembers(of: action, under: id)
        return true
    }
}
