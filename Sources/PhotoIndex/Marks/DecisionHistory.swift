import GRDB
package import PhotoModel
import SystemPackage

/// Records what a change of marks or holds does to their tables, within a transaction, so that it can be undone.
struct DecisionHistory {
    /// A row of `mark` or `hold`. An undo under way that made a hold does not count, and rows that say the same are
    /// equal whatever their numbers.
    struct Row: Hashable {
        /// The table.
        let decision: String
        /// Its number there: a word that was said later has a higher one.
        let number: Int64
        let content: Int64
        let value: String
        var path: Blob
        var followsContent: Bool
        var staysWithPath: Bool

        /// The columns of a row in the order of these, the first one at `column`.
        init(_ query: PreparedQuery, from column: Int32 = 0) throws {
            guard let decision = query.text(column), let value = query.text(column + 3) else {
                throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a decision in it is no words")
            }
            (self.decision, self.value) = (decision, value)
            (number, content) = (query.integer(column + 1), query.integer(column + 2))
            path = Blob(query.bytes(column + 4))
            (followsContent, staysWithPath) = (query.bool(column + 5), query.bool(column + 6))
        }

        /// The rows that a query selects.
        static func all(_ sql: SQL, in db: Database) throws -> Set<Row> {
            let query = try db.query(sql)
            var rows: Set<Row> = []
            try query.forEachRow { rows.insert(try Row(query)) }
            return rows
        }

        static func == (one: Row, other: Row) -> Bool {
            (one.decision, one.content, one.value, one.path, one.followsContent, one.staysWithPath)
                == (other.decision, other.content, other.value, other.path, other.followsContent, other.staysWithPath)
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(decision)
            hasher.combine(content)
            hasher.combine(path)
        }

        /// Whether it is the hold of an undo, or of what came back from the trash by other means.
        var isRestored: Bool { decision == "hold" && value == RestoredHolds.reason }
    }

    /// A content and a path on which something is decided, with the rows of all.
    struct Entry {
        let content: Int64
        let path: [UInt8]
        /// The paths beside it where the decision begins or ends too.
        let others: [[UInt8]]
        let rows: Set<Row>
    }

    let change: Int64
    let db: Database
    /// The place of the next entry of the change.
    private var place: Int64

    init(_ change: Int64, _ db: Database) throws {
        self.change = change
        self.db = db
        let places = try db.query("SELECT max(place) + 1 FROM decisionChangeFile WHERE change = \(change)")
        place = try places.first { places.integer(0) } ?? 0
    }

    /// What stands before a decision on a content and a path, whose rows are known. A decision may also end the holds
    /// of a restored group, and begin or end at the paths of files beside; a mark replaces others on the contents of
    /// other files.
    func before(
        _ standing: Set<Row>, content: Int64, path: [UInt8], group: Int64?, replacing value: String?,
        on partners: Set<Int64>, beside others: [[UInt8]]
    ) throws -> [Entry] {
        var places = [(content: content, path: path)]
        if let group {
            let restored = try GRDB.Row.fetchAll(
                db.statement(
                    """
                    SELECT content, path FROM hold WHERE \(RestoredHolds.condition) AND (
                      content IN (SELECT content FROM file WHERE assetGroup = \(group)) OR path IN (
                        SELECT \(sql: FileFinder.path(of: "f", in: "r"))
                        FROM file f CROSS JOIN root r ON r.id = f.root WHERE f.assetGroup = \(group)))
                    """))
            for row in restored {
                let other = try (content: row.value("content") as Int64, path: row.bytes("path"))
                if !places.contains(where: { $0 == other }) { places.append(other) }
            }
        }
        let replaced = try value.map { value in
            try partners.reduce(into: Set<Row>()) { try $0.formUnion(Self.replaced(by: value, on: $1, db)) }
        }
        return try places.enumerated().map { number, place in
            let (others, rows) =
                try number == 0
                ? (others, standing.union(Self.rows(content, others, besides: replaced ?? [], db)))
                : ([], Self.rows(place.content, [place.path], besides: [], db))
            return Entry(content: place.content, path: place.path, others: others, rows: rows)
        }
    }

    /// The marks on another content that a mark replaces.
    private static func replaced(by value: String, on content: Int64, _ db: Database) throws -> Set<Row> {
        try Row.all(
            """
            SELECT 'mark', id, content, verdict, path, followsContent, staysWithPath FROM mark
            WHERE \(DecisionTables.replaced(by: value, on: content))
            """, in: db)
    }

    /// Records what has changed since. Where the decision has `lifted` what held the photo from destinations, it is
    /// recorded even if no row has changed, so that it can be undone.
    mutating func after(_ entries: [Entry], lifted: Bool) throws {
        for (number, entry) in entries.enumerated() {
            let rows = try Self.rows(entry.content, [entry.path] + entry.others, besides: entry.rows, db)
            if rows == entry.rows, !lifted || number > 0 { continue }
            // What reaches the other files from the path that was decided on is in the first entry.
            let others = rows.symmetricDifference(entry.rows).filter { $0.path.bytes != entries[0].path }
            if number > 0, others.isEmpty { continue }
            try db.run(
                "INSERT INTO decisionChangeFile VALUES (\(change), \(place), \(entry.content), \(entry.path), 0)")
            for row in entry.rows { try write(row, of: place, isAfter: false) }
            for row in rows { try write(row, of: place, isAfter: true) }
            place += 1
        }
    }

