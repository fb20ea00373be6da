import GRDB
package import PhotoModel
package import SystemPackage

/// The result of an action.
package struct ActionOutcome: Sendable {
    /// The action with its final state and reason, and what is known of its members by now: targets and hashes. Without
    /// a number if it was skipped or refused before it began.
    package var action: Action
    /// The verified copies, each with the destination's row.
    package var receipts: [(receipt: Receipt, destination: Int64)]
    /// For an undo that is not done, the files that have their own names: these stay held.
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
    /// Records the results of actions, in one durable transaction, for up to ``actionsOfACommit`` actions.
    ///
    /// Receipts are added, or become valid again with the time of this check, and the contents of unchanged files are
    /// recorded. If an action is done, what is staged for its group is done too; a staged action that is not done
    /// returns to the staged ones, with its reason. An action whose number is not in the journal, or that has none,
    /// gets a row.
    ///
    /// When a removal is done, its files are gone from this moment, with their groups unchanged; when an undo is done,
    /// they are back, to be read again by the next scan; see ``PurgeEffects``. The holds of an undo that is not done
    /// are removed, except on files that are back. Files of a removal that got their names back stay known if the
    /// action has their current fingerprints.
    ///
    /// - Parameters:
    ///   - run: the run that carried them out, or that settled what another left.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z. If the clock was set back, the actions are dated by
    ///     ``latestMoment(atLeast:)``, and so are copies' arrivals: none may look older than it is.
    package func conclude(_ outcomes: [ActionOutcome], run: Int64, at now: Int64) throws(IndexError) {
        try write { db in
            let clock = now
            let now = try RemovalClock.atLeast(clock, in: db)
            let actions = try ActionEnding(db, run: run, now: now)
            let receipts = ReceiptWriting(db)
            var contents = try FileContents(db)
            var effects = try PurgeEffects(db)
            if outcomes.contains(where: { $0.action.isDone(.purge) }) { try DailyPeaks.noteAll(at: now, in: db) }
            for outcome in outcomes {
                try actions.end(outcome)
                if outcome.action.isDone(.undo) { try effects.restore(outcome.action) }
                for (var receipt, destination) in outcome.receipts {
                    if now > clock { receipt.received = max(receipt.received, now) }
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

/// Records the ends of actions.
private struct ActionEnding {
    private let db: Database
    private let run: Int64
    private let now: Int64
    private let writing: ActionWriting
    private let staged: StagedActions
    private let holds: RestoredHolds

    init(_ db: Database, run: Int64, now: Int64) throws {
        self.db = db
        self.run = run
        self.now = now
        writing = ActionWriting(db)
        staged = try StagedActions(db)
        holds = RestoredHolds(db)
    }

    func end(_ outcome: ActionOutcome) throws {
        let action = outcome.action
        let isKnown = try action.id.map { try update($0, action) } ?? false
        if !isKnown { _ = try writing.insert(action, run: run, concludedAt: now) }
        if action.state == .done { try staged.settle(action) }
        guard action.kind == .undo, let id = action.id else { return }
        try holds.settle(
            undo: id, of: action.members, isDone: action.state == .done, returned: outcome.returned)
    }

    /// A staged row that was never begun now belongs to this run. A row that was begun already belongs to its run, even
    /// if another run settles it. Of two equal ends the first counts.
    private func update(_ id: Int64, _ action: Action) throws -> Bool {
        let state = action.state.rawValue
        try db.run(
            """
            UPDATE action SET
              state = CASE WHEN stagedAt NOTNULL AND \(state) <> 'done' THEN 'staged' ELSE \(state) END,
              concludedAt = CASE WHEN stagedAt NOTNULL AND \(state) <> 'done' THEN NULL
                WHEN state = \(state) THEN coalesce(concludedAt, \(now)) ELSE \(now) END,
              why = \(action.why?.rawValue), target = \(action.target),
              run = CASE state WHEN 'staged' THEN \(run) ELSE run END
            WHERE id = \(id)
            """)
        if db.changesCount == 0 { return false }
        try writing.replaceMembers(of: action, under: id)
        return true
    }
}
