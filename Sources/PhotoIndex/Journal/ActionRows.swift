import GRDB
import PhotoModel
import SystemPackage

enum ActionRows {
    /// Passes the actions that satisfy a condition on the table `a`, by number, to `body` until that returns false.
    ///
    /// - Returns: whether `body` never returned false.
    @discardableResult
    static func read(_ db: Database, where condition: SQL, _ body: (Action) throws -> Bool) throws -> Bool {
        let rows = try Row.fetchCursor(db.statement(sql(where: condition)))
        var action: Action?
        while let row = try rows.next() {
            if let complete = action, try complete.id != row.value("id") {
                if try !body(complete) { return false }
                action = nil
            }
            if action == nil { action = try head(row) }
            action?.members.append(try member(row))
        }
        return try action.map(body) ?? true
    }

    /// The same, all at once.
    static func all(_ db: Database, where condition: SQL) throws -> [Action] {
        var actions: [Action] = []
        try read(db, where: condition) { action in
            actions.append(action)
            return true
        }
        return actions
    }

    /// The query, with a row for each member.
    static func sql(where condition: SQL) -> SQL {
        """
        SELECT a.id, a.kind, a.assetGroup, a.state, a.why, a.destination, d.name, a.undoes,
          m.path, m.role, m.size, m.modified, m.changed, m.inode, m.target, m.ticket, m.sha256, m.permissions,
          m.remoteID, m.isMoving
        FROM action a LEFT JOIN destination d ON d.id = a.destination CROSS JOIN actionMember m ON m.action = a.id
        WHERE \(condition) ORDER BY a.id, m.place
        """
    }

    private static func head(_ row: Row) throws -> Action? {
        guard let kind = Action.Kind(rawValue: try row.value("kind")),
            let state = Action.State(rawValue: try row.value("state"))
        else { return nil }
        return try Action(
            id: row.value("id"), kind: kind, group: row.value("assetGroup"), members: [],
            destination: (row.value("destination") as Int64?).map {
                try DestinationName(id: $0, name: (row.value("name") as String?) ?? "")
            },
            state: state, why: (row.value("why") as String?).flatMap(Action.Reason.init), undoes: row.value("undoes"))
    }

    private static func member(_ row: Row) throws -> Action.Member {
        var member = try Action.Member(
            path: row.path("path"), role: Photo.Member.Role(rawValue: row.value("role")) ?? .sidecar,
            fingerprint: row.fingerprint,
            target: (row.value("target") as Blob?).map { try CopyLocation($0.path, id: row.value("remoteID")) },
            ticket: row.value("ticket"),
            sha256: row.optionalBytes("sha256"),
            permissions: (row.value("permissions") as Int64?).flatMap(UInt16.init(exactly:)))
        member.isMoving = try row.value("isMoving")
        return member
    }
}

/// Writes actions and their members, within a transaction.
struct ActionWriting {
    private let db: Database

    init(_ db: Database) {
        self.db = db
    }

    /// Inserts an action with its members under a new number.
    func insert(
        _ action: Action, run: Int64, stagedAt: Int64? = nil, concludedAt: Int64? = nil
    ) throws -> Int64 {
        try db.run(
            """
            INSERT INTO action (run, kind, assetGroup, state, destination, target, why, stagedAt, concludedAt, undoes)
            VALUES (\(run), \(action.kind.rawValue), \(action.group), \(action.state.rawValue), \(action.destination?.id),
              \(action.target), \(action.why?.rawValue), \(stagedAt), \(concludedAt), \(action.undoes))
            """)
        let id = db.lastInsertedRowID
        try insertMembers(of: action, under: id)
        return id
    }

    /// Replaces the members of an action's row.
    func replaceMembers(of action: Action, under id: Int64) throws {
        try db.run("DELETE FROM actionMember WHERE action = \(id)")
        try insertMembers(of: action, under: id)
    }

    private func insertMembers(of action: Action, under id: Int64) throws {
        for (place, member) in action.members.enumerated() {
            let file = member.fingerprint
            try db.run(
                """
                INSERT INTO actionMember
                  (action, place, path, role, size, modified, changed, inode, target, ticket, sha256, permissions,
                   remoteID, isMoving)
                VALUES (\(id), \(place), \(member.path), \(member.role.rawValue), \(file.size), \(file.modified),
                  \(file.changed), \(Int64(bitPattern: file.inode)), \(member.target?.path), \(member.ticket),
                  \(member.sha256), \(member.permissions), \(member.target?.id), \(member.isMoving))
                """)
        }
    }
}
