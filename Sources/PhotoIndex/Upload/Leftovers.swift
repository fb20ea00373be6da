import GRDB
package import PhotoModel
package import SystemPackage

extension PhotoIndex {
    /// Notes durably what has temporary names of ours at a destination and is not what was sent under them, or may come
    /// to have them. What is awaited and found counts as found.
    ///
    /// - Parameters:
    ///   - paths: where it is, below the destination's top.
    ///   - destination: the destination's row.
    ///   - areAwaited: whether it may be stored only later.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z.
    /// - Throws: `IndexError` where the index cannot be written.
    package func noteLeftovers(
        _ paths: [FilePath], atDestination destination: Int64, areAwaited: Bool = false, at now: Int64
    ) throws(IndexError) {
        if paths.isEmpty { return }
        try write(.notes) { db in
            for path in paths {
                try db.execute(
                    sql: """
                        INSERT INTO leftover (destination, path, since, isAwaited) VALUES (?, ?, ?, ?)
                        ON CONFLICT (destination, path)
                        DO UPDATE SET since = excluded.since, isAwaited = excluded.isAwaited WHERE isAwaited
                        """,
                    arguments: [destination, Blob(path), now, areAwaited])
            }
        }
    }

    /// What has temporary names of ours at configured destinations and is not what was sent under them, or may come to
    /// have them, in order.
    ///
    /// - Throws: `IndexError` where the index cannot be read.
    package func leftovers() throws(IndexError) -> [Leftover] { try read(Self.leftovers) }

    static func leftovers(_ db: Database) throws -> [Leftover] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT d.id, d.name, l.path, l.since, l.isAwaited FROM leftover l JOIN destination d ON d.id = l.destination
                WHERE d.removedAt IS NULL ORDER BY d.name, l.path
                """
        ).map { row in
            try Leftover(
                destination: DestinationName(id: row.value("id"), name: row.value("name")), path: row.path("path"),
                since: row.value("since"), isAwaited: row.value("isAwaited"))
        }
    }

    /// Forgets leftovers that are not there any more, or are not awaited any more.
    ///
    /// - Throws: `IndexError` where the index cannot be written.
    package func forget(_ leftovers: [Leftover]) throws(IndexError) {
        if leftovers.isEmpty { return }
        try write(.notes) { db in
            for leftover in leftovers {
                try db.execute(
                    sql: "DELETE FROM leftover WHERE destination = ? AND path = ?",
                    arguments: [leftover.destination.id, Blob(leftover.path)])
            }
        }
    }
}
