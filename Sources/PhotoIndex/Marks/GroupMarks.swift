import GRDB
import PhotoModel
import SystemPackage

/// The marks that apply to groups. A personal mark on any member takes precedence. A sidecar's content carries no mark,
/// since many photos have the same edit; a decision on its path applies.
enum GroupMarks {
    /// Every marked group with its mark; as many as there are marked photos.
    static func all(_ db: Database) throws -> [Int64: Mark] {
        let query = try PreparedQuery(
            db,
            """
            SELECT f.assetGroup, min(m.verdict) FROM mark m CROSS JOIN file f ON f.content = m.content
            WHERE m.followsContent AND f.state = 'photo' GROUP BY 1
            """)
        var marks: [Int64: Mark] = [:]
        try query.forEachRow { marks[query.integer(0)] = try query.text(1).map(Mark.init(stored:)) }
        for group in try groupsOfMarkedPaths(db) { marks[group] = .personal }
        return marks
    }

    /// Selects the mark of the group `?1`; NULL if none of its files has one.
    static let ofGroup = """
        SELECT min(verdict) FROM (
          SELECT m.verdict FROM file f CROSS JOIN mark m ON m.content = f.content
            WHERE f.assetGroup = ?1 AND f.state = 'photo' AND m.followsContent
          UNION ALL
          SELECT m.verdict FROM file f CROSS JOIN root r ON r.id = f.root CROSS JOIN mark m
            ON m.path = \(FileFinder.path(of: "f", in: "r"))
            WHERE f.assetGroup = ?1 AND m.staysWithPath)
        """

    /// The mark of one group; nil if none of its files has one.
    static func mark(ofGroup group: Int64, in db: Database) throws -> Mark? {
        let query = try PreparedQuery(db, ofGroup)
        query.bind(group, at: 1)
        return try query.first { try query.text(0).map(Mark.init(stored:)) } ?? nil
    }

    /// The groups of files at paths that are personal whatever they contain.
    private static func groupsOfMarkedPaths(_ db: Database) throws -> Set<Int64> {
        var paths: [[UInt8]] = []
        let query = try PreparedQuery(db, "SELECT path FROM mark WHERE staysWithPath")
        try query.forEachRow { paths.append(query.bytes(0)) }
        let finder = try FileFinder(db)
        return Set(try paths.compactMap { try finder.file(at: $0)?.group })
    }
}

extension Mark {
    /// The mark that the index has stored as a word.
    ///
    /// - Throws: `DatabaseError` of a corrupt database for any other word: a photo whose mark cannot be read is not one
    ///   without a mark.
    init(stored word: String) throws {
        guard let mark = Mark(rawValue: word) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a mark in it is none of the words for marks")
        }
        self = mark
    }
}

/// Finds rows of files by their whole paths.
struct FileFinder {
    private let roots: RootPaths
    private let find: PreparedQuery

    /// SQL for the whole path of a row of `file`, in its row of `root`; both are names in the statement.
    static func path(of file: String, in root: String) -> String {
        "CAST(CASE \(root).path WHEN x'2f' THEN '' ELSE \(root).path END || x'2f' || \(file).path AS BLOB)"
    }

    init(_ db: Database) throws {
        roots = try RootPaths(db)
        find = try PreparedQuery(db, "SELECT id, assetGroup FROM file WHERE root = ? AND path = ?")
    }

    /// The row of the file at an absolute path, and its group if it is a photo; nil if the index has none.
    func file(at path: [UInt8]) throws -> (row: Int64, group: Int64?)? {
        guard let (root, below) = roots.find(path) else { return nil }
        find.bind(root, at: 1)
        find.bind(below, at: 2)
        return try find.first { (find.integer(0), find.optionalInteger(1)) }
    }
}

