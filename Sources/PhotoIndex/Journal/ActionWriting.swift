import GRDB
import PhotoModel

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
              (action, place, path, role, size, modified, changed, inode, target, ticket, sha256, permissions, cameFrom,
               remoteID)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, isRunOften: true)
    }

    /// Writes an action as it is, with its members, under a new number.
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

    /// Puts the members of an action in the place of those that its row has.
    func replaceMembers(of action: Action, under id: Int64) throws {
        deleteMembers.bind(id, at: 1)
        try deleteMembers.run()
        try insertMembers(of: action, under: id)
    }

    private func insertMembers(of action: Action, under id: Int64) throws {
        let query = insertMember
        for (place, member) in action.members.enumerated() {
            query.bind(id, at: 1)
            query.bind(Int64(place), at: 2)
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
            query.bind(member.place, at: 13)
            query.bind(member.target?.id, at: 14)
            try query.run()
        }
    }
}
