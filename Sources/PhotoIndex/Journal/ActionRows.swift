import GRDB
import PhotoModel
import SystemPackage

/// Reads actions with their members. One value reads all rows of a query, so that words and names shared by most rows
/// are made once.
struct ActionRows {
    /// The query for ``read(_:_:)``: the actions that satisfy a condition, by number, with a row for each member.
    static func sql(where condition: String) -> String {
        """
        SELECT a.id, a.kind, a.assetGroup, a.state, a.why, a.destination, d.name, a.undoes,
          m.path, m.role, m.size, m.modified, m.changed, m.inode, m.target, m.ticket, m.sha256, m.permissions,
          m.remoteID, m.isMoving
        FROM action a LEFT JOIN destination d ON d.id = a.destination CROSS JOIN actionMember m ON m.action = a.id
        WHERE \(condition) ORDER BY a.id, m.place
        """
    }

    private var kinds = WordMemory<Action.Kind>()
    private var states = WordMemory<Action.State>()
    private var reasons = WordMemory<Action.Reason>()
    private var roles = WordMemory<Photo.Member.Role>()
    private var destination: DestinationName?

    /// Passes each action to `body` until that returns false, and resets the statement.
    ///
    /// - Returns: whether `body` never returned false.
    @discardableResult
    mutating func read(_ query: PreparedQuery, _ body: (Action) throws -> Bool) throws -> Bool {
        defer { query.reset() }
        var action: Action?
        while try query.step() {
            if let complete = action, complete.id != query.integer(0) {
                if try !body(complete) { return false }
                action = nil
            }
            if action == nil { action = head(query) }
            action?.members.append(member(query))
        }
        return try action.map(body) ?? true
    }

    private mutating func head(_ query: PreparedQuery) -> Action? {
        guard let kind = kinds.value(query, 1, Action.Kind.init), let state = states.value(query, 3, Action.State.init)
        else { return nil }
        return Action(
            id: query.integer(0), kind: kind, group: query.integer(2), members: [],
            destination: destinationName(query), state: state, why: reasons.value(query, 4, Action.Reason.init),
            undoes: query.optionalInteger(7))
    }

    private mutating func destinationName(_ query: PreparedQuery) -> DestinationName? {
        guard let id = query.optionalInteger(5) else { return nil }
        if destination?.id != id { destination = DestinationName(id: id, name: query.text(6) ?? "") }
        return destination
    }

    private mutating func member(_ query: PreparedQuery) -> Action.Member {
        var member = Action.Member(
            path: query.path(8), role: roles.value(query, 9, Photo.Member.Role.init) ?? .sidecar,
            fingerprint: query.fingerprint(from: 10),
            target: query.optionalPath(14).map { CopyLocation($0, id: query.text(18)) }, ticket: query.text(15),
            sha256: query.isNull(16) ? nil : query.bytes(16),
            permissions: query.optionalInteger(17).flatMap(UInt16.init(exactly:)))
        member.isMoving = query.bool(19)
        return member
    }
}

/// The statements that write actions and their members, within a transaction.
struct ActionWriting {
    private let insertAction: PreparedQuery
    private let deleteMembers: PreparedQuery
    private let insertMember: PreparedQuery

    init(_ db: Database) throws {
        insertAction = try PreparedQuery(
            db,
            """
            INSERT INTO action
              (run, kind, assetGroup, state, destination, target, why, stagedAt, concludedAt, undoes)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id
            """)
        deleteMembers = try PreparedQuery(db, "DELETE FROM actionMember WHERE action = ?")
        insertMember = try PreparedQuery(
            db,
            """
            INSERT INTO actionMember
              (action, place, path, role, size, modified, changed, inode, target, ticket, sha256, permissions,
               remoteID, isMoving)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
    }

    /// Inserts an action with its members under a new number.
    ///
    /// - Returns: the number.
    func insert(
        _ action: Action, run: Int64, stagedAt: Int64? = nil, concludedAt: Int64? = nil
    ) throws -> Int64 {
        insertAction.bind(run, at: 1)
        insertAction.bind(action.kind.rawValue, at: 2)
        insertAction.bind(action.group, at: 3)
        insertAction.bind(action.state.rawValue, at: 4)
        insertAction.bind(action.destination?.id, at: 5)
        if let target = action.target { insertAction.bind(target.bytes, at: 6) } else { insertAction.bindNull(at: 6) }
        insertAction.bind(action.why?.rawValue, at: 7)
        insertAction.bind(stagedAt, at: 8)
        insertAction.bind(concludedAt, at: 9)
        insertAction.bind(action.undoes, at: 10)
        let id = try insertAction.first { insertAction.integer(0) } ?? 0
        try insertMembers(of: action, under: id)
        return id
    }

    /// Replaces the members of an action's row.
    func replaceMembers(of action: Action, under id: Int64) throws {
        deleteMembers.bind(id, at: 1)
        try deleteMembers.run()
        try insertMembers(of: action, under: id)
    }

    private func insertMembers(of action: Action, under id: Int64) throws {
        let query = insertMember
        for (index, member) in action.members.enumerated() {
            query.bind(id, at: 1)
            query.bind(Int64(index), at: 2)
            query.bind(member.path.bytes, at: 3)
            query.bind(member.role.rawValue, at: 4)
            query.bind(member.fingerprint.size, at: 5)
            query.bind(member.fingerprint.modified, at: 6)
            query.bind(member.fingerprint.changed, at: 7)
            query.bind(Int64(bitPattern: member.fingerprint.inode), at: 8)
            if let target = member.target { query.bind(target.path.bytes, at: 9) } else { query.bindNull(at: 9) }
            query.bind(member.ticket, at: 10)
            if let sha256 = member.sha256 { query.bind(sha256, at: 11) } else { query.bindNull(at: 11) }
            query.bind(member.permissions.map(Int64.init), at: 12)
            query.bind(member.target?.id, at: 13)
            query.bind(member.isMoving, at: 14)
            try query.run()
        }
    }
}
