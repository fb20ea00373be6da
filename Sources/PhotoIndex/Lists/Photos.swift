import GRDB
package import PhotoModel
package import SystemPackage

extension PhotoIndex {
    /// Passes each photo of a selection to `body`, in the selection's order, until `body` returns false. Photos that
    /// are gone are not included.
    ///
    /// One photo at a time is in memory. `body` sees the state of the index at the first photo; writers are not
    /// blocked. A reversed order also reverses ties; photos without a time stay last.
    ///
    /// - Parameter body: returns whether to go on.
    package func photos(
        matching selection: PhotoSelection, _ body: (Photo) throws -> Bool
    ) throws {
        try stream(to: body) { db, give in try PhotoStream(selection, db).run { photo, _ in give(photo) } }
    }

    /// The same with whether each photo counts as uploaded, as in ``PhotoSelection/Upload/isDone``.
    package func photos(
        matching selection: PhotoSelection, unsentSidecars: Set<SidecarFormat>,
        _ body: (_ photo: Photo, _ isUploaded: Bool) throws -> Bool
    ) throws {
        try stream { (photo, isUploaded) in
            try body(photo, isUploaded)
        } _: { db, give in
            let uploaded = try UploadedRows(unsentSidecars: unsentSidecars, db)
            try PhotoStream(selection, db).run { photo, row in try give((photo, uploaded.contains(row))) }
        }
    }

    /// The number of photos that ``photos(matching:_:)`` passes on. Makes no photos.
    package func count(of selection: PhotoSelection) throws(IndexError) -> Int {
        try read { db in
            let place = try FileColumns.list(["latitude", "longitude"], of: "f", withInferredIn: db)
            let rows = try SelectedRows(
                selection, filter: PhotoFilter(selection), columns: "f.root, f.path, \(place)", place: 2,
                cameras: CameraNames(db), db)
            var count = 0
            try rows.forEachInAnyOrder { _ in count += 1 }
            return min(count, selection.limit ?? count)
        }
    }

    /// The query plan for a selection, to find out why it is slow: SQLite's EXPLAIN QUERY PLAN, a line for each step.
    package func queryPlan(of selection: PhotoSelection) throws(IndexError) -> [String] {
        try read { db in
            try PhotoStream(selection, db).rows.plan()
        }
    }

    /// The photo at a path; nil if the index has none there, or if it is gone.
    ///
    /// - Parameters:
    ///   - path: absolute, with links resolved except in the last name.
    ///   - includingGone: whether one that is gone is returned as it was.
    package func photo(at path: FilePath, includingGone: Bool = false) throws(IndexError) -> Photo? {
        try photos(at: [path], includingGone: includingGone)[path]
    }

    /// The same for many paths, in one state of the index; faster than one by one.
    package func photos(
        at paths: [FilePath], includingGone: Bool = false
    ) throws(IndexError) -> [FilePath: Photo] {
        try read { db in
            let roots = try RootPaths(db)
            let query = try PreparedQuery(
                db,
                """
                SELECT \(PhotoQuery.columns(db)) FROM \(PhotoQuery.tables)
                WHERE f.root = ? AND f.path = ? AND f.state = 'photo'\(includingGone ? "" : " AND f.goneAt IS NULL")
                """)
            let directories = Set(paths.map { $0.removingLastComponent() })
            let row = try PhotoRow(
                db, cameras: CameraNames(db), in: directories.count == 1 ? directories.first : nil)
            var photos: [FilePath: Photo] = [:]
            for path in paths {
                guard let (root, below) = roots.find(path.bytes) else { continue }
                query.bind(root, at: 1)
                query.bind(below, at: 2)
                photos[path] = try query.first { try row.photo(query) } ?? nil
            }
            return photos
        }
    }
}

extension PhotoIndex {
    /// Passes the photos at paths to `body`, in their order, with whether each counts as uploaded as in
    /// ``PhotoSelection/Upload/isDone``. Paths at which the index has no photo, or one that is gone, are passed over.
    ///
    /// - Parameters:
    ///   - paths: as for ``photo(at:includingGone:)``.
    ///   - unsentSidecars: as in ``PhotoSelection/Upload/unsentSidecars``.
    package func photos(
        at paths: [FilePath], unsentSidecars: Set<SidecarFormat>,
        _ body: (_ photo: Photo, _ isUploaded: Bool) throws -> Void
    ) throws {
        let roots = try roots()
        try stream { (photo, isUploaded) in
            try body(photo, isUploaded)
            return true
        } _: { db, give in
            let query = try PreparedQuery(
                db,
                """
                SELECT \(PhotoQuery.columns(db)), \(PhotoQuery.isUploaded(unsentSidecars: unsentSidecars))
                FROM \(PhotoQuery.tables)
                WHERE f.root = ? AND f.path = ? AND f.state = 'photo' AND f.goneAt IS NULL
                """)
            let row = try PhotoRow(db, cameras: CameraNames(db))
            for path in paths {
                guard let root = roots.first(where: { path.isWithin($0.path) }) else { continue }
                query.bind(root.id, at: 1)
                query.bind(path.bytes(below: root.path), at: 2)
                let found = try query.first { try row.photo(query).map { ($0, query.bool(PhotoRow.columnCount)) } }
                if let found = found ?? nil, !give(found) { return }
            }
        }
    }

