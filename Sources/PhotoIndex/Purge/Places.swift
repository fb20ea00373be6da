import GRDB
import PhotoModel
import SystemPackage

/// The places where photos were first seen: every root is one, and goes on being one for a while when it is a root no
/// longer, with the photos that it had.
enum Places {
    /// Makes a new root a place.
    static func make(root: Int64, at path: FilePath, in db: Database) throws {
        let insert = try PreparedQuery(db, "INSERT INTO place (root, path) VALUES (?, ?)")
        insert.bind(root, at: 1)
        insert.bind(path.bytes, at: 2)
        try insert.run()
    }

    /// Notes that a root is found under another path.
    static func rename(root: Int64, to path: FilePath, in db: Database) throws {
        let update = try PreparedQuery(db, "UPDATE place SET path = ? WHERE root = ?")
        update.bind(path.bytes, at: 1)
        update.bind(root, at: 2)
        try update.run()
    }

    /// Notes that a root is one no longer, and which photos it had: those that are there, and those that were lost lately,
    /// since a scan may have found them gone that were moved. What was removed is no photo of its any more.
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

    /// Whether a purge removed the group of the file `f`, and nobody brought it back.
    static let wasRemoved = """
        EXISTS (SELECT 1 FROM action a WHERE a.assetGroup = f.assetGroup AND \(Removals.areThese)
          AND NOT \(Removals.areUndone))
        """

    /// Forgets what places had that are roots no longer since long.
    static func dropOld(until: Int64, in db: Database) throws {
        let drop = try PreparedQuery(
            db, "DELETE FROM formerFile WHERE place IN (SELECT id FROM place WHERE until < ?)")
        drop.bind(until, at: 1)
        try drop.run()
    }
}

/// Tells which place a path belonged to at a moment, by the paths of the places themselves: for files of which nothing more
/// is known.
struct PlacePaths {
    private let places: [(id: Int64, path: FilePath, until: Int64)]

    /// The places that are roots, or were since a moment.
    init(_ db: Database, since: Int64) throws {
        var places: [(id: Int64, path: FilePath, until: Int64)] = []
        let query = try PreparedQuery(db, "SELECT id, path, until FROM place WHERE root NOTNULL OR until >= ?")
        query.bind(since, at: 1)
        try query.forEachRow { places.append((query.integer(0), query.path(1), query.optionalInteger(2) ?? .max)) }
        self.places = places
    }

    /// The place that an absolute path lay in at a moment: the one that ended first of those that had not ended. Nil for
    /// one in none.
    func find(_ path: FilePath, at moment: Int64) -> Int64? {
        places.filter { $0.until >= moment && path.starts(with: $0.path) }
            .min { ($0.until, $1.path.length) < ($1.until, $0.path.length) }?.id
    }
}