    /// Writes a row of an entry.
    func write(_ row: Row, of place: Int64, isAfter: Bool) throws {
        try db.run(
            """
            INSERT INTO decisionChangeRow
              (change, place, isAfter, decision, number, content, value, path, followsContent, staysWithPath)
            VALUES (\(change), \(place), \(isAfter), \(row.decision), \(row.number), \(row.content), \(row.value),
              \(row.path), \(row.followsContent), \(row.staysWithPath))
            """)
    }

    /// Selects the rows that decide on a content or on a path, or hold what is restored. Of a content with many copies,
    /// each with rows of its own, no others are visited.
    static func words(on content: Int64, _ path: [UInt8]) -> SQL {
        """
        SELECT 'mark', id, content, verdict, path, followsContent, staysWithPath FROM mark
        WHERE (content = \(content) AND followsContent) OR path = \(path)
        UNION ALL
        SELECT 'hold', id, content, reason, path, followsContent, staysWithPath FROM hold
        WHERE (content = \(content) AND followsContent) OR (content = \(content) AND \(RestoredHolds.condition))
          OR path = \(path)
        """
    }

    /// The rows that decide on a content or on paths, and those that held what is restored: all that a decision on them
    /// can change. What stays with the paths of other copies is not among them.
    ///
    /// - Parameters:
    ///   - content: the content.
    ///   - paths: the paths.
    ///   - others: rows as they were, which are returned as they are now, if they are there.
    ///   - db: the connection.
    /// - Returns: the rows.
    /// - Throws: `DatabaseError`.
    static func rows(
        _ content: Int64, _ paths: [[UInt8]], besides others: Set<Row>, _ db: Database
    ) throws -> Set<Row> {
        var rows = try paths.reduce(into: Set<Row>()) { try $0.formUnion(Row.all(words(on: content, $1), in: db)) }
        for other in others where !paths.contains(other.path.bytes) {
            let value: SQL = other.decision == "mark" ? "verdict" : "reason"
            rows.formUnion(
                try Row.all(
                    """
                    SELECT \(other.decision), id, content, \(value), path, followsContent, staysWithPath
                    FROM \(sql: other.decision) WHERE content = \(other.content) AND path = \(other.path)
                    """, in: db))
        }
        return rows
    }
}

extension PhotoIndex {
    /// The number of changes that can be undone.
    private static let keptChanges = 10

    /// Begins a change of marks or holds that can be undone.
    ///
    /// It skips a random count of their numbers: those that it gives are given in no other index, nor in a backup of
    /// this one that somebody goes on with. By them a merge knows which words it has heard (``DecisionMerging``). What
    /// is decided is durable only later, and this with it.
    ///
    /// - Parameters:
    ///   - command: the words of the command.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z.
    /// - Returns: its number.
    package func beginDecisionChange(_ command: String, at now: Int64) throws(IndexError) -> Int64 {
        try writeWithoutWaitingForDisk(.notes) { db in
            try db.run("INSERT INTO decisionChange (command, at) VALUES (\(command), \(now))")
            let change = db.lastInsertedRowID
            try db.run(
                """
                UPDATE sqlite_sequence SET seq = seq + 1 + abs(random() % 4294967296) WHERE name IN ('mark', 'hold')
                """)
            return change
        }
    }

    /// The query plan by which a decision finds what stands already, to find out why it is slow: SQLite's EXPLAIN QUERY
    /// PLAN, a line for each step.
    package func queryPlanOfDecisions() throws(IndexError) -> [String] {
        try read { try PreparedQuery.plan(of: DecisionHistory.words(on: 1, [0]).text, $0) }
    }

    /// Forgets changes that changed nothing, and all but the last ten.
    package func forgetOldDecisionChanges() throws(IndexError) {
        try writeWithoutWaitingForDisk(.notes) { db in
            // A change can be of all photos: what is kept is not visited.
            let old = """
                (SELECT id FROM decisionChange WHERE id NOT IN (
                  SELECT id FROM decisionChange
                  WHERE EXISTS (SELECT 1 FROM decisionChangeFile WHERE change = decisionChange.id)
                  ORDER BY id DESC LIMIT \(Self.keptChanges)))
                """
            try db.execute(sql: "DELETE FROM decisionChangeRow WHERE change IN \(old)")
            try db.execute(sql: "DELETE FROM decisionChangeFile WHERE change IN \(old)")
            try db.execute(sql: "DELETE FROM decisionChange WHERE id IN \(old)")
        }
    }

    /// The last change of marks or holds that was not undone.
    ///
    /// - Returns: nil where there is none.
    package func lastDecisionChange() throws(IndexError) -> DecisionChange? {
        try read { db in
            let row = try Row.fetchOne(
                db.statement(
                    """
                    SELECT c.id, c.command, c.at, count(*) AS files,
                      count(CASE WHEN EXISTS (
                        SELECT 1 FROM receipt r WHERE r.content = f.content AND r.received >= c.at AND r.rebuiltAt IS NULL)
                        THEN 1 END) AS sent
                    FROM decisionChange c JOIN decisionChangeFile f ON f.change = c.id GROUP BY c.id
                    ORDER BY c.id DESC LIMIT 1
                    """))
            return try row.map {
                try DecisionChange(
                    id: $0.value("id"), command: $0.value("command"), at: $0.value("at"), files: $0.value("files"),
                    sent: $0.value("sent"))
            }
        }
    }
}
