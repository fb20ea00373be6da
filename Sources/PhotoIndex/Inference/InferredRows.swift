import GRDB
package import PhotoModel
package import SystemPackage

/// SQL for reading `inferredPosition`.
///
/// A file that records a position, even an invalid one, has no row. If it had one, the row would be ignored: all
/// reading prefers the file's own position.
enum InferredRows {
    /// Whether there are any rows. If not, callers skip reading them.
    static func areAny(_ db: Database) throws -> Bool {
        let query = try PreparedQuery(db, "SELECT 1 FROM inferredPosition LIMIT 1")
        return try query.first { true } ?? false
    }

    /// The inferred value for a file without a position, as SQL; NULL if there is none.
    private static func value(_ column: String, of file: String) -> String {
        """
        (SELECT i.\(column) FROM inferredPosition i
         WHERE i.file = \(file).id AND \(file).latitude IS NULL AND \(file).positionProblem IS NULL)
        """
    }

    /// A column of `file`, replaced by the inferred value if the file has no position.
    ///
    /// - Parameters:
    ///   - column: one of ``FileColumns/facts``.
    ///   - file: the table's alias.
    static func column(_ column: String, of file: String) -> String {
        let own = "\(file).\(column)"
        switch column {
        case "latitude", "longitude": return "coalesce(\(own), \(value(column, of: file)))"
        case "horizontalAccuracy": return "coalesce(\(value("accuracy", of: file)), \(own))"
        case "positionSource": return "CASE WHEN \(value("file", of: file)) IS NULL THEN \(own) ELSE 'inferred' END"
        // The time of a fix without a position does not belong to the inferred position.
        case "gpsTime": return "CASE WHEN \(value("file", of: file)) IS NULL THEN \(own) END"
        default: return own
        }
    }

    /// Whether the verdict on a group depends on an inferred position, as SQL: 1 or 0. A mark depends on none.
    ///
    /// - Parameters:
    ///   - group: the group's row, as SQL.
    ///   - verdict: the alias of the group's verdict.
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

    /// Records that a file is new or its position or time has changed. Positions inferred from it, and verdicts based
    /// on those, may change, so the recorded judging basis is deleted.
    static func noteNewFacts(in db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM judgingBasis WHERE infers").execute()
    }

    /// Deletes the position inferred for a file that was read again.
    static func drop(ofFile row: Int64, in db: Database) throws {
        let delete = try PreparedQuery(db, "DELETE FROM inferredPosition WHERE file = ?")
        delete.bind(row, at: 1)
        try delete.run()
    }
}

extension PhotoIndex {
    /// Returns how the verdict on a photo's group was inferred: the inferred position of the first of its files that
    /// has one, starting with the leader.
    ///
    /// - Parameter path: as for ``photo(at:)``.
    /// - Returns: nil if the index has no photo there, or nothing was inferred for its group.
    package func inferenceTrail(at path: FilePath) throws(IndexError) -> InferenceTrail? {
        try inferenceTrails(at: [path])[path]
    }

    /// The same for many paths, in one state of the index; faster than one by one.
    package func inferenceTrails(at paths: [FilePath]) throws(IndexError) -> [FilePath: InferenceTrail] {
        try read { db in
            let finder = try FileFinder(db)
            let roots = try RootPaths.prefixes(db)
            let query = try PreparedQuery(
                db,
                """
                SELECT f.root, f.path, \(InferredWriting.columns.map { "i.\($0)" }.joined(separator: ", "))
                FROM assetGroup g CROSS JOIN file f ON f.assetGroup = g.id JOIN inferredPosition i ON i.file = f.id
                WHERE g.id = ? AND f.latitude IS NULL AND f.positionProblem IS NULL ORDER BY \(GroupMembers.order)
                """)
            var trails: [FilePath: InferenceTrail] = [:]
            for path in paths {
                guard let group = try finder.file(at: path.bytes)?.group else { continue }
                query.bind(group, at: 1)
                let found = try query.first { () -> (FilePath, InferredPosition)? in
                    let file = FilePath(bytes: (roots[query.integer(0)] ?? []) + query.bytes(1))
                    return query.inferredPosition(from: 2).map { (file, $0) }
                }
                guard let (file, position) = found ?? nil else { continue }
                trails[path] = InferenceTrail(
                    file: file, position: position, before: try Self.path(of: position.before.origin, roots, db),
                    after: try Self.path(of: position.after.origin, roots, db))
            }
            return trails
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
