import GRDB

extension PhotoIndex {
    /// The tickets of all removals that the journal knows of, whatever became of them, from a moment on.
    ///
    /// - Parameter since: nanoseconds since 1970-01-01T00:00:00Z; removals that were concluded before are left out.
    /// - Returns: the tickets.
    /// - Throws: what befalls a read.
    package func removalTickets(since: Int64) throws(IndexError) -> Set<String> {
        try read { db in
            var tickets: Set<String> = []
            let query = try PreparedQuery(
                db,
                """
                SELECT m.ticket FROM action a CROSS JOIN actionMember m ON m.action = a.id
                WHERE a.kind = 'purge' AND (a.concludedAt IS NULL OR a.concludedAt >= ?) AND m.ticket NOTNULL
                """)
            query.bind(since, at: 1)
            try query.forEachRow { if let ticket = query.text(0) { tickets.insert(ticket) } }
            return tickets
        }
    }
}
