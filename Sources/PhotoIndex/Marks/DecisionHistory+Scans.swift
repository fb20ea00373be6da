import GRDB
import PhotoModel
import SystemPackage

/// What scans find out about the files of changes that can be undone.
extension DecisionHistory {
    /// Lets words that a scan has followed to a path stand there before what was said there since, as if the scan had
    /// come first: an undo of the change with which the later word began brings them there, also where that was said of
    /// other photos with the file's bytes. Of what that change said too, it brings what stood before.
    ///
    /// - Parameters:
    ///   - words: the condition on their rows `w`.
    ///   - path: the path at which their file is now. Where they stay with it already, nothing is done.
    ///   - sha256: the hash of the file's bytes; nil if they were not hashed.
    /// - Throws: `DatabaseError`.
    static func follow(_ words: SQL, to path: [UInt8], of sha256: [UInt8]?, in db: Database) throws {
        let content = try sha256.flatMap { try ContentRows.row(ifKnown: $0, in: db) }
        for table in DecisionReach.tables {
            let found = try Row.all(
                """
                SELECT \(table.name), w.id, w.content, w.\(sql: table.value), w.path, w.followsContent, w.staysWithPath
                FROM \(sql: table.name) w WHERE \(words) AND \(sql: table.condition) AND NOT EXISTS (
                  SELECT 1 FROM \(sql: table.name) WHERE content = w.content AND path = \(path) AND staysWithPath)
                """, in: db)
            guard let word = found.first else { continue }
            guard let entry = try beginning(in: table.name, at: path, of: content, db) else { continue }
            let history = try DecisionHistory(entry.change, db)
            let before = try history.hasSaid(word) ? history.replaced(words, in: table) : word
            if let before { try history.stand(before, at: path, before: entry.place) }
        }
    }

    /// Lets the hold of what has come back at a path stand there before a person's hold, as if that had been said
    /// later: an undo of the change with which it began leaves the photo held.
    static func standRestored(at path: [UInt8], of sha256: [UInt8], in db: Database) throws {
        guard let content = try ContentRows.row(ifKnown: sha256, in: db) else { return }
        let held = try Row.all(
            """
            SELECT 'hold', id, content, \(RestoredHolds.reason), path, followsContent, staysWithPath FROM hold
            WHERE content = \(content) AND path = \(path) AND NOT (\(RestoredHolds.condition))
            """, in: db)
        guard let word = held.first, let entry = try beginning(in: "hold", at: path, of: content, db) else { return }
        try DecisionHistory(entry.change, db).stand(word, at: path, before: entry.place)
    }

    /// The last change, and the place in it, with which what a table says of a path or a content began; nil where it
    /// is not kept.
    private static func beginning(
        in table: String, at path: [UInt8], of content: Int64?, _ db: Database
    ) throws -> (change: Int64, place: Int64)? {
        let applies: SQL = """
            decision = \(table)
            AND ((path = \(path) AND staysWithPath) OR (followsContent AND content = \(content)))
            AND path IN (
              SELECT \(path) UNION ALL SELECT path FROM \(sql: table) WHERE content = \(content) AND followsContent)
            """
        let beginning = try db.query(
            """
            SELECT change, place FROM decisionChangeRow a WHERE \(applies) AND isAfter AND NOT EXISTS (
              SELECT 1 FROM decisionChangeRow
              WHERE change = a.change AND place = a.place AND NOT isAfter AND \(applies))
            ORDER BY path = \(path) DESC, change DESC, place LIMIT 1
            """)
        return try beginning.first { (beginning.integer(0), beginning.integer(1)) }
    }

    /// Whether the change has said what a table says of a content.
    func hasSaid(in table: String, of content: Int64) throws -> Bool {
        let value: SQL = table == "mark" ? "verdict" : "reason"
        return try Row.all(
            """
            SELECT \(table), id, content, \(value), path, followsContent, staysWithPath FROM \(sql: table)
            WHERE content = \(content) AND followsContent
            """, in: db
        ).contains(where: hasSaid)
    }

