import GRDB
package import PhotoModel

/// What came of an action.
package struct ActionOutcome: Sendable {
    /// The action with its state, why, and what is known of its members by now: targets and hashes. Without a number
    /// where it was skipped or refused before it began.
    package var action: Action
    /// What was verified at destinations, each with the destination's row.
    package var receipts: [(receipt: Receipt, destination: Int64)]

    package init(action: Action, receipts: [(receipt: Receipt, destination: Int64)] = []) {
        self.action = action
        self.receipts = receipts
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
    /// - Parameters:
    ///   - outcomes: the actions with what came of them.
    ///   - run: the run that carried them out, or that settled what another had under way.
    /// - Throws: what befalls a write; nothing is written then.
    package func conclude(_ outcomes: [ActionOutcome], run: Int64) throws(IndexError) {
        try write { db in
            let actions = try ActionEnding(db, run: run)
            let receipts = try ReceiptWriting(db)
            var contents = try FileContents(db)
            for outcome in outcomes {
                try actions.end(outcome.action)
                for (receipt, destination) in outcome.receipts {
                    try receipts.confirm(receipt, destination: destination)
                }
                for member in outcome.action.members { try contents.note(member) }
            }
        }
    }
}

/// Writes the ends of actions.
private struct ActionEnding {
    private let run: Int64
    private let writing: ActionWriting
    private let staged: StagedActions
    private let end: PreparedQuery

    init(_ db: Database, run: Int64) throws {
        self.run = run
        writing = try ActionWriting(db)
        staged = try StagedActions(db)
        // A staged row that was never begun becomes this run's; one that was begun is its run's already, also where
        // another run settles it.
        end = try PreparedQuery(
            db,
            """
            UPDATE action SET
              state = CASE WHEN stagedAt NOTNULL AND ?1 <> 'done' THEN 'staged' ELSE ?1 END,
              why = ?2, target = ?3, run = CASE state WHEN 'staged' THEN ?4 ELSE run END
            WHERE id = ?5 RETURNING 1
            """)
    }

    func end(_ action: Action) throws {
        let isKnown = try action.id.map { try update($0, action) } ?? false
        if !isKnown { _ = try writing.insert(action, run: run) }
        if action.state == .done { try staged.settle(action) }
    }

    private func update(_ id: Int64, _ action: Action) throws -> Bool {
        end.bind(action.state.rawValue, at: 1)
        end.bind(action.why?.rawValue, at: 2)
        if let target = action.target { end.bind(target.bytes, at: 3) } else { end.bindNull(at: 3) }
        end.bind(run, at: 4)
        end.bind(id, at: 5)
        guard try end.first({ true }) == true else { return false }
        try writing.replaceMembers(of: action, under: id)
        return true
    }
}
