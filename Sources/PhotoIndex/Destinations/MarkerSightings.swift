import GRDB
package import PhotoModel
package import SystemPackage

extension PhotoIndex {
    /// The directories of the library in which scans found a marker; absolute, in the order of their roots.
    package func sightings(of marker: DestinationMarker) throws(IndexError) -> [FilePath] {
        try read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT r.path AS root, s.path AS below FROM markerSighting s JOIN root r ON r.id = s.root
                    WHERE s.marker = ? ORDER BY r.path, s.path
                    """,
                arguments: [marker.text])
            return try rows.map { row in try row.path("root").appending(bytes: row.bytes("below")) }
        }
    }
}

/// The destinations' markers that scans found in a root.
struct MarkerSightings {
    private let db: Database
    private let root: Int64

    init(_ db: Database, root: Int64) {
        self.db = db
        self.root = root
    }

    func note(_ sightings: [MarkerSighting]) throws {
        for sighting in sightings {
            try db.execute(
                sql: "INSERT OR REPLACE INTO markerSighting (root, path, marker) VALUES (?, ?, ?)",
                arguments: [root, Blob(sighting.directory), sighting.marker.text])
        }
    }

    /// Removes directories without a marker that a scan read completely, or that no longer exist.
    func forget(except sightings: [MarkerSighting], wasRead: (_ directory: [UInt8]) -> Bool) throws {
        let known = try Blob.fetchAll(db, sql: "SELECT path FROM markerSighting WHERE root = ?", arguments: [root])
        if known.isEmpty { return }
        let seen = Set(sightings.map(\.directory))
        for directory in known where !seen.contains(directory.bytes) && wasRead(directory.bytes) {
            try db.execute(
                sql: "DELETE FROM markerSighting WHERE root = ? AND path = ?", arguments: [root, directory])
        }
    }

    /// Moves the sightings in one root to a directory of another. `prefix` ends with a slash.
    static func move(from old: Int64, to new: Int64, below prefix: [UInt8], in db: Database) throws {
        try db.execute(
            sql: """
                UPDATE markerSighting SET root = ?1,
                  path = CASE WHEN length(path) = 0 THEN substr(?2, 1, length(?2) - 1) ELSE CAST(?2 || path AS BLOB) END
                WHERE root = ?3
                """,
            arguments: [new, Blob(prefix), old])
    }
}

/// Finds directories of the library that may be a destination, reached through a mount or a share.
extension PhotoIndex {
    /// The directories that contain an entry with one of some names, as far as scans found files there. Every path of
    /// the index is examined.
    ///
    /// - Returns: absolute paths, each once.
    package func directories(withAnyOf names: Set<[UInt8]>) throws(IndexError) -> Set<FilePath> {
        if names.isEmpty { return [] }
        let lengths = Set(names.map(\.count))
        return try read { db in
            let query = try PreparedQuery(db, "SELECT r.path, f.path FROM file f JOIN root r ON r.id = f.root")
            var found: Set<FilePath> = []
            try query.forEachRow {
                let path = query.bytes(1)
                var start = 0
                while start < path.count {
                    let end = path[start...].firstIndex(of: UInt8(ascii: "/")) ?? path.count
                    if lengths.contains(end - start), names.contains(Array(path[start..<end])) {
                        let directory = Array(path[..<max(start - 1, 0)])
                        found.insert(FilePath(bytes: query.bytes(0)).appending(bytes: directory))
                    }
                    start = end + 1
                }
            }
            return found
        }
    }

    /// The directories below which a photo has a path. If the path is also one below a destination, and the destination
    /// is one of these directories, a copy at that path is the photo itself.
    ///
    /// - Parameters:
    ///   - target: a relative path.
    ///   - size: the photo's size in bytes.
    /// - Returns: absolute paths; some may be above a root.
    package func directories(above target: FilePath, ofSize size: Int64) throws(IndexError) -> Set<FilePath> {
        let tail = [UInt8(ascii: "/")] + target.bytes
        return try read { db in
            let query = try PreparedQuery(
                db,
                """
                SELECT r.path, f.path FROM file f JOIN root r ON r.id = f.root
                WHERE f.size = ? AND f.state = 'photo' AND f.goneAt IS NULL
                """)
            query.bind(size, at: 1)
            var found: Set<FilePath> = []
            try query.forEachRow {
                let path = FilePath(bytes: query.bytes(0)).appending(bytes: query.bytes(1)).bytes
                if path.suffix(tail.count).elementsEqual(tail) {
                    found.insert(FilePath(bytes: path.count > tail.count ? Array(path.dropLast(tail.count)) : [0x2F]))
                }
            }
            return found
        }
    }

    /// Records that a directory contains a destination's marker, as a scan that finds it would; does nothing if it is
    /// in no root.
    package func noteSighting(of marker: DestinationMarker, in directory: FilePath) throws(IndexError) {
        guard let root = try roots().first(where: { directory.starts(with: $0.path) }) else { return }
        try write(.notes) { db in
            try MarkerSightings(db, root: root.id).note([
                MarkerSighting(directory: directory.bytes(below: root.path), marker: marker)
            ])
        }
    }
}
