import GRDB
import PhotoModel

/// The tables of marks and holds, with a row for each file that a person decided on.
///
/// A content has one decision, and so has a path: the latest. A decision on a content applies to every copy; one that
/// stays with its path applies to whatever has that path. Every row applies to at least one of them.
struct DecisionTables {
    private let db: Database

    init(_ db: Database) {
        self.db = db
    }

    /// The contents that a decision on this content and path can affect: its own, and those that had the path when
    /// somebody decided on it before.
    func contents(_ decision: UserDecision, content: Int64, path: [UInt8]) throws -> Set<Int64> {
        let query = try PreparedQuery(db, "SELECT content FROM \(decision.table) WHERE path = ?")
        query.bind(path, at: 1)
        var contents: Set<Int64> = [content]
        try query.forEachRow { contents.insert(query.integer(0)) }
        return contents
    }

    /// Replaces the decisions on this content and on this path. Withdrawing a decision also withdraws what was decided
    /// at this path on the bytes that it had before.
    ///
    /// - Returns: whether anything changed.
    func record(_ decision: UserDecision, content: Int64, path: [UInt8]) throws -> Bool {
        let table = decision.table
        let before = try words(in: table, content: content, path: path)
        try run("UPDATE \(table) SET followsContent = 0 WHERE content = ?1 AND ?2 NOTNULL", content, path)
        try run("UPDATE \(table) SET staysWithPath = 0 WHERE ?1 NOTNULL AND path = ?2", content, path)
        try run(
            """
            DELETE FROM \(table) WHERE (content = ?1 OR path = ?2) AND NOT followsContent AND NOT staysWithPath
            """, content, path)
        if decision.row == nil { try run("DELETE FROM \(table) WHERE ?1 NOTNULL AND path = ?2", content, path) }
        try insert(decision, content: content, path: path)
        if case .mark(.work) = decision {
            try run("DELETE FROM hold WHERE reason = 'restored' AND (content = ?1 OR path = ?2)", content, path)
        }
        return try words(in: table, content: content, path: path) != before
    }

    private func insert(_ decision: UserDecision, content: Int64, path: [UInt8]) throws {
        guard let (column, value, stays) = decision.row else { return }
        let insert = try PreparedQuery(
            db,
            """
            INSERT INTO \(decision.table) (content, \(column), path, followsContent, staysWithPath) VALUES (?, ?, ?, 1, ?)
            ON CONFLICT (content, path) DO UPDATE
            SET \(column) = excluded.\(column), followsContent = 1, staysWithPath = excluded.staysWithPath
              \(decision.table == "hold" ? ", action = NULL" : "")
            """)
        insert.bind(content, at: 1)
        insert.bind(value, at: 2)
        insert.bind(path, at: 3)
        insert.bind(stays, at: 4)
        try insert.run()
        if stays { try DecisionPlaces(db).note(path) }
    }

    /// The decisions on a content and on a path.
    private func words(in table: String, content: Int64, path: [UInt8]) throws -> [String?] {
        let column = table == "mark" ? "verdict" : "reason"
        let query = try PreparedQuery(
            db,
            """
            SELECT (SELECT \(column) FROM \(table) WHERE content = ?1 AND followsContent),
              (SELECT \(column) FROM \(table) WHERE path = ?2 AND staysWithPath)
            """)
        query.bind(content, at: 1)
        query.bind(path, at: 2)
        return try query.first { [query.text(0), query.text(1)] } ?? []
    }

    private func run(_ sql: String, _ content: Int64, _ path: [UInt8]) throws {
        let query = try PreparedQuery(db, sql)
        query.bind(content, at: 1)
        query.bind(path, at: 2)
        try query.run()
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

    /// The row to write; nil for a withdrawal. An edit must not cause a photo to be sent to work or removed, so
    /// `personal` and a hold stay with the path.
    var row: (column: String, value: String, staysWithPath: Bool)? {
        switch self {
        case .mark(let mark): ("verdict", mark.rawValue, mark == .personal)
        case .hold(let reason): ("reason", reason, true)
        case .unmark, .unhold: nil
        }
    }
}
