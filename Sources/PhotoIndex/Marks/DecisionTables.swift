import GRDB
import PhotoModel

/// The tables of marks and holds, with a row for each file that a person decided on.
///
/// A content has one decision, and so has a path: the latest. A decision on a content applies to every copy; one that
/// stays with its path applies to whatever has that path. Every row applies to at least one of them. Their numbers are
/// the order in which they were said: what is said again gets a new one.
struct DecisionTables {
    private let db: Database
    private let places: DecisionPlaces

    init(_ db: Database) {
        self.db = db
        places = DecisionPlaces(db)
    }

    /// Whether a decision changes what stands of a content, and so of all its copies. If not, it changes what stands of
    /// the path alone.
    func isNews(_ decision: UserDecision, ofContent content: Int64) throws -> Bool {
        let (table, column) = (SQL(sql: decision.table), SQL(sql: decision.table == "mark" ? "verdict" : "reason"))
        let query = try db.query("SELECT \(column) FROM \(table) WHERE content = \(content) AND followsContent")
        let word = try query.first { query.text(0) } ?? nil
        if word != decision.row?.value { return true }
        guard case .mark(.work) = decision else { return false }
        return try db.has(
            "SELECT 1 FROM hold WHERE content = \(content) AND \(RestoredHolds.condition)")
    }

    /// The contents that a decision on this content and path can affect: its own, and those that had the path when
    /// somebody decided on it before.
    func contents(_ decision: UserDecision, content: Int64, path: [UInt8]) throws -> Set<Int64> {
        try db.integers("SELECT content FROM \(sql: decision.table) WHERE path = \(path)").union([content])
    }

    /// Replaces the decisions on this content and on this path. Withdrawing a decision also withdraws what was decided
    /// at this path on the bytes that it had before, and `personal` replaces it: they may come back.
    ///
    /// - Returns: whether anything changed.
    func record(_ decision: UserDecision, content: Int64, path: [UInt8]) throws -> Bool {
        let table = SQL(sql: decision.table)
        // On most photos nothing is decided yet.
        let isAny = try db.has(
            "SELECT 1 FROM \(table) WHERE content = \(content) UNION ALL SELECT 1 FROM \(table) WHERE path = \(path)")
        let before = isAny ? try words(decision, content: content, path: path) : nil
        if isAny { try end(decision, content: content, path: path) }
        try insert(decision, content: content, path: path)
        if isAny, case .mark(.personal) = decision {
            try db.run(
                """
                INSERT OR REPLACE INTO mark (content, verdict, path, followsContent, staysWithPath)
                SELECT content, 'personal', path, followsContent, staysWithPath FROM mark
                WHERE path = \(path) AND verdict = 'work'
                """)
        }
        if case .mark(.work) = decision {
            try db.run("DELETE FROM hold WHERE \(RestoredHolds.condition) AND (content = \(content) OR path = \(path))")
            // What reached other files of the photo, or of its copies, from here. Earlier bytes of the path keep it.
            if isAny {
                try db.run(
                    """
                    DELETE FROM mark WHERE path = \(path) AND verdict = 'personal' AND NOT staysWithPath AND EXISTS (
                      SELECT 1 FROM file o CROSS JOIN file f ON f.assetGroup = o.assetGroup
                      WHERE o.content = mark.content AND f.content = \(content))
                    """)
            }
        }
        return isAny ? try words(decision, content: content, path: path) != before : decision.row != nil
    }

    /// Ends what is decided on this content and on this path.
    private func end(_ decision: UserDecision, content: Int64, path: [UInt8]) throws {
        let table = SQL(sql: decision.table)
        // Of a content whose copies all have rows of their own, only the row that applies to the content is visited.
        try db.run(
            """
            DELETE FROM \(table)
            WHERE content = \(content) AND followsContent AND (NOT staysWithPath OR path = \(path))
            """)
        try db.run("UPDATE \(table) SET followsContent = 0 WHERE content = \(content) AND followsContent")
        try db.run("DELETE FROM \(table) WHERE path = \(path) AND staysWithPath AND NOT followsContent")
        try db.run("UPDATE \(table) SET staysWithPath = 0 WHERE path = \(path) AND staysWithPath")
        if decision.row == nil { try db.run("DELETE FROM \(table) WHERE path = \(path)") }
    }

