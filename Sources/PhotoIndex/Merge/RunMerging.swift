import GRDB
import PhotoModel

/// Adds the ended runs of another index with all that they did, to be read, within a transaction.
///
/// A run is the same in every index: it began at one moment, in one process of one machine. So no run comes twice, by
/// whatever index, and none of this index comes back to it. Nothing acts by a merged run: its groups have no number
/// here, and its uploads no tickets. Its removals count for the caps, with their tickets, so that the trash of a shared
/// disk does not tell of them a second time.
struct RunMerging {
    /// What a run is known by.
    private struct Run: Hashable {
        let command: String
        let started: Int64
        let host: String?
        let pid: Int64?

        init(_ row: Row) throws {
            (command, started) = try (row.value("command"), row.value("started"))
            (host, pid) = try (row.value("host"), row.value("pid"))
        }
    }

    private let db: Database
    private let there: Database
    private let now: Int64
    private let destinations: [Int64: Int64]
    /// The rows here of the other index's runs, by their rows there.
    private var known: [Int64: Int64] = [:]
    /// The same of the purges that came just now.
    private var purges: [Int64: Int64] = [:]
    private(set) var count = 0

    /// - Parameters:
    ///   - db: this index.
    ///   - there: the other one.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z. No removal is dated later: by a clock that was ahead it would
    ///     count until that date has come.
    ///   - destinations: the rows here of destinations, by their rows there.
    init(_ db: Database, from there: Database, at now: Int64, destinations: [Int64: Int64]) {
        (self.db, self.there, self.now, self.destinations) = (db, there, now, destinations)
    }

    mutating func add() throws {
        var own: [Run: Int64] = [:]
        for row in try Row.fetchAll(db.statement("SELECT id, command, started, host, pid FROM run")) {
            own[try Run(row)] = try row.value("id")
        }
        let rows = try Row.fetchAll(
            there.statement(
                """
                SELECT id, command, started, ended, isComplete, host, pid FROM run WHERE ended NOTNULL ORDER BY id
                """))
        for row in rows {
            let id: Int64 = try row.value("id")
            if let here = try own[Run(row)] {
                known[id] = here
            } else {
                try add(row, id)
            }
        }
    }

    private mutating func add(_ row: Row, _ id: Int64) throws {
        let run = try Run(row)
        try db.run(
            """
            INSERT INTO run (command, started, ended, isComplete, host, pid, mergedAt)
            VALUES (\(run.command), \(run.started), \(row.value("ended") as Int64), \(row.value("isComplete") as Bool),
              \(run.host), \(run.pid), \(now))
            """)
        let here = db.lastInsertedRowID
        known[id] = here
        count += 1
        let counts = try Row.fetchAll(there.statement("SELECT what, count FROM runCount WHERE run = \(id)"))
        for one in counts {
            try db.run(
                """
                INSERT INTO runCount (run, what, count)
                VALUES (\(here), \(one.value("what") as String), \(one.value("count") as Int64))
                """)
        }
        let actions = try Row.fetchCursor(there.statement("SELECT * FROM action WHERE run = \(id) ORDER BY id"))
        while let action = try actions.next() { try addAction(action, toRun: here) }
    }

    private mutating func addAction(_ action: Row, toRun run: Int64) throws {
        let (id, kind): (Int64, String) = try (action.value("id"), action.value("kind"))
        let undoes = try (action.value("undoes") as Int64?).flatMap(purge)
        // Of an undo whose purge is not here nothing is known that it undid.
        if kind == Action.Kind.undo.rawValue, undoes == nil { return }
        let destination = try (action.value("destination") as Int64?).flatMap { destinations[$0] }
        let concluded = try (action.value("concludedAt") as Int64?).map { min($0, now) }
        try db.run(
            """
            INSERT INTO action
              (run, kind, assetGroup, state, destination, target, why, stagedAt, concludedAt, undoes, emptiedAt)
            VALUES (\(run), \(kind), 0, \(action.value("state") as String), \(destination),
              \(action.optionalBytes("target")), \(action.value("why") as String?),
              \(action.value("stagedAt") as Int64?), \(concluded), \(undoes), \(action.value("emptiedAt") as Int64?))
            """)
        let here = db.lastInsertedRowID
        if kind == Action.Kind.purge.rawValue { purges[id] = here }
        let members = try Row.fetchAll(there.statement("SELECT * FROM actionMember WHERE action = \(id)"))
        for member in members { try addMember(member, to: here, isOfPurge: kind == Action.Kind.purge.rawValue) }
    }

    private func addMember(_ member: Row, to action: Int64, isOfPurge: Bool) throws {
        let file = try member.fingerprint
        let ticket: String? = isOfPurge ? try member.value("ticket") : nil
        try db.run(
            """
            INSERT INTO actionMember
              (action, place, path, role, size, modified, changed, inode, target, ticket, sha256, permissions, pathBefore,
               remoteID)
            VALUES (\(action), \(member.value("place") as Int64), \(member.bytes("path")),
              \(member.value("role") as String), \(file.size), \(file.modified), \(file.changed),
              \(Int64(bitPattern: file.inode)), \(member.optionalBytes("target")), \(ticket),
              \(member.optionalBytes("sha256")), \(member.value("permissions") as Int64?),
              \(member.optionalBytes("pathBefore")), \(member.value("remoteID") as String?))
            """)
    }

    /// The row here of a purge of the other index: it came just now, or it has the same place in a run that was here.
    private func purge(_ id: Int64) throws -> Int64? {
        if let here = purges[id] { return here }
        let place = try Row.fetchOne(
            there.statement(
                """
                SELECT run, (SELECT count(*) FROM action b WHERE b.run = a.run AND b.id < a.id) AS number
                FROM action a WHERE id = \(id)
                """))
        guard let place, let run = known[try place.value("run")] else { return nil }
        return try Int64.fetchOne(
            db.statement(
                """
                SELECT id FROM action WHERE run = \(run) ORDER BY id LIMIT 1 OFFSET \(place.value("number") as Int64)
                """))
    }
}

extension PhotoIndex {
    /// Whether a run came from another machine's index.
    ///
    /// - Returns: whether it did; false for a run that is not known.
    package func isMerged(run: Int64) throws(IndexError) -> Bool {
        try read { try $0.has("SELECT 1 FROM run WHERE id = \(run) AND mergedAt NOTNULL") }
    }
}

/// What leaves merged runs out, as SQL.
enum MergedRuns {
    static let haveAction = "EXISTS (SELECT 1 FROM run WHERE run.id = a.run AND run.mergedAt NOTNULL)"
}
