import GRDB
package import PhotoModel

extension PhotoIndex {
    /// Actions that were announced and of which nobody wrote down what came: those of a run that was killed, where the
    /// caller has the lock.
    ///
    /// - Parameter kind: what the actions do; nil for all.
    /// - Returns: the actions, the oldest first, with members, tickets and destinations.
    /// - Throws: what befalls a read.
    package func underWay(_ kind: Action.Kind?) throws(IndexError) -> [Action] {
        try read { db in
            var rows = ActionRows()
            var actions: [Action] = []
            try rows.read(PreparedQuery(db, ActionRows.sql(where: "a.state = 'running'"))) { action in
                if kind == nil || action.kind == kind { actions.append(action) }
                return true
            }
            return actions
        }
    }

    /// Gives each action of a run to `body`, in the order in which they were written down, until that says false. A
    /// staged action is of the run that staged it until another carries it out.
    ///
    /// - Throws: what `body` throws, and `IndexError`.
    package func actions(ofRun run: Int64, _ body: (Action) throws -> Bool) throws {
        try stream(to: body) { db, body in
            var rows = ActionRows()
            let query = try PreparedQuery(db, ActionRows.sql(where: "a.run = ?"))
            query.bind(run, at: 1)
            try rows.read(query, body)
        }
    }
}
