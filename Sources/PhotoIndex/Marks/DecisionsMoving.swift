import GRDB
import PhotoModel
import SystemPackage

/// Moves decisions and actions at paths below a directory to the same paths below another, within a transaction: what
/// was removed there returns to its root.
///
/// Where two decisions meet the stricter one stands, whichever was said later: what a person said of the file that had
/// the new path was not said of the one that has it now.
struct DecisionsMoving {
    private let old: FilePath
    private let new: FilePath
    private let db: Database
    /// The path that a row `o` gets.
    private let moved: SQL

    init(from old: FilePath, to new: FilePath, in db: Database) {
        (self.old, self.new, self.db) = (old, new, db)
        let length = PathDecisions.prefix(of: old).count
        moved = "CAST(\(PathDecisions.prefix(of: new)) || substr(o.path, \(length + 1)) AS BLOB)"
    }

    /// The condition that a row `o` is moved to the path of a row `n` that is there.
    private var meet: SQL {
        "n.path = \(moved) AND \(isBelow("o")) AND NOT (\(isBelow("n")))"
    }

    private func isBelow(_ row: String) -> SQL { PathDecisions.isBelow(old, "\(row).path") }

    /// Moves them.
    ///
    /// - Returns: how many marks as work have given way.
    /// - Throws: `DatabaseError`.
    func run() throws -> Int {
        let weaker = try db.query(
            """
            SELECT count(*) FROM mark o CROSS JOIN mark n ON n.content = o.content
            WHERE \(meet) AND n.verdict <> o.verdict
            """)
        let count = try weaker.first { weaker.integer(0) } ?? 0
        // The photos that come there, and copies elsewhere, are judged by other marks than before.
        if try db.has("SELECT 1 FROM mark n WHERE \(PathDecisions.isBelow(new, "n.path")) AND NOT (\(isBelow("n")))") {
            try PhotoIndex.forgetBasis(unless: nil, in: db)
        }
        let rows = """
            followsContent = max(n.followsContent, o.followsContent),
            staysWithPath = max(n.staysWithPath, o.staysWithPath)
            """
        try join("mark", on: "content", "verdict = min(n.verdict, o.verdict), \(rows)")
        try join(
            "hold", on: "content",
            """
            reason = iif(n.reason = '\(RestoredHolds.reason)', o.reason, n.reason),
            action = iif(n.action IS NULL OR o.action IS NULL, NULL, n.action), \(rows)
            """)
        try join(
            "heldPath", on: "destination",
            "liftedBy = iif(o.liftedBy IS NULL, NULL, n.liftedBy), lastMark = max(n.lastMark, o.lastMark)")
        try move()
        return Int(count)
    }

    /// Lets the rows of a table at new paths say what those say too that come there, and removes these.
    private func join(_ table: String, on column: String, _ assignments: String) throws {
        let isMet: SQL = "n.\(sql: column) = o.\(sql: column) AND \(meet)"
        try db.run("UPDATE \(sql: table) AS n SET \(sql: assignments) FROM \(sql: table) o WHERE \(isMet)")
        try db.run("DELETE FROM \(sql: table) AS o WHERE EXISTS (SELECT 1 FROM \(sql: table) n WHERE \(isMet))")
    }

    private func move() throws {
        for table in [
            "mark", "hold", "heldPath", "forgottenPath", "decisionPlace", "decidedFile", "actionMember",
            "decisionChangeFile", "decisionChangeRow",
        ] {
            // A removal counts by the path that its action had at first, too.
            let keeping = table == "actionMember" ? "pathBefore = coalesce(pathBefore, path), " : ""
            // IGNORE: the same is known of the new path.
            try db.run(
                """
                UPDATE OR IGNORE \(sql: table) AS o SET \(sql: keeping)path = \(moved) WHERE \(isBelow("o"))
                """)
        }
    }
}
