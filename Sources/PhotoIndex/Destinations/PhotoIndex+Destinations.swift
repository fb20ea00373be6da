import GRDB
package import PhotoModel

extension PhotoIndex {
    /// The configured destinations, in the order of their names' bytes.
    package func destinations() throws(IndexError) -> [KnownDestination] {
        try read { db in try Self.destinations("removedAt IS NULL ORDER BY name", in: db) }
    }

    /// The destination with a marker, also one that was removed.
    ///
    /// - Parameter marker: what the place itself says.
    /// - Returns: the destination; nil where the index knows none.
    /// - Throws: what befalls a read.
    package func destination(marker: DestinationMarker) throws(IndexError) -> KnownDestination? {
        try read { db in try Self.destinations("marker = ?", marker.text, in: db).first }
    }

    /// Makes a place a configured destination. One whose marker is known gets the name and the spec and is configured
    /// again, with the receipts that it has.
    ///
    /// - Parameters:
    ///   - name: what the user calls it; never empty.
    ///   - spec: where it is, as users write it. It may hold secrets, so no message repeats it.
    ///   - marker: what the place itself says.
    /// - Returns: the destination.
    /// - Throws: `nameTaken` where another configured destination has the name, and what befalls a write.
    package func addDestination(
        name: String, spec: String, marker: DestinationMarker
    ) throws(IndexError) -> KnownDestination {
        try write { db in
            let named = try Self.destinations("removedAt IS NULL AND name = ?", name, in: db).first
            if let named, named.marker != marker {
                throw IndexError.nameTaken(path, name: name)
            }
            let insert = try PreparedQuery(
                db,
                """
                INSERT INTO destination AS d (name, spec, marker) VALUES (?, ?, ?)
                ON CONFLICT (marker) DO UPDATE SET name = excluded.name, spec = excluded.spec, removedAt = NULL
                RETURNING id
                """)
            insert.bind(name, at: 1)
            insert.bind(spec, at: 2)
            insert.bind(marker.text, at: 3)
            guard let id = try insert.first({ insert.integer(0) }) else { throw IndexError.failed(path, "no row") }
            return KnownDestination(id: id, name: name, spec: spec, marker: marker)
        }
    }

    /// Takes a destination out of those that are configured. Its receipts and the journal stay.
    ///
    /// - Parameters:
    ///   - name: its name.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z.
    /// - Returns: whether a configured destination had the name.
    /// - Throws: what befalls a write.
    package func removeDestination(named name: String, at now: Int64) throws(IndexError) -> Bool {
        try write { db in
            let update = try PreparedQuery(
                db, "UPDATE destination SET removedAt = ? WHERE name = ? AND removedAt IS NULL RETURNING 1")
            update.bind(now, at: 1)
            update.bind(name, at: 2)
            return try update.first { true } ?? false
        }
    }

    private static func destinations(
        _ condition: String, _ parameter: String? = nil, in db: Database
    ) throws -> [KnownDestination] {
        let query = try PreparedQuery(
            db, "SELECT \(PreparedQuery.destinationColumns) FROM destination d WHERE \(condition)")
        if let parameter { query.bind(parameter, at: 1) }
        var destinations: [KnownDestination] = []
        try query.forEachRow { if let one = query.destination(from: 0) { destinations.append(one) } }
        return destinations
    }
}
