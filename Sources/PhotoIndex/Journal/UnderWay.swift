import GRDB
package import PhotoModel
import SystemPackage

extension PhotoIndex {
    /// Announced actions without a recorded outcome. If the caller has the lock, they are those of killed runs.
    ///
    /// - Parameter kind: the kind of action; nil for all.
    /// - Returns: the actions, the oldest first, with members, tickets and destinations.
    package func underWay(_ kind: Action.Kind?) throws(IndexError) -> [Action] {
        try read { db in
            try ActionRows.all(db, where: "a.state = 'running'").filter { kind == nil || $0.kind == kind }
        }
    }

    /// The number of photos (``Action/photos``) of a run's actions by their state.
    package func photos(ofRun run: Int64) throws(IndexError) -> [Action.State: Int] {
        try read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT state, sum(max(1, photos)) AS photos FROM (
                      SELECT a.state AS state, count(*) FILTER (WHERE m.role <> 'sidecar') AS photos
                      FROM action a CROSS JOIN actionMember m ON m.action = a.id WHERE a.run = ? GROUP BY a.id)
                    GROUP BY state
                    """, arguments: [run])
            return try rows.reduce(into: [:]) { photos, row in
                let state: String = try row.value("state")
                if let state = Action.State(rawValue: state) { photos[state] = try row.value("photos") as Int }
            }
        }
    }

    /// Passes each action of a run to `body`, in the order in which they were recorded, until that returns false. A
    /// staged action belongs to the run that staged it until another carries it out.
    package func actions(ofRun run: Int64, _ body: (Action) throws -> Bool) throws {
        try stream(to: body) { db, body in try ActionRows.read(db, where: "a.run = \(run)", body) }
    }
}

extension PhotoIndex {
    /// Records durably that files of uploads are about to get their names: their bytes are there under temporary ones,
    /// and nothing had the names. If the index cannot be written, they must not get their names.
    ///
    /// - Parameter uploads: the tickets of the uploads, and the hashes of the bytes.
    package func noteMoving(_ uploads: [(ticket: String, sha256: [UInt8])], run: Int64) throws(IndexError) {
        let hashes = Dictionary(uploads.map { ($0.ticket, $0.sha256) }) { first, _ in first }
        try write { db in
            // No SQL index has tickets, so the files under way are read once for all uploads.
            let underWay = try Row.fetchAll(
                db.statement(
                    """
                    SELECT m.action, m.place, m.ticket FROM action a CROSS JOIN actionMember m ON m.action = a.id
                    WHERE a.state = 'running' AND a.run = \(run)
                    """))
            for row in underWay {
                guard let sha256 = try (row.value("ticket") as String?).flatMap({ hashes[$0] }) else { continue }
                let (action, place): (Int64, Int64) = (try row.value("action"), try row.value("place"))
                try db.run(
                    """
                    UPDATE actionMember SET isMoving = 1, sha256 = \(sha256)
                    WHERE action = \(action) AND place = \(place)
                    """)
            }
        }
    }
}

/// What earlier runs removed and sent and is not settled.
///
/// A file that was being removed may be under its own name, if it was never parked or was put back. If it were removed
/// again, settling would find it gone and count it as removed by the earlier run as well. The copy of one that was
/// being sent may be at the destination, which cannot tell now. If it were sent again, there would be two.
struct UnsettledActions {
    private enum File: Hashable {
        /// A different file with the same name does not count.
        case removed(FilePath, sha256: [UInt8]?)
        case sent(FilePath, to: Int64?)
        /// One that was renamed since.
        case sentElsewhere(size: Int64, modified: Int64, to: Int64?)
    }
    private let files: Set<File>

    /// - Parameter run: the run whose own actions are ignored.
    init(_ db: Database, before run: Int64) throws {
        files = Set(try ActionRows.all(db, where: "a.state = 'running' AND a.run <> \(run)").flatMap(Self.files))
    }

    /// Whether an action is for such a file.
    func include(anyOf action: Action) -> Bool { Self.files(of: action).contains(where: files.contains) }

    private static func files(of action: Action) -> [File] {
        let destination = action.destination?.id
        return action.members.flatMap { member -> [File] in
            let (size, modified) = (member.fingerprint.size, member.fingerprint.modified)
            return switch action.kind {
            case .purge: [.removed(member.path, sha256: member.sha256)]
            case .upload:
                [
                    .sent(member.path, to: destination),
                    .sentElsewhere(size: size, modified: modified, to: destination),
                ]
            default: []
            }
        }
    }
}

/// A file of an upload in the journal, identified by its ticket.
package struct TicketedCopy: Hashable, Sendable {
    package let target: CopyLocation
    /// Whether it has no recorded outcome: its upload is running, or was killed and is not settled.
    package let isUnderWay: Bool
    /// The file that was sent, as it was then.
    package let source: Action.Member
}

extension PhotoIndex {
    /// The last upload that sent a file under a ticket, however it ended.
    ///
    /// - Returns: the action with all its members; nil where this journal does not know the ticket.
    package func lastUpload(
        withTicket ticket: String, to destination: DestinationMarker
    ) throws(IndexError) -> Action? {
        try read { db in
            try ActionRows.all(
                db,
                where: """
                    a.id = (SELECT max(a.id) FROM actionMember m JOIN action a ON a.id = m.action
                      WHERE a.kind = 'upload' AND m.ticket = \(ticket)
                      AND a.destination = (SELECT id FROM destination WHERE marker = \(destination.text)))
                    """
            ).first
        }
    }

    /// The uploads in the journal with the given tickets, for all destinations and all times.
    ///
    /// - Returns: the uploads found. If several uploads have a ticket, one that is under way takes precedence.
    package func uploads(withTickets tickets: Set<String>) throws(IndexError) -> [String: TicketedCopy] {
        if tickets.isEmpty { return [:] }
        return try read { db in
            var known: [String: TicketedCopy] = [:]
            let rows = try Row.fetchCursor(
                db.statement(
                    """
                    SELECT m.ticket, m.target, a.state = 'running' AS isUnderWay, m.remoteID, m.path, m.size, m.modified,
                      m.changed, m.inode, m.sha256
                    FROM actionMember m JOIN action a ON a.id = m.action
                    WHERE a.kind = 'upload' AND m.ticket NOTNULL AND m.target NOTNULL
                    """))
            while let row = try rows.next() {
                let ticket: String = try row.value("ticket")
                guard tickets.contains(ticket), known[ticket]?.isUnderWay != true else { continue }
                known[ticket] = try TicketedCopy(
                    target: CopyLocation(row.path("target"), id: row.value("remoteID")),
                    isUnderWay: row.value("isUnderWay"),
                    source: Action.Member(
                        path: row.path("path"), role: .still, fingerprint: row.fingerprint, ticket: ticket,
                        sha256: row.optionalBytes("sha256")))
            }
            return known
        }
    }
}

extension PhotoIndex {
    /// The tickets of all removals in the journal, whatever their state and age: a file that went into the trash while
    /// the clock was ahead looks recent long after.
    package func removalTickets() throws(IndexError) -> Set<String> {
        try read { db in
            try String.fetchSet(
                db,
                sql: """
                    SELECT m.ticket FROM action a CROSS JOIN actionMember m ON m.action = a.id
                    WHERE a.kind = 'purge' AND m.ticket NOTNULL
                    """)
        }
    }
}
