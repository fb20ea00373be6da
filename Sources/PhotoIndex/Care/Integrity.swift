import GRDB
import PhotoModel

extension PhotoIndex {
    /// Checks for damage: SQLite's own check of every page, the references between tables, and the consistency of the
    /// tables. Reads everything, which takes a few seconds for a million photos.
    ///
    /// - Returns: a sentence for each fault, at most some hundred; empty where the index is undamaged.
    package func checkIntegrity() throws(IndexError) -> [String] {
        try read { db in
            try Self.brokenPages(db) + Self.brokenReferences(db) + Self.brokenChecks(db) + Self.brokenPromises(db)
                + Self.scatteredGroups(db) + Self.wrongTallies(db)
        }
    }

    /// Checks as much as time permits. First, every page must be readable and belong to its table; then the tables'
    /// constraints must hold; finally, indexes and tables must agree, which takes the longest.
    ///
    /// - Parameter isOver: whether the time is up; called repeatedly.
    /// - Returns: the problems of the first step that finds any, and whether the check was completed.
    package func checkIntegrity(
        until isOver: () -> Bool
    ) throws(IndexError) -> (faults: [String], isComplete: Bool) {
        let steps = [
            Self.unreadablePages, Self.brokenReferences, Self.brokenPromises, Self.brokenChecks, Self.scatteredGroups,
            Self.wrongTallies, Self.brokenPages,
        ]
        return try read { db in
            do {
                for step in steps {
                    if isOver() { return ([], false) }
                    let faults = try db.interrupting(when: isOver) { try step(db) }
                    if !faults.isEmpty { return (faults, true) }
                }
                return ([], true)
            } catch let error as DatabaseError where error.resultCode == .SQLITE_INTERRUPT {
                return ([], false)
            }
        }
    }

    /// The tables of what people decided and of what is held from destinations. A row of theirs that means nothing is
    /// not heard, and the photo that it protects would go.
    private static let decisionTables = ["mark", "hold", "decisionPlace", "decidedFile", "destinationHold", "heldPath"]

    /// Checks the tables of marks and holds before an act goes by them: every value is of its type and one of the
    /// words that the schema permits, and indexes and tables agree. They are small.
    ///
    /// - Throws: `damaged` for the first fault, or where the tables cannot be read.
    package func checkDecisions() throws(IndexError) {
        let faults = try read { db in
            try Self.decisionTables.flatMap { table in
                let rows = try String.fetchAll(db, sql: "PRAGMA integrity_check(\(table))").filter { $0 != "ok" }
                let lost = try Row.fetchAll(db, sql: "PRAGMA foreign_key_check(\(table))")
                return rows + lost.map { _ in "a row of \(table) refers to nothing" }
            } + Self.brokenChecks(db, of: Self.decisionTables) + Self.brokenContents(db)
        }
        guard let first = faults.first else { return }
        throw .damaged(path, "marks or holds in it cannot be relied on: \(first)")
    }

    /// The contents that decisions refer to, with values that no content has or another size than files with it.
    private static func brokenContents(_ db: Database) throws -> [String] {
        let references = try decisionTables.flatMap { table in
            try String.fetchAll(
                db, sql: "SELECT \"from\" FROM pragma_foreign_key_list('\(table)') WHERE \"table\" = 'content'"
            ).map { "SELECT \($0) FROM \(table)" }
        }
        let count = try Int.fetchOne(
            db,
            sql: """
                SELECT count(*) FROM content c WHERE c.id IN (\(references.joined(separator: " UNION "))) AND (
                  length(c.sha256) IS NOT 32 OR typeof(c.size) <> 'integer' OR c.size < 0
                  OR EXISTS (SELECT 1 FROM file f WHERE f.content = c.id AND f.size <> c.size))
                """)
        guard let count, count > 0 else { return [] }
        return ["\(count) rows of content with values that are not permitted"]
    }

    private static func unreadablePages(_ db: Database) throws -> [String] {
        try String.fetchAll(db, sql: "PRAGMA quick_check(100)").filter { $0 != "ok" }
    }

    private static func brokenPages(_ db: Database) throws -> [String] {
        try String.fetchAll(db, sql: "PRAGMA integrity_check(100)").filter { $0 != "ok" }
    }

    private static func brokenChecks(_ db: Database) throws -> [String] {
        try brokenChecks(db, of: String.fetchAll(db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table'"))
    }

    /// The tables with rows that break a CHECK. SQLite's own check finds these on a connection that writes only: one
    /// that reads does not take the conditions from the schema.
    private static func brokenChecks(_ db: Database, of tables: [String]) throws -> [String] {
        try tables.compactMap { table in
            let sql = try String.fetchOne(
                db.statement("SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = \(table)"))
            let conditions = checks(in: sql ?? "")
            if conditions.isEmpty { return nil }
            let all = conditions.map { "(\($0))" }.joined(separator: " AND ")
            let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table) WHERE NOT (\(all))") ?? 0
            return count == 0 ? nil : "\(count) rows of \(table) with values that are not permitted"
        }
    }

    /// The conditions of the CHECKs in a statement that makes a table.
    private static func checks(in sql: String) -> [Substring] {
        sql.ranges(of: "CHECK (").map { range in
            var depth = 1
            let rest = sql[range.upperBound...]
            return rest.prefix { character in
                depth += character == "(" ? 1 : character == ")" ? -1 : 0
                return depth > 0
            }
        }
    }

    private static func brokenReferences(_ db: Database) throws -> [String] {
        try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").prefix(100).map { row in
            "row \(row[1] ?? "?" as String) of \(row[0] ?? "?" as String) refers to nothing in \(row[2] ?? "?" as String)"
        }
    }

