import GRDB
package import PhotoModel
package import SystemPackage

/// The rows of `inferredPosition`, as those read them who ask where a photo was taken.
///
/// A file with a position of its own, or with one that is none, has no such row; were there one, it would not count:
/// the file's own word comes first wherever both are read.
enum InferredRows {
    /// Whether there is one at all. Where there is none, nobody looks for one.
    static func areAny(_ db: Database) throws -> Bool {
        let query = try PreparedQuery(db, "SELECT 1 FROM inferredPosition LIMIT 1")
        return try query.first { true } ?? false
    }

    /// The inferred value of a file that says nothing of its place, as SQL; NULL where there is none.
    private static func value(_ column: String, of file: String) -> String {
        """
        (SELECT i.\(column) FROM inferredPosition i
         WHERE i.file = \(file).id AND \(file).latitude IS NULL AND \(file).positionProblem IS NULL)
        """
    }

    /// A column of `file` with what was inferred where the file says nothing of its place.
    ///
    /// - Parameters:
    ///   - column: one of ``FileColumns/facts``.
    ///   - file: the table's alias.
    /// - Returns: SQL.
    static func column(_ column: String, of file: String) -> String {
        let own = "\(file).\(column)"
        switch column {
        case "latitude", "longitude": return "coalesce(\(own), \(value(column, of: file)))"
        case "horizontalAccuracy": return "coalesce(\(value("accuracy", of: file)), \(own))"
        case "positionSource": return "CASE WHEN \(value("file", of: file)) IS NULL THEN \(own) ELSE 'inferred' END"
        // The moment of a fix that gave no position is none of the position that was inferred.
        case "gpsTime": return "CASE WHEN \(value("file", of: file)) IS NULL THEN \(own) END"
        default: return own
        }
    }

    /// Whether the verdict on a group rests on an inferred position, as SQL: 1 or 0. A person's mark rests on nothing.
    ///
    /// - Parameters:
    ///   - group: SQL of the group's row.
    ///   - verdict: the alias of its verdict.
    /// - Returns: SQL.
    static func isInferred(group: String, verdict: String) -> String {
        "(\(verdict).reason IS NOT 'marked' AND EXISTS (\(sql(ofGroup: group))))"
    }

    /// The same where there may be none at all: 0 then, so that nobody looks for one.
    static func isInferred(group: String, verdict: String, in db: Database) throws -> String {
        try areAny(db) ? isInferred(group: group, verdict: verdict) : "0"
    }

    /// The inferred positions that count of a group.
    static func sql(ofGroup group: String) -> String {
        """
        SELECT 1 FROM file j CROSS JOIN inferredPosition i ON i.file = j.id
        WHERE j.assetGroup = \(group) AND j.latitude IS NULL AND j.positionProblem IS NULL
        """
    }

    /// A file says something else of its place or time than before, or is a new one: what others were inferred from may
    /// be otherwise, and their verdicts with it. Whoever wants verdicts judges anew.
    static func noteNewFacts(in db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM judgingBasis WHERE infers").execute()
    }

    /// A file was read again: what was inferred for it before holds no longer.
    static func drop(ofFile row: Int64, in db: Database) throws {
        let delete = try PreparedQuery(db, "DELETE FROM inferredPosition WHERE file = ?")
        delete.bind(row, at: 1)
        try delete.run()
    }
}

extension PhotoIndex {
    /// What the verdict on the group of a photo was inferred from: of the first of its files, the leader first, that
    /// has an inferred position.
    ///
    /// - Parameter path: as for ``photo(at:)``.
    /// - Returns: nil where the index knows no photo there, or nothing of its group was inferred.
    /// - Throws: `IndexError` where the index cannot be read.
    package func inferenceTrail(at path: FilePath) throws(IndexError) -> InferenceTrail? {
        try read { db in
            guard let group = try FileFinder(db).file(at: path.bytes)?.group else { return nil }
            let roots = try RootPaths.prefixes(db)
            let query = try PreparedQuery(
                db,
                """
                SELECT f.root, f.path, \(InferredWriting.columns.map { "i.\($0)" }.joined(separator: ", "))
                FROM assetGroup g CROSS JOIN file f ON f.assetGroup = g.id JOIN inferredPosition i ON i.file = f.id
                WHERE g.id = ? AND f.latitude IS NULL AND f.positionProblem IS NULL ORDER BY \(GroupMembers.order)
                """)
            query.bind(group, at: 1)
            let found = try query.first { () -> (FilePath, InferredPosition)? in
                let file = FilePath(bytes: (roots[query.integer(0)] ?? []) + query.bytes(1))
                return query.inferredPosition(from: 2).map { (file, $0) }
            }
            guard let (file, position) = found ?? nil else { return nil }
            return InferenceTrail(
                file: file, position: position, before: try Self.path(of: position.before.origin, roots, db),
                after: try Self.path(of: position.after.origin, roots, db))
        }
    }

    private static func path(
        of origin: InferredPosition.Origin, _ roots: [Int64: [UInt8]], _ db: Database
    ) throws -> FilePath? {
        switch origin {
        case .track(let row):
            let query = try PreparedQuery(db, "SELECT path FROM track WHERE id = ?")
            query.bind(row, at: 1)
            return try query.first { query.path(0) }
        case .photo(let row):
            let query = try PreparedQuery(db, "SELECT root, path FROM file WHERE id = ?")
            query.bind(row, at: 1)
            return try query.first { FilePath(bytes: (roots[query.integer(0)] ?? []) + query.bytes(1)) }
        }
    }
}
