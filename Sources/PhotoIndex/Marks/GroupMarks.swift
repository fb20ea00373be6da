import GRDB
import PhotoModel

/// The marks that hold for groups: any personal one of a member wins. A sidecar's content marks nothing: many photos have
/// the same edit. What was said at its path holds.
enum GroupMarks {
    /// Every marked group with its mark; as large as there are marked photos.
    static func all(_ db: Database) throws -> [Int64: Mark] {
        let query = try PreparedQuery(
            db,
            """
            SELECT f.assetGroup, min(m.verdict) FROM mark m CROSS JOIN file f ON f.content = m.content
            WHERE m.followsContent AND f.state = 'photo' GROUP BY 1
            """)
        var marks: [Int64: Mark] = [:]
        try query.forEachRow { marks[query.integer(0)] = query.text(1).flatMap(Mark.init) }
        for group in try groupsOfMarkedPaths(db) { marks[group] = .personal }
        return marks
    }

    /// The mark of one group; nil where none of its files has one.
    static func mark(ofGroup group: Int64, in db: Database) throws -> Mark? {
        let query = try PreparedQuery(
            db,
            """
            SELECT min(verdict) FROM (
              SELECT m.verdict FROM file f CROSS JOIN mark m ON m.content = f.content
                WHERE f.assetGroup = ?1 AND f.state = 'photo' AND m.followsContent
              UNION ALL
              SELECT m.verdict FROM file f CROSS JOIN root r ON r.id = f.root CROSS JOIN mark m
                ON m.path = CAST(CASE r.path WHEN x'2f' THEN '' ELSE r.path END || x'2f' || f.path AS BLOB)
                WHERE f.assetGroup = ?1 AND m.staysWithPath)
            """)
        query.bind(group, at: 1)
        return try query.first { query.text(0).flatMap(Mark.init) } ?? nil
    }

    /// The groups of the files at paths that are personal whatever lies there.
    private static func groupsOfMarkedPaths(_ db: Database) throws -> Set<Int64> {
        var paths: [[UInt8]] = []
        let query = try PreparedQuery(db, "SELECT path FROM mark WHERE staysWithPath")
        try query.forEachRow { paths.append(query.bytes(0)) }
        let finder = try FileFinder(db)
        return Set(try paths.compactMap { try finder.file(at: $0)?.group })
    }
}

/// Finds rows of files by their whole paths.
struct FileFinder {
    private let roots: RootPaths
    private let find: PreparedQuery

    init(_ db: Database) throws {
        roots = try RootPaths(db)
        find = try PreparedQuery(db, "SELECT id, assetGroup FROM file WHERE root = ? AND path = ?")
    }

    /// The row of the file at an absolute path, and its group where it is a photo; nil where the index has none.
    func file(at path: [UInt8]) throws -> (row: Int64, group: Int64?)? {
        guard let (root, below) = roots.find(path) else { return nil }
        find.bind(root, at: 1)
        find.bind(below, at: 2)
        return try find.first { (find.integer(0), find.optionalInteger(1)) }
    }
}