    /// Conditions that the schema cannot express with a key or a CHECK.
    private static let promises: [(violation: String, sql: String)] = [
        ("groups without a verdict", "assetGroup g WHERE NOT EXISTS (SELECT 1 FROM verdict WHERE assetGroup = g.id)"),
        (
            "groups whose leader is not in them",
            """
            assetGroup g WHERE NOT EXISTS (
              SELECT 1 FROM file WHERE id = g.leader AND assetGroup = g.id AND state = 'photo')
            """
        ),
        (
            "groups with files that do not know whether they are alone",
            """
            (SELECT 1 FROM file WHERE assetGroup NOTNULL GROUP BY assetGroup
              HAVING sum(hasCompany) <> CASE count(*) WHEN 1 THEN 0 ELSE count(*) END)
            """
        ),
        (
            "groups of which some files are gone and some are not",
            """
            (SELECT 1 FROM file WHERE hasCompany AND NOT (state = 'sidecar' AND format = 'takeout')
              GROUP BY assetGroup HAVING count(goneAt) NOT IN (0, count(*)))
            """
        ),
        (
            "paths that two files of a root have",
            "(SELECT 1 FROM file GROUP BY root, path HAVING count(*) > 1)"
        ),
        (
            "contents of another size than their files",
            "file f JOIN content c ON c.id = f.content WHERE c.size <> f.size"
        ),
        (
            "receipts that are not of their contents",
            "receipt r JOIN content c ON c.id = r.content WHERE (c.sha256, c.size) <> (r.sha256, r.size)"
        ),
        (
            "targets with receipts for several contents that count",
            """
            (SELECT 1 FROM receipt WHERE failedAt IS NULL GROUP BY destination, target, remoteID HAVING count(*) > 1)
            """
        ),
        (
            "actions without files",
            "action a WHERE NOT EXISTS (SELECT 1 FROM actionMember WHERE action = a.id AND place = 0)"
        ),
        ("staged actions that do not know since when", "action WHERE state = 'staged' AND stagedAt IS NULL"),
        (
            "uploads that are done and do not know what was sent",
            """
            action a JOIN actionMember m ON m.action = a.id
            WHERE a.kind = 'upload' AND a.state = 'done' AND a.stagedAt IS NULL AND m.sha256 IS NULL
            """
        ),
        (
            "removals that are done and do not know what was removed",
            "action a JOIN actionMember m ON m.action = a.id WHERE \(Removals.areThese) AND m.sha256 IS NULL"
        ),
        (
            "holds of undos that are not under way",
            "hold h JOIN action a ON a.id = h.action WHERE a.state <> 'running'"
        ),
    ]

    private static func brokenPromises(_ db: Database) throws -> [String] {
        try promises.compactMap { violation, sql in
            let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM \(sql)") ?? 0
            return count == 0 ? nil : "\(count) \(violation)"
        }
    }

    /// Groups whose files are in several directories, other than those that programs keep companions in.
    private static func scatteredGroups(_ db: Database) throws -> [String] {
        let query = try PreparedQuery(
            db,
            """
            SELECT f.assetGroup, f.root, l.root, f.path, l.path
            FROM file f JOIN assetGroup g ON g.id = f.assetGroup JOIN file l ON l.id = g.leader
            WHERE f.hasCompany AND l.id <> f.id
            """)
        var groups: Set<Int64> = []
        try query.forEachRow {
            let own = LooseDirectories.directory(of: query.bytes(3))
            let leaders = LooseDirectories.directory(of: query.bytes(4))
            let isBeside = own == leaders || CompanionNames.home(of: own) == leaders
            if query.integer(1) != query.integer(2) || !isBeside { groups.insert(query.integer(0)) }
        }
        return groups.isEmpty ? [] : ["\(groups.count) groups with files in several directories"]
    }

    private static func wrongTallies(_ db: Database) throws -> [String] {
        let sql = """
            WITH counted (root, kind, count, bytes) AS (
              SELECT f.root, CASE WHEN f.goneAt NOTNULL THEN 'gone' WHEN f.state = 'photo' THEN v.verdict ELSE f.state END,
                count(*), sum(f.size)
              FROM file f LEFT JOIN verdict v ON v.assetGroup = f.assetGroup
              WHERE f.goneAt IS NULL OR f.state = 'photo' GROUP BY 1, 2
              UNION ALL
              SELECT root, 'group', count(DISTINCT assetGroup), sum(size) FROM file
              WHERE state = 'photo' AND goneAt IS NULL GROUP BY 1)
            SELECT CAST(r.path AS TEXT), t.kind, t.count, coalesce(c.count, 0) FROM tally t
            JOIN root r ON r.id = t.root LEFT JOIN counted c ON c.root = t.root AND c.kind = t.kind
            WHERE (t.count, t.bytes) IS NOT (coalesce(c.count, 0), coalesce(c.bytes, 0))
            """
        let query = try PreparedQuery(db, sql)
        var sentences: [String] = []
        try query.forEachRow {
            let place = "\(query.text(0) ?? ""): \(query.text(1) ?? "")"
            sentences.append("\(place): the tally says \(query.integer(2)) files where there are \(query.integer(3))")
        }
        return sentences
    }
}