/// Whether a file of a group is held, photo or sidecar, by its content or its path. If nothing is held, no group is
/// examined.
struct GroupHolds {
    /// Selects the reasons of a group that is held, no row otherwise.
    ///
    /// - Parameter group: SQL for the group's row, from tables other than `hf`, `hr` and `hh`.
    /// - Returns: a statement.
    static func sql(ofGroup group: String) -> String {
        """
        SELECT hh.reason FROM file hf CROSS JOIN hold hh ON hh.content = hf.content
          WHERE hf.assetGroup = \(group) AND hh.followsContent
        UNION ALL
        SELECT hh.reason FROM file hf CROSS JOIN root hr ON hr.id = hf.root CROSS JOIN hold hh
          ON hh.path = \(FileFinder.path(of: "hf", in: "hr"))
          WHERE hf.assetGroup = \(group) AND hh.staysWithPath
        """
    }

    /// Whether anything is held.
    static func areAny(_ db: Database) throws -> Bool {
        try PreparedQuery(db, "SELECT 1 FROM hold LIMIT 1").first { true } ?? false
    }

    /// Selects the groups that are held, each once.
    static let groups = """
        SELECT f.assetGroup FROM hold h CROSS JOIN file f ON f.content = h.content
          WHERE h.followsContent AND f.assetGroup NOTNULL
        UNION
        SELECT f.assetGroup FROM hold h CROSS JOIN (
            SELECT id, CASE path WHEN x'2f' THEN path ELSE CAST(path || x'2f' AS BLOB) END AS prefix FROM root) r
          CROSS JOIN file f ON f.root = r.id AND f.path = substr(h.path, length(r.prefix) + 1)
          WHERE h.staysWithPath AND substr(h.path, 1, length(r.prefix)) = r.prefix AND f.assetGroup NOTNULL
        """

    /// The reasons for which a group is held.
    static func reasons(ofGroup group: Int64, in db: Database) throws -> Set<String> {
        let query = try PreparedQuery(db, sql(ofGroup: "?1"))
        query.bind(group, at: 1)
        var reasons: Set<String> = []
        try query.forEachRow { if let reason = query.text(0) { reasons.insert(reason) } }
        return reasons
    }

    private let find: PreparedQuery?

    init(_ db: Database) throws {
        find = try Self.areAny(db) ? PreparedQuery(db, Self.sql(ofGroup: "?1")) : nil
    }

    /// Whether a group is held.
    func hold(_ group: Int64) throws -> Bool {
        guard let find else { return false }
        find.bind(group, at: 1)
        return try find.first { true } ?? false
    }
}

/// The decisions that stay with paths, whatever these contain: all of them, or those below a directory. Takes memory in
/// proportion to these.
struct PathDecisions {
    let personal: Set<FilePath>
    /// Paths that are held, with the reasons.
    let held: [FilePath: String]

    init(_ db: Database, below directory: FilePath? = nil) throws {
        var condition: SQL = "staysWithPath"
        if let directory {
            condition = "staysWithPath AND \(Self.isBelow(directory, "path"))"
        }
        var personal: Set<FilePath> = []
        let marks = try db.query("SELECT path FROM mark WHERE \(condition)")
        try marks.forEachRow { personal.insert(FilePath(bytes: marks.bytes(0))) }
        var held: [FilePath: String] = [:]
        let holds = try db.query("SELECT path, reason FROM hold WHERE \(condition)")
        try holds.forEachRow { held[FilePath(bytes: holds.bytes(0))] = holds.text(1) }
        self.personal = personal
        self.held = held
    }

    /// Whether no path has one.
    var isEmpty: Bool { personal.isEmpty && held.isEmpty }

    /// Adds the decisions on a path to a hash, which stays the same if there is none.
    func hash(_ path: FilePath, into hasher: inout Hasher) {
        if personal.contains(path) { hasher.combine(Mark.personal) }
        if let reason = held[path] { hasher.combine(reason) }
    }

    /// The condition that a path, which is SQL, is below a directory.
    static func isBelow(_ directory: FilePath, _ path: String) -> SQL {
        let prefix = prefix(of: directory)
        let (first, end) = (prefix + [UInt8(ascii: "/")], prefix + [UInt8(ascii: "/") + 1])
        return "\(sql: path) > \(first) AND \(sql: path) < \(end)"
    }

    /// What precedes the slash in the paths of a directory: nothing for the top directory, which is that slash.
    static func prefix(of directory: FilePath) -> [UInt8] {
        directory.bytes == [UInt8(ascii: "/")] ? [] : directory.bytes
    }
}
