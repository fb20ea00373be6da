import GRDB
import PhotoModel
package import SystemPackage

/// The places where photos were first seen. Every root is one, and stays one for a while after it is no longer a root,
/// with the photos that it had.
enum RootPlaces {
    /// Makes a new root a place.
    static func make(root: Int64, at path: FilePath, in db: Database) throws {
        let insert = try PreparedQuery(db, "INSERT INTO place (root, path) VALUES (?, ?)")
        insert.bind(root, at: 1)
        insert.bind(path.bytes, at: 2)
        try insert.run()
    }

    /// Records a root's new path.
    static func rename(root: Int64, to path: FilePath, in db: Database) throws {
        let update = try PreparedQuery(db, "UPDATE place SET path = ? WHERE root = ?")
        update.bind(path.bytes, at: 1)
        update.bind(root, at: 2)
        try update.run()
    }

    /// Records that a root is no longer one, and which photos it had: those that exist, and those that were recently
    /// lost, since a scan may have found moved photos gone. Removed photos are not included.
    static func end(root: Int64, at now: Int64, in db: Database) throws {
        let now = try LatestMoment.atLeast(now, in: db)
        let keep = try PreparedQuery(
            db,
            """
            INSERT OR IGNORE INTO formerFile (size, digest, inode, place)
            SELECT f.size, f.digest, f.inode, p.id FROM file f JOIN place p ON p.root = f.root
            WHERE f.root = ?1 AND f.state = 'photo' AND (f.goneAt IS NULL OR f.goneAt >= ?2 AND NOT \(wasRemoved))
            """)
        keep.bind(root, at: 1)
        keep.bind(now.subtractingReportingOverflow(RemovalCap.span).partialValue, at: 2)
        try keep.run()
        let end = try PreparedQuery(db, "UPDATE place SET root = NULL, until = ? WHERE root = ?")
        end.bind(now, at: 1)
        end.bind(root, at: 2)
        try end.run()
    }

    /// Whether a purge removed the group of the file `f` and it is not back.
    static let wasRemoved = """
        EXISTS (SELECT 1 FROM action a WHERE a.assetGroup = f.assetGroup AND \(Removals.areThese)
          AND NOT \(Removals.areUndone))
        """

    /// Forgets the files of places that have long not been roots.
    static func dropOld(until: Int64, in db: Database) throws {
        let drop = try PreparedQuery(
            db, "DELETE FROM formerFile WHERE place IN (SELECT id FROM place WHERE until < ?)")
        drop.bind(until, at: 1)
        try drop.run()
    }
}

/// Determines the place of a path at a moment by the paths of the places: for files of which nothing else is known.
struct PlacePaths {
    private let places: [(id: Int64, path: FilePath, until: Int64)]

    /// The places that are roots, or have been since a moment.
    init(_ db: Database, since: Int64) throws {
        var places: [(id: Int64, path: FilePath, until: Int64)] = []
        let query = try PreparedQuery(db, "SELECT id, path, until FROM place WHERE root NOTNULL OR until >= ?")
        query.bind(since, at: 1)
        try query.forEachRow { places.append((query.integer(0), query.path(1), query.optionalInteger(2) ?? .max)) }
        self.places = places
    }

    /// The place of an absolute path at a moment: of those that had not ended, the one that ended first. Nil if there
    /// is none.
    func find(_ path: FilePath, at moment: Int64) -> Int64? {
        places.filter { $0.until >= moment && path.starts(with: $0.path) }
            .min { ($0.until, $1.path.length) < ($1.until, $0.path.length) }?.id
    }
}

extension PhotoIndex {
    /// The places where photos were first seen since a moment, even if their roots were forgotten, split, renamed or
    /// moved, or they themselves were moved.
    ///
    /// - Parameters:
    ///   - paths: photos in the index; absolute.
    ///   - since: nanoseconds since 1970-01-01T00:00:00Z.
    ///   - isThere: whether anything has a path. Called for files that no scan has found gone yet.
    /// - Returns: for each path, in order, the place's row; nil if the index has no photo there.
    /// - Throws: `IndexError` where the index cannot be read.
    package func firstPlaces(
        of paths: [FilePath], since: Int64, isThere: (FilePath) -> Bool
    ) throws(IndexError) -> [Int64?] {
        try read { db in
            let places = try FirstPlaces(db, since: since)
            return try paths.map { try places.place(of: $0, isThere: isThere) }
        }
    }
}

/// Determines where photos were first seen.
private struct FirstPlaces {
    /// What identifies a file.
    private struct Known {
        let root: Int64
        let size: Int64
        let digest: Int64
        let inode: Int64
        /// Whether its times and its file system allow that it was moved since.
        let mayHaveMoved: Bool
    }

    /// A place where such a file was, until some moment.
    private struct Former {
        let place: Int64
        let until: Int64
    }

