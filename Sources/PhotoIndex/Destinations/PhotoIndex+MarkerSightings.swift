import GRDB
package import PhotoModel
package import SystemPackage

extension PhotoIndex {
    /// The directories of the library in which scans came across a marker; absolute, in the order of their roots.
    package func sightings(of marker: DestinationMarker) throws(IndexError) -> [FilePath] {
        try read { db in
            let query = try PreparedQuery(
                db,
                """
                SELECT r.path, s.path FROM markerSighting s JOIN root r ON r.id = s.root
                WHERE s.marker = ? ORDER BY r.path, s.path
                """)
            query.bind(marker.text, at: 1)
            var found: [FilePath] = []
            try query.forEachRow { found.append(FilePath(bytes: query.bytes(0)).appending(bytes: query.bytes(1))) }
            return found
        }
    }
}

/// The markers of destinations that scans came across in a root.
struct MarkerSightings {
    private let db: Database
    private let root: Int64

    init(_ db: Database, root: Int64) {
        self.db = db
        self.root = root
    }

    /// Notes what a scan came across.
    func note(_ sightings: [MarkerSighting]) throws {
        if sightings.isEmpty { return }
        let insert = try PreparedQuery(
            db, "INSERT OR REPLACE INTO markerSighting (root, path, marker) VALUES (?, ?, ?)")
        insert.bind(root, at: 1)
        for sighting in sightings {
            insert.bind(sighting.directory, at: 2)
            insert.bind(sighting.marker.text, at: 3)
            try insert.run()
        }
    }

    /// Forgets the directories that a scan read to the end, or that are not there any more, and that have none now.
    func forget(except sightings: [MarkerSighting], wasRead: (_ directory: [UInt8]) -> Bool) throws {
        let query = try PreparedQuery(db, "SELECT path FROM markerSighting WHERE root = ?")
        query.bind(root, at: 1)
        var known: [[UInt8]] = []
        try query.forEachRow { known.append(query.bytes(0)) }
        if known.isEmpty { return }
        let seen = Set(sightings.map(\.directory))
        let delete = try PreparedQuery(db, "DELETE FROM markerSighting WHERE root = ? AND path = ?")
        delete.bind(root, at: 1)
        for directory in known where !seen.contains(directory) && wasRead(directory) {
            delete.bind(directory, at: 2)
            try delete.run()
        }
    }

    /// Makes the sightings in one root those in a directory of another. `prefix` ends with a slash.
    static func move(from old: Int64, to new: Int64, below prefix: [UInt8], in db: Database) throws {
        let update = try PreparedQuery(
            db,
            """
            UPDATE markerSighting SET root = ?1,
              path = CASE WHEN length(path) = 0 THEN substr(?2, 1, length(?2) - 1) ELSE CAST(?2 || path AS BLOB) END
            WHERE root = ?3
            """)
        update.bind(new, at: 1)
        update.bind(prefix, at: 2)
        update.bind(old, at: 3)
        try update.run()
    }
}
