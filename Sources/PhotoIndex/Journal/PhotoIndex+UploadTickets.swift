import GRDB
package import PhotoModel

/// A file of an upload that the journal knows by its ticket.
package struct TicketedCopy: Hashable, Sendable {
    /// Where it was to go.
    package let target: CopyLocation
    /// Whether nobody wrote down yet what came of it: its upload is at work, or was killed and is not settled.
    package let isUnderWay: Bool
}

extension PhotoIndex {
    /// The last upload that sent a file under a ticket, however it ended.
    ///
    /// - Parameters:
    ///   - ticket: as the service gave it out.
    ///   - destination: whose service that was.
    /// - Returns: the action with all of its members; nil where this journal does not know the ticket.
    /// - Throws: what befalls a read.
    package func lastUpload(
        withTicket ticket: String, to destination: DestinationMarker
    ) throws(IndexError) -> Action? {
        try read { db in
            var rows = ActionRows()
            let query = try PreparedQuery(
                db,
                ActionRows.sql(
                    where: """
                        a.id = (SELECT max(a.id) FROM actionMember m JOIN action a ON a.id = m.action
                          WHERE a.kind = 'upload' AND m.ticket = ?1
                          AND a.destination = (SELECT id FROM destination WHERE marker = ?2))
                        """))
            query.bind(ticket, at: 1)
            query.bind(destination.text, at: 2)
            var last: Action?
            try rows.read(query) { action in
                last = action
                return true
            }
            return last
        }
    }

    /// What the journal says of tickets of uploads, to whatever destination and however long ago.
    ///
    /// - Parameter tickets: as the service gave them out.
    /// - Returns: those that it knows. An upload that is under way counts, where several have one.
    /// - Throws: what befalls a read.
    package func uploads(withTickets tickets: Set<String>) throws(IndexError) -> [String: TicketedCopy] {
        if tickets.isEmpty { return [:] }
        return try read { db in
            var known: [String: TicketedCopy] = [:]
            let query = try PreparedQuery(
                db,
                """
                SELECT m.ticket, m.target, a.state = 'running', m.remoteID FROM actionMember m JOIN action a ON a.id = m.action
                WHERE a.kind = 'upload' AND m.ticket NOTNULL AND m.target NOTNULL
                """)
            try query.forEachRow {
                guard let ticket = query.text(0), tickets.contains(ticket), known[ticket]?.isUnderWay != true else {
                    return
                }
                known[ticket] = TicketedCopy(
                    target: CopyLocation(query.path(1), id: query.text(3)), isUnderWay: query.bool(2))
            }
            return known
        }
    }
}
