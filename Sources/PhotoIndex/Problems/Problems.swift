import GRDB
package import PhotoModel
package import SystemPackage

/// A problem reported by scans, as the index keeps it. It is reported again only when it changes: a night's mail says
/// what is new. It belongs to the root and not to a file's row, since an unreadable directory has none. The exit status
/// stays 3 for known problems: a script has no memory.
package struct KnownProblem: Hashable, Sendable {
    /// The finding, without a remedy.
    package let finding: Finding
    /// When a scan first reported it, in nanoseconds since 1970-01-01T00:00:00Z.
    package let since: Int64
    /// When a scan last reported it.
    package let seen: Int64
    /// The file as a person accepted it; nil if it was not accepted.
    package let accepted: AcceptedFile?
}

/// The state of a file whose problem a person accepted.
package struct AcceptedFile: Hashable, Sendable {
    /// Bytes.
    package let size: Int64
    /// When the content was last changed, in nanoseconds since 1970-01-01T00:00:00Z.
    package let modified: Int64

    package init(size: Int64, modified: Int64) {
        self.size = size
        self.modified = modified
    }
}

/// A row of the table `problem`, with its root's path.
private struct ProblemRow: Decodable, FetchableRecord {
    let rootPath: Blob
    let path: Blob
    let what: String
    let detail: String
    let since: Int64
    let seen: Int64
    let acceptedAt: Int64?
    let size: Int64?
    let modified: Int64?

    var wholePath: FilePath {
        path.bytes.isEmpty ? rootPath.path : rootPath.path.appending(bytes: path.bytes)
    }

    /// Nil for a kind that only a newer version knows.
    var problem: KnownProblem? {
        guard let kind = Finding.Kind(rawValue: what) else { return nil }
        let accepted = size.flatMap { size in modified.map { AcceptedFile(size: size, modified: $0) } }
        return KnownProblem(
            finding: Finding(path: wholePath, kind: kind, detail: detail), since: since, seen: seen, accepted: accepted)
    }
}

/// The problems that a scan found, and where it looked.
package struct FoundProblems: Sendable {
    /// The problems, each with whether a person's acceptance still applies.
    package var found: [(finding: Finding, isAccepted: Bool)] = []
    /// Directories that were searched completely: earlier problems in them that were not found again are solved.
    package var covered: [FilePath] = []

    package init() {}
}

extension PhotoIndex {
    /// The problems that the last scans reported for files and directories in roots, by path.
    package func problems() throws(IndexError) -> [KnownProblem] {
        try read { db in
            try ProblemRow.fetchAll(
                db,
                sql: """
                    SELECT r.path AS rootPath, p.path, what, detail, since, seen, acceptedAt, size, modified
                    FROM problem p JOIN root r ON r.id = p.root ORDER BY r.path, p.path, what
                    """
            ).compactMap(\.problem)
        }
    }

    /// The files that scans found to be of formats that are not read, with the format's usual name, by path.
    package func unsupportedFiles() throws(IndexError) -> [(path: FilePath, format: String)] {
        try read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT r.path AS rootPath, f.path, f.format FROM file f JOIN root r ON r.id = f.root
                    WHERE f.state = 'other' AND f.goneAt IS NULL ORDER BY r.path, f.path
                    """)
            return try rows.map { row in
                try (row.path("rootPath").appending(bytes: row.bytes("path")), row.value("format"))
            }
        }
    }

    /// Records the problems that a scan found, in one transaction. Problems outside all roots are not kept. If other
    /// files than before could not be read, positions are inferred anew.
    ///
    /// - Parameter now: nanoseconds since 1970-01-01T00:00:00Z.
    package func note(_ found: FoundProblems, at now: Int64) throws(IndexError) {
        let roots = try roots()
        func place(_ path: FilePath) -> (root: Int64, below: [UInt8])? {
            roots.first { path.starts(with: $0.path) }.map { ($0.id, path.bytes(below: $0.path)) }
        }
        try write(.notes) { db in
            let unopened = try UnreadSources.unopened(db)
            for (finding, isAccepted) in found.found {
                guard let (root, below) = place(finding.path) else { continue }
                try db.execute(
                    sql: """
                        INSERT INTO problem (root, path, what, detail, since, seen) VALUES (?1, ?2, ?3, ?4, ?5, ?5)
                        ON CONFLICT (root, path, what) DO UPDATE SET detail = ?4, seen = ?5,
                          acceptedAt = iif(?6, acceptedAt, NULL), size = iif(?6, size, NULL),
                          modified = iif(?6, modified, NULL)
                        """,
                    arguments: [root, Blob(below), finding.kind.rawValue, finding.detail, now, isAccepted])
            }
            let told = Set(found.found.map { "\($0.finding.kind.rawValue) \($0.finding.path)" })
            for (root, below) in found.covered.compactMap(place) {
                try Self.deleteUnreported(told, root: root, below: below, in: db)
            }
            if try UnreadSources.unopened(db) != unopened { try InferredRows.noteNewFacts(in: db) }
        }
    }

    /// Deletes problems in a searched directory that are no longer reported.
    private static func deleteUnreported(_ told: Set<String>, root: Int64, below: [UInt8], in db: Database) throws {
        let rows = try ProblemRow.fetchAll(
            db,
            sql: """
                SELECT r.path AS rootPath, p.path, what, detail, since, seen, acceptedAt, size, modified
                FROM problem p JOIN root r ON r.id = p.root
                WHERE p.root = ?1 AND (length(?2) = 0 OR p.path = ?2 OR (p.path >= ?3 AND p.path < ?4))
                """,
            arguments: [
                root, Blob(below), Blob(below + [UInt8(ascii: "/")]), Blob(below + [UInt8(ascii: "/") + 1]),
            ])
        for row in rows where !told.contains("\(row.what) \(row.wholePath)") {
            try db.execute(
                sql: "DELETE FROM problem WHERE root = ? AND path = ? AND what = ?",
                arguments: [root, row.path, row.what])
        }
    }

    /// Records that a person accepts a file's problem in the file's current state.
    ///
    /// - Parameters:
    ///   - path: the file; absolute.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z.
    package func accept(_ path: FilePath, as file: AcceptedFile, at now: Int64) throws(IndexError) {
        guard let root = try roots().first(where: { path.starts(with: $0.path) }) else { return }
        try write(.notes) { db in
            try db.execute(
                sql: "UPDATE problem SET acceptedAt = ?, size = ?, modified = ? WHERE root = ? AND path = ?",
                arguments: [now, file.size, file.modified, root.id, Blob(path.bytes(below: root.path))])
        }
    }
}
