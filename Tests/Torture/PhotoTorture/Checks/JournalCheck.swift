internal import SystemPackage
internal import WorkphotosTestSupport

/// Checks the journal against a library: which files are gone, and from where they can be restored.
enum JournalCheck {
    /// Actions that removed files that are not restored. A staged action whose group another action removed is also
    /// done, but was never concluded.
    static let removals = """
        SELECT id FROM action WHERE kind = 'purge' AND state = 'done' AND concludedAt IS NOT NULL
          AND id NOT IN (SELECT undoes FROM action WHERE kind = 'undo' AND state = 'done' AND undoes IS NOT NULL)
        """

    static func violations(_ world: World, _ remains: Remains) throws -> [String] {
        guard let index = try IndexCopy(of: world) else { return ["the index is gone"] }
        let running = try index.rows("SELECT kind, id FROM action WHERE state = 'running'").map {
            "the journal has a \($0[0]) under way: \($0[1])"
        }
        let removed = Set(
            try index.rows("SELECT CAST(path AS TEXT) FROM actionMember WHERE action IN (\(removals))").map { $0[0] })
        let present = Set(try index.rows("SELECT CAST(path AS TEXT) FROM file WHERE goneAt IS NULL").map { $0[0] })
        var violations = running
        for path in world.library.keys.sorted() where !world.disturbance.displaced.contains(path) {
            let isThere = remains.home[path] != nil
            if world.disturbance.intruders[path] != nil { continue }
            if present.contains(path) != isThere {
                violations.append("the index takes for \(isThere ? "gone" : "there"): \(path)")
            }
            if removed.contains(world.path("photos").appending(path).string) == isThere {
                violations.append("the journal \(isThere ? "has as removed" : "cannot bring back"): \(path)")
            }
        }
        return violations
    }

    /// The numbers of runs that removed files that are not restored.
    static func runs(_ world: World) throws -> [String] {
        try IndexCopy(of: world)?.rows(
            "SELECT DISTINCT run FROM action WHERE id IN (\(removals)) ORDER BY run DESC"
        ).map { $0[0] } ?? []
    }
}