    /// Passes the path of each photo that is not gone to `body`, in no particular order, with a hash of all that
    /// ``photos(at:unsentSidecars:_:)`` tells of it. Hashes can be compared within one process only: they differ where
    /// any of that differs.
    ///
    /// Reads them with one statement and makes no photos, in less than half the time. SQLite says that the index has
    /// changed, but not what; triggers that count changes would slow down every scan.
    ///
    /// - Parameter unsentSidecars: as in ``PhotoSelection/Upload/unsentSidecars``.
    package func photoHashes(
        unsentSidecars: Set<SidecarFormat>, _ body: (_ path: FilePath, _ hash: Int) -> Void
    ) throws(IndexError) {
        try read { db in
            let cameras = try CameraNames(db)
            let columns = try "\(PhotoQuery.columns(db)), \(PhotoQuery.isUploaded(unsentSidecars: unsentSidecars))"
            let all = try PhotoQuery(PhotoSelection(), cameras: cameras, columns: columns, taken: TakenColumn(db))
                .prepareUnordered(in: db)
            let row = try PhotoRow(db, cameras: cameras)
            try all.forEachRow { if let (path, hash) = try row.hash(all) { body(path, hash) } }
        }
    }

    /// The photos among files whose bytes are known, as the index knows them: who finds one with the same fingerprint
    /// need not read it again. Only on file systems that keep inodes, where every change shows in the times.
    ///
    /// - Parameters:
    ///   - paths: absolute, with links resolved except in the last name.
    ///   - areRemoved: whether to look among photos that a purge removed and that are not back, as they were then.
    /// - Returns: the photos, by path; fewer than the paths.
    package func hashedPhotos(
        at paths: [FilePath], areRemoved: Bool = false
    ) throws(IndexError) -> [FilePath: HashedFile] {
        let isMeant = areRemoved ? "f.goneAt NOTNULL AND \(Removals.haveFile)" : "f.goneAt IS NULL AND s.keepsInodes"
        return try read { db in
            let roots = try RootPaths(db)
            let row = try PreparedQuery(
                db,
                """
                SELECT c.sha256, f.size, f.modified, f.changed, f.inode, f.digest
                FROM file f CROSS JOIN content c ON c.id = f.content
                CROSS JOIN fileSystem s ON s.id = f.fileSystem
                WHERE f.root = ? AND f.path = ? AND f.state = 'photo' AND \(isMeant)
                """)
            var found: [FilePath: HashedFile] = [:]
            for path in paths {
                guard let (root, below) = roots.find(path.bytes) else { continue }
                row.bind(root, at: 1)
                row.bind(below, at: 2)
                found[path] = try row.first {
                    HashedFile(
                        path: path, sha256: row.bytes(0),
                        fingerprint: Fingerprint(
                            size: row.integer(1), modified: row.integer(2), changed: row.integer(3),
                            inode: UInt64(bitPattern: row.integer(4))),
                        digest: UInt64(bitPattern: row.integer(5)))
                }
            }
            return found
        }
    }
}

/// The photos of a selection, in its order.
struct PhotoStream {
    private let limit: Int
    fileprivate let rows: SelectedRows
    private let row: PhotoRow

    init(_ selection: PhotoSelection, _ db: Database) throws {
        limit = selection.limit ?? .max
        let cameras = try CameraNames(db)
        rows = try SelectedRows(
            selection, filter: PhotoFilter(selection), columns: "\(PhotoQuery.columns(db)), f.id",
            place: PhotoRow.placeColumn, cameras: cameras, db)
        row = try PhotoRow(db, cameras: cameras)
    }

    /// Calls `body` with each photo and the row of its file, until it returns false.
    func run(_ body: (_ photo: Photo, _ row: Int64) throws -> Bool) throws {
        var left = limit
        if left == 0 { return }
        try rows.forEach { current in
            guard let photo = try row.photo(current) else { return true }
            left -= 1
            return try body(photo, current.integer(PhotoRow.columnCount)) && left > 0
        }
    }
}

/// Which photos count as uploaded, as in ``PhotoSelection/Upload/isDone``. Asked only of those that may, which are few
/// in most libraries.
private struct UploadedRows {
    private let candidates = RowSet()
    private let query: PreparedQuery

    init(unsentSidecars: Set<SidecarFormat>, _ db: Database) throws {
        // Before the first scan has made the indexes, all are asked of.
        if try SecondaryIndexes.areComplete(db) { try RowFinder.uploaded.fill(candidates, db) }
        query = try PreparedQuery(
            db,
            """
            SELECT \(PhotoQuery.isUploaded(unsentSidecars: unsentSidecars)) FROM \(PhotoQuery.tables) WHERE f.id = ?
            """)
    }

    func contains(_ row: Int64) throws -> Bool {
        guard candidates.contains(row) else { return false }
        query.bind(row, at: 1)
        return try query.first { query.bool(0) } ?? false
    }
}

extension PhotoIndex {
    /// When and where the photos of a selection were taken, for those that are not gone and whose position is precise
    /// enough to identify a place, in no particular order. Reads them with one statement, without making photos.
    ///
    /// - Parameter selection: which photos; its order and limit are ignored.
    /// - Returns: 16 bytes a photo.
    package func sightings(matching selection: PhotoSelection) throws(IndexError) -> [Sighting] {
        try read { db in
            let rows = try SelectedRows(
                selection, filter: PhotoFilter(selection),
                columns: "f.root, f.path, \(JudgingRow.columns)", place: 2, cameras: CameraNames(db), db)
            var row = JudgingRow()
            var sightings: [Sighting] = []
            try rows.forEachInAnyOrder { current in
                if current.isNull(2) { return }
                row.read(current, from: 2)
                if let sighting = Sighting(row.facts[0]) { sightings.append(sighting) }
            }
            return sightings
        }
    }
}