    private let roots: RootPaths
    private let since: Int64
    private let hasHistory: Bool
    private let placeOfRoot: [Int64: Int64]
    private let pathOfRoot: [Int64: FilePath]
    private let known: PreparedQuery
    private let former: PreparedQuery
    private let gone: PreparedQuery
    private let elsewhere: PreparedQuery

    init(_ db: Database, since: Int64) throws {
        roots = try RootPaths(db)
        self.since = since
        var (places, paths): ([Int64: Int64], [Int64: FilePath]) = ([:], [:])
        let query = try PreparedQuery(db, "SELECT root, id, path FROM place WHERE root NOTNULL")
        try query.forEachRow {
            places[query.integer(0)] = query.integer(1)
            paths[query.integer(0)] = query.path(2)
        }
        (placeOfRoot, pathOfRoot) = (places, paths)
        let any = try PreparedQuery(db, "SELECT 1 FROM place WHERE root IS NULL AND until >= ?")
        any.bind(since, at: 1)
        hasHistory = try places.count > 1 || any.first { true } ?? false
        known = try PreparedQuery(
            db,
            """
            SELECT f.root, f.size, f.digest, f.inode, f.changed >= ?3 OR NOT s.keepsInodes
            FROM file f JOIN fileSystem s ON s.id = f.fileSystem WHERE f.root = ?1 AND f.path = ?2
            """)
        former = try PreparedQuery(
            db,
            """
            SELECT p.id, p.until FROM formerFile o JOIN place p ON p.id = o.place
            WHERE o.size = ?1 AND o.digest = ?2 AND (?3 OR o.inode = ?4) AND p.until >= ?5
            """)
        gone = try PreparedQuery(
            db,
            """
            SELECT f.root, f.goneAt FROM file f
            WHERE f.size = ?1 AND f.digest = ?2 AND (?3 OR f.inode = ?4) AND f.root <> ?6
              AND f.state = 'photo' AND f.goneAt >= ?5 AND NOT \(RootPlaces.wasRemoved)
            """)
        elsewhere = try PreparedQuery(
            db,
            """
            SELECT f.root, f.path FROM file f
            WHERE f.size = ?1 AND f.digest = ?2 AND (?3 OR f.inode = ?4) AND f.root <> ?5
              AND f.state = 'photo' AND f.goneAt IS NULL
            """)
    }

    func place(of path: FilePath, isThere: (FilePath) -> Bool) throws -> Int64? {
        guard let (root, below) = roots.find(path.bytes) else { return nil }
        let own = placeOfRoot[root]
        guard hasHistory, let file = try file(root, below) else { return own }
        let before = try formerPlaces(of: file) + lostPlaces(of: file) + movedPlaces(of: file, isThere)
        return before.min { $0.until < $1.until }?.place ?? own
    }

    private func file(_ root: Int64, _ below: [UInt8]) throws -> Known? {
        known.bind(root, at: 1)
        known.bind(below, at: 2)
        known.bind(since, at: 3)
        return try known.first {
            Known(
                root: known.integer(0), size: known.integer(1), digest: known.integer(2), inode: known.integer(3),
                mayHaveMoved: known.bool(4))
        }
    }

    private func bind(_ file: Known, to query: PreparedQuery) {
        query.bind(file.size, at: 1)
        query.bind(file.digest, at: 2)
        query.bind(file.mayHaveMoved, at: 3)
        query.bind(file.inode, at: 4)
    }

    /// Where it was before a root was forgotten or became part of another.
    private func formerPlaces(of file: Known) throws -> [Former] {
        bind(file, to: former)
        former.bind(since, at: 5)
        var found: [Former] = []
        try former.forEachRow { found.append(Former(place: former.integer(0), until: former.integer(1))) }
        return found
    }

    /// Where it was before a scan found it gone.
    private func lostPlaces(of file: Known) throws -> [Former] {
        bind(file, to: gone)
        gone.bind(since, at: 5)
        gone.bind(file.root, at: 6)
        var found: [Former] = []
        try gone.forEachRow {
            if let place = placeOfRoot[gone.integer(0)] { found.append(Former(place: place, until: gone.integer(1))) }
        }
        return found
    }

    /// Where it still is according to the index, but not on the disk.
    private func movedPlaces(of file: Known, _ isThere: (FilePath) -> Bool) throws -> [Former] {
        bind(file, to: elsewhere)
        elsewhere.bind(file.root, at: 5)
        var found: [Former] = []
        try elsewhere.forEachRow {
            let root = elsewhere.integer(0)
            guard let place = placeOfRoot[root], let path = pathOfRoot[root],
                !isThere(path.appending(bytes: elsewhere.bytes(1)))
            else { return }
            found.append(Former(place: place, until: .max))
        }
        return found
    }
}
