import GRDB
import PhotoModel
import SystemPackage

/// Reads actions with their members. One value reads all rows of a query, so that words and names which most rows share
/// are made once.
struct ActionRows {
    /// What ``read(_:_:)`` reads: rows of the actions for which a condition holds, by number. Each has a row a member.
    static func sql(where condition: String) -> String {
        """
        SELECT a.id, a.kind, a.assetGroup, a.state, a.why, a.destination, d.name, a.undoes,
          m.path, m.role, m.size, m.modified, m.changed, m.inode, m.target, m.ticket, m.sha256, m.permissions, m.cameFrom,
          m.remoteID
        FROM action a LEFT JOIN destination d ON d.id = a.destination CROSS JOIN actionMember m ON m.action = a.id
        WHERE \(condition) ORDER BY a.id, m.place
        """
    }

    private var kinds = WordMemory<Action.Kind>()
    private var states = WordMemory<Action.State>()
    private var reasons = WordMemory<Action.Reason>()
    private var roles = WordMemory<Photo.Member.Role>()
    private var destination: DestinationName?

    /// Gives each action to `body` until that says false, and makes the statement ready to be run again.
    ///
    /// - Returns: whether `body` never said false.
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
        Action.Member(
            path: query.path(8), role: roles.value(query, 9, Photo.Member.Role.init) ?? .sidecar,
            fingerprint: query.fingerprint(from: 10),
            target: query.optionalPath(14).map { CopyLocation($0, id: query.text(19)) }, ticket: query.text(15),
            sha256: query.isNull(16) ? nil : query.bytes(16),
            permissions: query.optionalInteger(17).flatMap(UInt16.init(exactly:)), place: query.optionalInteger(18))
    }
}
