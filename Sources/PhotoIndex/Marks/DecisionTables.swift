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

    /// Replaces the decisions on this content and on this path. Withdrawing a decision also withdraws what was decided
    /// at this path on the bytes that it had before, and `personal` replaces it: they may come back.
    ///
    /// - Parameters:
    ///   - content: the content.
    ///   - words: what stands of both until now.
    /// - Returns: whether anything changed.
    /// - Throws: `DatabaseError`.
    func record(
        _ decision: UserDecision, content: Int64, path: [UInt8], replacing words: StandingWords
    ) throws -> Bool {
        // On most photos nothing is decided yet, and what was said of just these is replaced.
        let hasOthers = words.rows.contains { $0.content != content || $0.path.bytes != path }
        if hasOthers { try end(decision, content: content, path: path) }
        if decision.row == nil, !words.rows.isEmpty {
            try db.run("DELETE FROM \(sql: decision.table) WHERE path = \(path)")
        }
        try insert(decision, content: content, path: path)
        if hasOthers, case .mark(.personal) = decision {
            try db.run(
                """
                INSERT OR REPLACE INTO mark (content, verdict, path, followsContent, staysWithPath)
                SELECT content, 'personal', path, followsContent, staysWithPath FROM mark
                WHERE path = \(path) AND verdict = 'work'
                """)
        }
        if case .mark(.work) = decision {
            if words.areRestored {
                try db.run(
                    "DELETE FROM hold WHERE \(RestoredHolds.condition) AND (content = \(content) OR path = \(path))")
            }
            // What reached other files of the photo, or of its copies, from here. Earlier bytes of the path keep it.
            if hasOthers {
                try db.run(
                    """
                    DELETE FROM mark WHERE path = \(path) AND verdict = 'personal' AND NOT staysWithPath AND EXISTS (
                      SELECT 1 FROM file o CROSS JOIN file f ON f.assetGroup = o.assetGroup
                      WHERE o.content = mark.content AND f.content = \(content))
                    """)
            }
        }
        let value = decision.row?.value
        return words.ofContent != value || words.ofPath != (decision.keeps ? value : nil)
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

    /// The contents of a group's photos, as far as they are known, with those that a purge removed: they may come back
    /// when nothing tells their group any more.
    static func contents(ofGroup group: Int64, in db: Database) throws -> Set<Int64> {
        try db.integers(
            """
            SELECT f.content FROM file f
            WHERE f.assetGroup = \(group) AND f.state = 'photo' AND f.content NOTNULL
              AND (f.goneAt IS NULL OR \(sql: Removals.haveFile))
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
}

/// What stands of a content and of a path before a decision of one kind on them.
struct StandingWords {
    /// The rows of the decision's table.
    let rows: Set<DecisionHistory.Row>
    /// The word that applies to the content; nil if there is none.
    let ofContent: String?
    /// The word that stays with the path; nil if there is none.
    let ofPath: String?
    /// Whether one of them is held since it was restored.
    let areRestored: Bool
    /// The contents of which something was said at the path.
    let contentsOfPath: Set<Int64>
    private let isContentRestored: Bool

    /// - Parameters:
    ///   - all: all rows that decide on the content or on the path (``DecisionHistory/rows(_:_:besides:_:)``).
    ///   - content: the content.
    init(_ all: Set<DecisionHistory.Row>, _ decision: UserDecision, content: Int64, path: [UInt8]) {
        rows = all.filter { $0.decision == decision.table }
        ofContent = rows.first { $0.followsContent && $0.content == content }?.value
        let ofThisPath = rows.filter { $0.path.bytes == path }
        ofPath = ofThisPath.first(where: \.staysWithPath)?.value
        contentsOfPath = Set(ofThisPath.map(\.content))
        areRestored = all.contains(where: \.isRestored)
        isContentRestored = all.contains { $0.isRestored && $0.content == content }
    }

    /// Whether a decision changes what stands of the content, and so of all its copies. If not, it changes what stands
    /// of the path alone.
    func areNews(_ decision: UserDecision) -> Bool {
        if ofContent != decision.row?.value { return true }
        guard case .mark(.work) = decision else { return false }
        return isContentRestored
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
