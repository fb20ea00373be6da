import GRDB
package import PhotoModel
package import SystemPackage

extension PhotoIndex {
    /// Notes durably what has temporary names of ours at a destination and is not what was sent under them, or may come
    /// to have them. What is awaited and found counts as found.
    ///
    /// - Parameters:
    ///   - paths: where it is, below the destination's top.
    ///   - areAwaited: whether it may be stored only later.
    ///   - contents: what copies for albums consist of, by their places.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z.
    package func noteLeftovers(
        _ paths: [FilePath], atDestination destination: Int64, areAwaited: Bool = false,
        ofAlbums contents: [FilePath: RecordedContent] = [:], at now: Int64
    ) throws(IndexError) {
        if paths.isEmpty { return }
        try write(.notes) { db in
            for path in paths {
                let content = try contents[path].map {
                    try ContentRows.row(sha256: $0.sha256 ?? [], size: $0.size, in: db)
                }
                try db.execute(
                    sql: """
                        INSERT INTO leftover (destination, path, since, isAwaited, content) VALUES (?, ?, ?, ?, ?)
                        ON CONFLICT (destination, path) DO UPDATE SET since = excluded.since,
                          isAwaited = excluded.isAwaited, content = coalesce(excluded.content, content) WHERE isAwaited
                        """,
                    arguments: [destination, Blob(path), now, areAwaited, content])
            }
        }
    }

    /// What has temporary names of ours at configured destinations and is not what was sent under them, or may come to
    /// have them, in order.
    package func leftovers() throws(IndexError) -> [Leftover] { try read(Self.leftovers) }

    static func leftovers(_ db: Database) throws -> [Leftover] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT d.id, d.name, l.path, l.since, l.isAwaited, c.sha256, c.size
                FROM leftover l JOIN destination d ON d.id = l.destination LEFT JOIN content c ON c.id = l.content
                WHERE d.removedAt IS NULL ORDER BY d.name, l.path
                """
        ).map { row in
            let size: Int64? = try row.value("size")
            return try Leftover(
                destination: DestinationName(id: row.value("id"), name: row.value("name")), path: row.path("path"),
                since: row.value("since"), isAwaited: row.value("isAwaited"),
                content: size.map { RecordedContent(size: $0, sha256: try row.bytes("sha256")) })
        }
    }

    /// Forgets leftovers that are not there any more, or are not awaited any more.
    ///
    /// - Parameter paths: where it was, or was awaited, below the destination's top.
    package func forgetLeftovers(_ paths: [FilePath], atDestination destination: Int64) throws(IndexError) {
        if paths.isEmpty { return }
        try write(.notes) { db in
            for path in paths {
                try db.execute(
                    sql: "DELETE FROM leftover WHERE destination = ? AND path = ?",
                    arguments: [destination, Blob(path)])
            }
        }
    }
}
