import GRDB
package import PhotoModel

/// A destination in the index.
package struct KnownDestination: Hashable, Sendable {
    /// Its row.
    package let id: Int64
    /// The user's name for it; the spec's text if it has none.
    package var name: String
    /// The place, as users write it.
    package var spec: String
    /// The marker that identifies it.
    package var marker: DestinationMarker
    /// When it was removed from the configured destinations, in nanoseconds since 1970-01-01T00:00:00Z; nil for a
    /// configured one. A removed one is kept for its receipts, which no longer count.
    package var removedAt: Int64?

    package init(id: Int64, name: String, spec: String, marker: DestinationMarker, removedAt: Int64? = nil) {
        self.id = id
        self.name = name
        self.spec = spec
        self.marker = marker
        self.removedAt = removedAt
    }
}

extension KnownDestination {
    /// A row of the table `destination`; nil if its marker is invalid.
    init?(_ row: Row) throws {
        guard let marker = DestinationMarker(try row.value("marker") as String) else { return nil }
        self.init(
            id: try row.value("id"), name: try row.value("name"), spec: try row.value("spec"), marker: marker,
            removedAt: try row.value("removedAt"))
    }
}

extension PreparedQuery {
    /// The columns of the table `d` that ``destination(from:)`` reads.
    static let destinationColumns = "d.id, d.name, d.spec, d.marker, d.removedAt"

    /// The destination in columns `first`…; nil if its marker is invalid.
    func destination(from first: Int32) -> KnownDestination? {
        guard let marker = text(first + 3).flatMap(DestinationMarker.init) else { return nil }
        return KnownDestination(
            id: integer(first), name: text(first + 1) ?? "", spec: text(first + 2) ?? "", marker: marker,
            removedAt: optionalInteger(first + 4))
    }
}

extension PhotoIndex {
    /// The configured destinations, in the order of their names' bytes.
    package func destinations() throws(IndexError) -> [KnownDestination] {
        try read { db in try Self.destinations("removedAt IS NULL ORDER BY name", in: db) }
    }

    /// The destination with a marker, whether or not it was removed.
    ///
    /// - Parameter marker: the place's own marker.
    /// - Returns: the destination; nil if it is not in the index.
    package func destination(marker: DestinationMarker) throws(IndexError) -> KnownDestination? {
        try read { db in try Self.destinations("marker = ?", marker.text, in: db).first }
    }

    /// Makes a place a configured destination. A destination with a known marker gets the name and the spec and is
    /// configured again, with its receipts.
    ///
    /// - Parameters:
    ///   - name: the user's name for it; never empty.
    ///   - spec: the place, as users write it. It may contain secrets, so no message repeats it.
    ///   - marker: the place's own marker.
    /// - Throws: `nameTaken` where another configured destination has the name, and `IndexError` where the index cannot
    ///   be written.
    package func addDestination(
        name: String, spec: String, marker: DestinationMarker
    ) throws(IndexError) -> KnownDestination {
        try write { db in
            let named = try Self.destinations("removedAt IS NULL AND name = ?", name, in: db).first
            if let named, named.marker != marker {
                throw IndexError.nameTaken(path, name: name)
            }
            try Self.reopenUploads(to: marker, in: db)
            let id = try Int64.fetchOne(
                db,
                sql: """
                    INSERT INTO destination AS d (name, spec, marker) VALUES (?, ?, ?)
                    ON CONFLICT (marker) DO UPDATE SET name = excluded.name, spec = excluded.spec, removedAt = NULL
                    RETURNING id
                    """,
                arguments: [name, spec, marker.text])
            guard let id else { throw IndexError.failed(path, "no row") }
            return KnownDestination(id: id, name: name, spec: spec, marker: marker)
        }
    }

    /// Killed uploads to a destination end when it is removed. If it is added again, they are under way again: what
    /// they sent may have got its names, and the next upload there finds out.
    private static func reopenUploads(to marker: DestinationMarker, in db: Database) throws {
        try db.run(
            """
            UPDATE action SET state = 'running', why = NULL, concludedAt = NULL
            FROM (SELECT id AS row, removedAt FROM destination WHERE marker = \(marker.text) AND removedAt NOTNULL) d
            WHERE destination = d.row AND kind = 'upload' AND state = 'skipped' AND why = 'interrupted'
              AND concludedAt = d.removedAt
            """)
    }

    /// Removes a destination from the configured ones. Its receipts and the journal stay.
    ///
    /// - Parameter now: nanoseconds since 1970-01-01T00:00:00Z.
    /// - Returns: whether a configured destination had the name.
    package func removeDestination(named name: String, at now: Int64) throws(IndexError) -> Bool {
        try write { db in
            try db.execute(
                sql: "UPDATE destination SET removedAt = ? WHERE name = ? AND removedAt IS NULL",
                arguments: [now, name])
            return db.changesCount > 0
        }
    }

    private static func destinations(
        _ condition: String, _ parameter: String? = nil, in db: Database
    ) throws -> [KnownDestination] {
        try Row.fetchAll(
            db, sql: "SELECT * FROM destination WHERE \(condition)",
            arguments: StatementArguments([parameter].compactMap(\.self))
        ).compactMap(KnownDestination.init)
    }
}

extension PhotoIndex {
    /// How much of a destination's own list of receipts has been read.
    ///
    /// - Returns: for each part, by its name, the number of bytes up to the end of a line; empty where the whole list
    ///   has to be read and completed.
    package func listed(ofDestination destination: Int64) throws(IndexError) -> [String: Int64] {
        try read { db in
            let rows = try Row.fetchAll(
                db, sql: "SELECT name, bytes FROM receiptListPart WHERE destination = ?", arguments: [destination])
            return Dictionary(uniqueKeysWithValues: try rows.map { try ($0.value("name"), $0.value("bytes")) })
        }
    }

    /// Records how much of a destination's own list of receipts has been read, once its receipts are in the index.
    ///
    /// - Parameter parts: for each part, by its name, the number of bytes up to the end of a line; empty to have the
    ///   whole list read again.
    package func setListed(_ parts: [String: Int64], ofDestination destination: Int64) throws(IndexError) {
        try writeWithoutWaitingForDisk(.notes) { db in
            try db.execute(sql: "DELETE FROM receiptListPart WHERE destination = ?", arguments: [destination])
            for (name, bytes) in parts {
                try db.execute(
                    sql: "INSERT INTO receiptListPart (destination, name, bytes) VALUES (?, ?, ?)",
                    arguments: [destination, name, bytes])
            }
        }
    }
}
