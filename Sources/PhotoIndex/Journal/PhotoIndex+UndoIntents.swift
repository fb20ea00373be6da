import GRDB
package import PhotoModel

extension PhotoIndex {
    /// Writes down that removals are about to be undone, and holds what comes back; all in one durable transaction, meant
    /// for up to ``actionsOfACommit``.
    ///
    /// Holds are there before a file is: no purge that comes between takes it again. Those that the undo made go with its
    /// outcome where that is not done, but for files that are back all the same (``conclude(_:run:at:)``).
    ///
    /// - Parameters:
    ///   - actions: undos, each with the purge that it undoes and that one's members: paths, tickets and hashes.
    ///   - run: the run that carries them out.
    /// - Returns: an answer for each, in the order given. Not now: `.alreadyThere` where the purge is undone, or an undo of
    ///   it has begun and has no outcome; `.notFound` where it removed nothing, or a member has no hash.
    /// - Throws: what befalls a write; none has begun then.
    package func intendUndo(_ actions: [Action], run: Int64) throws(IndexError) -> [Intent] {
        try write { db in
            let writing = try ActionWriting(db)
            let holds = try RestoredHolds(db)
            let purge = try PreparedQuery(
                db,
                """
                SELECT EXISTS (SELECT 1 FROM action u WHERE u.undoes = a.id AND (u.state = 'done' OR u.state = 'running'))
                FROM action a WHERE a.id = ? AND \(Removals.areThese)
                """)
            return try actions.map { action in
                purge.bind(action.undoes, at: 1)
                guard let isUndone = try purge.first({ purge.bool(0) }), !action.members.isEmpty,
                    action.members.allSatisfy({ $0.sha256 != nil })
                else { return .notNow(.notFound) }
                if isUndone { return .notNow(.alreadyThere) }
                var action = action
                (action.kind, action.state, action.why) = (.undo, .running, nil)
                let id = try writing.insert(action, run: run)
                try holds.hold(action.members, undo: id)
                return .begun(id)
            }
        }
    }
}