    /// Whether the change has said a word.
    private func hasSaid(_ word: Row) throws -> Bool {
        try db.has(
            """
            SELECT 1 FROM decisionChangeRow r WHERE path = \(word.path) AND change = \(change) AND isAfter
              AND decision = \(word.decision) AND number = \(word.number) AND NOT EXISTS (
                SELECT 1 FROM decisionChangeRow WHERE change = r.change AND place = r.place AND NOT isAfter
                  AND decision = r.decision AND number = r.number)
            """)
    }

    /// The word before the change, by the condition on its row `w`; nil if there was none that keeps a photo.
    private func replaced(_ words: SQL, in table: DecisionReach.Table) throws -> Row? {
        try Row.all(
            """
            SELECT decision, number, content, value, path, followsContent, staysWithPath FROM decisionChangeRow w
            WHERE change = \(change) AND NOT isAfter AND decision = \(table.name)
              AND (decision = 'hold' OR value = 'personal') AND \(words)
            """, in: db
        ).max { $0.number < $1.number }
    }

    /// Adds a word that stays with a path to those before an entry. There may be a row with its content and path that
    /// applied to the content.
    private func stand(_ word: Row, at path: [UInt8], before place: Int64) throws {
        try db.run(
            """
            UPDATE decisionChangeRow SET value = \(word.value), staysWithPath = 1
            WHERE change = \(change) AND place = \(place) AND NOT isAfter AND decision = \(word.decision)
              AND content = \(word.content) AND path = \(path)
            """)
        if db.changesCount > 0 { return }
        var word = word
        word.path = Blob(path)
        (word.followsContent, word.staysWithPath) = (false, true)
        try write(word, of: place, isAfter: false)
    }

    /// Lets words that changes have ended at a path come back at another, where their file is now.
    static func move(from old: [UInt8], to new: [UInt8], in db: Database) throws {
        try db.run(
            """
            INSERT INTO decisionChangeRow
              (change, place, isAfter, decision, number, content, value, path, followsContent, staysWithPath)
            SELECT change, place, 0, decision, number, content, value, \(new), 0, 1 FROM decisionChangeRow r
            WHERE path = \(old) AND \(isEnded) AND NOT EXISTS (
              SELECT 1 FROM decisionChangeRow WHERE change = r.change AND place = r.place AND NOT isAfter
                AND decision = r.decision AND path = \(new) AND (staysWithPath OR content = r.content))
            """)
    }

    /// The condition that a row `r` is a word that stayed with its path until the change.
    private static let isEnded: SQL = """
        r.staysWithPath AND NOT r.isAfter AND NOT EXISTS (
          SELECT 1 FROM decisionChangeRow WHERE change = r.change AND place = r.place AND isAfter
            AND decision = r.decision AND path = r.path AND staysWithPath)
        """

    /// Ends what stays with a path that its file has left, as ``DecisionsAlong`` does: what changes have ended there,
    /// and what changes at other paths found there and left. What else was decided at the path itself is not undone any
    /// more.
    static func leave(_ path: FilePath, in db: Database) throws {
        let isElsewhere: SQL = """
            EXISTS (SELECT 1 FROM decisionChangeFile WHERE change = r.change AND place = r.place AND path <> \(path))
            """
        // First those from after: they depend on those from before.
        try db.run(
            """
            UPDATE decisionChangeRow AS r SET staysWithPath = 0
            WHERE path = \(path) AND staysWithPath AND isAfter AND \(isElsewhere) AND EXISTS (
              SELECT 1 FROM decisionChangeRow WHERE change = r.change AND place = r.place AND NOT isAfter
                AND decision = r.decision AND path = \(path) AND staysWithPath)
            """)
        try db.run(
            """
            UPDATE decisionChangeRow AS r SET staysWithPath = 0
            WHERE path = \(path) AND staysWithPath AND NOT isAfter AND (\(isElsewhere) OR (\(isEnded)))
            """)
        try db.run("DELETE FROM decisionChangeRow WHERE path = \(path) AND NOT followsContent AND NOT staysWithPath")
    }
}