    private func insert(_ decision: UserDecision, content: Int64, path: [UInt8]) throws {
        guard let (column, value) = decision.row else { return }
        // An edit must not cause a photo to be sent to work or removed: what keeps it stays with the path.
        let stays = decision.keeps
        try db.run(
            """
            INSERT OR REPLACE INTO \(sql: decision.table) (content, \(sql: column), path, followsContent, staysWithPath)
            VALUES (\(content), \(value), \(path), 1, \(stays))
            """)
        if stays { try places.note(path) } else { try places.note(path, ofWork: content) }
    }

    /// The contents of a group's photos, as far as they are known.
    static func contents(ofGroup group: Int64, in db: Database) throws -> Set<Int64> {
        try db.integers(
            """
            SELECT content FROM file
            WHERE assetGroup = \(group) AND state = 'photo' AND goneAt IS NULL AND content NOTNULL
            """)
    }

    /// The rows of `mark` that a later mark at another path replaces on a content: those that do not stay with paths.
    static func replaced(by value: String, on content: Int64) -> SQL {
        "content = \(content) AND followsContent AND NOT staysWithPath AND verdict <> \(value)"
    }

    /// Lets what a person decided at a path apply to another content too: to other bytes that the path has now, or to
    /// another file of the photo. A mark replaces an older one, and one of the same word is said again; a hold leaves
    /// another. It ends with the decision at the path.
    ///
    /// - Returns: whether it does so only now.
    @discardableResult
    func extend(_ value: String, in table: String, from path: [UInt8], to content: Int64) throws -> Bool {
        let column = SQL(sql: table == "mark" ? "verdict" : "reason")
        if table == "mark" { try db.run("DELETE FROM mark WHERE \(Self.replaced(by: value, on: content))") }
        try db.run(
            """
            INSERT INTO \(sql: table) (content, \(column), path, followsContent, staysWithPath)
            SELECT \(content), \(value), \(path), 1, 0
            WHERE NOT EXISTS (SELECT 1 FROM \(sql: table) WHERE content = \(content) AND followsContent)
            ON CONFLICT (content, path) DO UPDATE SET followsContent = 1 WHERE \(column) = excluded.\(column)
            """)
        if db.changesCount > 0 { return true }
        if table == "mark" {
            try db.run(
                """
                INSERT OR REPLACE INTO mark (content, verdict, path, followsContent, staysWithPath)
                SELECT content, verdict, path, followsContent, staysWithPath FROM mark
                WHERE content = \(content) AND followsContent AND verdict = \(value)
                """)
        }
        return false
    }

    private func words(_ decision: UserDecision, content: Int64, path: [UInt8]) throws -> Row? {
        let (table, column) = (SQL(sql: decision.table), SQL(sql: decision.table == "mark" ? "verdict" : "reason"))
        return try Row.fetchOne(
            db.statement(
                """
                SELECT (SELECT \(column) FROM \(table) WHERE content = \(content) AND followsContent) AS ofContent,
                  (SELECT \(column) FROM \(table) WHERE path = \(path) AND staysWithPath) AS ofPath
                """))
    }
}

extension UserDecision {
    /// The table for decisions of this kind.
    var table: String {
        switch self {
        case .mark, .unmark: "mark"
        case .hold, .unhold: "hold"
        }
    }

    /// Whether restored files, with their whole groups, may be removed again from now on.
    var releasesRestored: Bool {
        switch self {
        case .mark(let mark): mark == .work
        case .unhold: true
        case .unmark, .hold: false
        }
    }

    /// Whether it may end holds of restored files, or replace them.
    var mayEndRestored: Bool { table == "hold" || releasesRestored }

    /// The row to write; nil for a withdrawal.
    var row: (column: String, value: String)? {
        switch self {
        case .mark(let mark): ("verdict", mark.rawValue)
        case .hold(let reason): ("reason", reason)
        case .unmark, .unhold: nil
        }
    }
}
