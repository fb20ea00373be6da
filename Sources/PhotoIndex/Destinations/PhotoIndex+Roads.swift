import GRDB
package import PhotoModel
package import SystemPackage

/// Which directories of the library may be a destination, reached by another road: a mount, a share.
extension PhotoIndex {
    /// The directories that have one of some names in them, as far as scans came across files there.
    ///
    /// - Parameter names: of files and directories.
    /// - Returns: absolute paths, each once.
    /// - Throws: what befalls a read. Every path of the index is looked at.
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

    /// The directories below which a photo has a path: where the path is one below a destination, and the destination one
    /// of these, a copy there is that photo.
    ///
    /// - Parameters:
    ///   - target: a relative path.
    ///   - size: the photo's bytes.
    /// - Returns: absolute paths; some may lie above a root.
    /// - Throws: what befalls a read.
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

    /// Notes that a destination's marker lies in a directory, as a scan does that comes across it; nothing where that is in
    /// no root.
    package func noteSighting(of marker: DestinationMarker, in directory: FilePath) throws(IndexError) {
        guard let root = try roots().first(where: { directory.starts(with: $0.path) }) else { return }
        try write(.notes) { db in
            try MarkerSightings(db, root: root.id).note([
                MarkerSighting(directory: directory.bytes(below: root.path), marker: marker)
            ])
        }
    }
}
