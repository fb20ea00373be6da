import GRDB
import PhotoModel

extension PhotoIndex {
    /// The groups that a run removed, in the order in which it did; those that are back or were taken out of the trash
    /// among them.
    ///
    /// - Parameter run: the run that removed them, also where another wrote down that they are.
    /// - Returns: the groups; none for a run that removed nothing, or that is not known.
    /// - Throws: what befalls a read.
    package func removedGroups(ofRun run: Int64) throws(IndexError) -> [RemovedGroup] {
        try read { db in
            var rows = ActionRows()
            var groups: [RemovedGroup] = []
            let query = try PreparedQuery(db, ActionRows.sql(where: "a.run = ? AND \(Removals.areThese)"))
            query.bind(run, at: 1)
            try rows.read(query) { action in
                groups.append(RemovedGroup(action: action, isUndone: false))
                return true
            }
            let fate = try PreparedQuery(db, "SELECT \(Removals.areUndone), a.emptiedAt FROM action a WHERE a.id = ?")
            for place in groups.indices {
                fate.bind(groups[place].action.id, at: 1)
                let found = try fate.first { (fate.bool(0), fate.optionalInteger(1)) }
                (groups[place].isUndone, groups[place].emptiedAt) = found ?? (false, nil)
            }
            return groups
        }
    }

    /// Gives each group that was removed, is not back and was not taken out of the trash to `body`, run by run and in the
    /// order in which each did it, until that says false.
    ///
    /// One group at a time is in memory. `body` sees the index as it was at the first.
    ///
    /// - Parameter body: gives whether to go on.
    /// - Throws: what `body` throws, and `IndexError`.
    package func removedGroups(_ body: (_ run: Int64, RemovedGroup) throws -> Bool) throws {
        try stream(to: { try body($0.run, $0.group) }) { (db, body: ((run: Int64, group: RemovedGroup)) -> Bool) in
            var rows = ActionRows()
            let query = try PreparedQuery(db, Self.removedOfRun)
            for run in try Int64.fetchAll(db, sql: Self.removingRuns) {
                query.bind(run, at: 1)
                guard try rows.read(query, { body((run, RemovedGroup(action: $0, isUndone: false))) }) else { return }
            }
        }
    }

    /// The removals of a run that can still be undone out of the trash.
    static let removedOfRun = ActionRows.sql(
        where: "a.run = ? AND \(Removals.areThese) AND a.emptiedAt IS NULL AND NOT \(Removals.areUndone)")

    static let removingRuns = "SELECT DISTINCT a.run FROM action a WHERE \(Removals.areThese) ORDER BY 1"

    /// Notes that removed groups were taken out of the trash for good; in one durable transaction. Actions that removed
    /// nothing, and what was noted before, are left as they are.
    ///
    /// - Parameters:
    ///   - actions: the numbers of the purges.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z.
    /// - Throws: what befalls a write; nothing is noted then.
    package func noteEmptied(_ actions: [Int64], at now: Int64) throws(IndexError) {
        try write { db in
            let note = try PreparedQuery(
                db,
                """
                UPDATE action AS a SET emptiedAt = ? WHERE a.id = ? AND \(Removals.areThese) AND a.emptiedAt IS NULL
                """)
            note.bind(now, at: 1)
            for action in actions {
                note.bind(action, at: 2)
                try note.run()
            }
        }
    }
}
