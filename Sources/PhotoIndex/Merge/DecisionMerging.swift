import GRDB
import PhotoModel
import SystemPackage

/// Adds the marks or the holds of another index to this one's table, within a transaction.
///
/// The stricter of two words stands: `personal`, or a hold that only its person ends rather than that of a restored
/// photo. Which was said later is not known, since rows are numbered in each index. What is added counts as said now.
/// Only `work` counts as said before everything else, by a number below all others. So nothing personal or held becomes
/// weaker by what rows do to each other later (``DecisionReach``, ``DecisionsAlong``).
///
/// No undo of what was said here before takes away what is said there too.
///
/// A word is merged once. What is said here afterwards stands, until it is said again there, which gives it another
/// number.
struct DecisionMerging {
    struct Table {
        let name: String
        /// The column of its word.
        let value: String
        /// The word against which every other stands.
        let weakest: String

        static let marks = Table(name: "mark", value: "verdict", weakest: Mark.work.rawValue)
        static let holds = Table(name: "hold", value: "reason", weakest: RestoredHolds.reason)
    }

    /// A row, but for its number.
    private struct Word: Hashable {
        let content: Int64
        let path: [UInt8]
        var value: String
        var followsContent: Bool
        var staysWithPath: Bool

        init(_ row: Row, content: Int64) throws {
            self.content = content
            (path, value) = try (row.bytes("path"), row.value("value"))
            (followsContent, staysWithPath) = try (row.value("followsContent"), row.value("staysWithPath"))
        }
    }

    private let table: Table
    private let db: Database
    private let places: DecisionPlaces
    /// The contents on which something is decided now that was not before.
    private(set) var contents: Set<Int64> = []
    /// The paths on which something is decided now that was not before.
    private(set) var paths: Set<[UInt8]> = []
    /// The number of rows that are new or stricter.
    private(set) var count = 0
    /// The paths of new marks as work.
    private(set) var work: [FilePath] = []
    private(set) var conflicts: [MergedIndex.Conflict] = []

    init(_ table: Table, _ db: Database) {
        (self.table, self.db) = (table, db)
        places = DecisionPlaces(db)
    }

    /// Adds all rows of the other index that were not merged before.
    mutating func add(from there: Database) throws {
        let source = try Self.name(of: there)
        var said: (contents: Set<Int64>, paths: Set<[UInt8]>) = ([], [])
        let rows = try Row.fetchCursor(
            there.statement(
                """
                SELECT d.id, c.sha256, c.size, d.\(sql: table.value) AS value, d.path, d.followsContent, d.staysWithPath
                FROM \(sql: table.name) d CROSS JOIN content c ON c.id = d.content ORDER BY d.id
                """))
        while let row = try rows.next() {
            let content = try ContentRows.row(sha256: row.bytes("sha256"), size: row.value("size"), in: db)
            let word = try Word(row, content: content)
            guard try isNew(word, row.value("id"), of: source) else { continue }
            try add(word)
            if isWork(word) { continue }
            said.contents.insert(content)
            said.paths.insert(word.path)
        }
        try leave(said.contents, said.paths)
    }

    /// Lets undos leave alone what has one of these contents or paths.
    private func leave(_ contents: Set<Int64>, _ paths: Set<[UInt8]>) throws {
        if contents.isEmpty { return }
        let rows = try db.query(
            "SELECT change, place, content, path FROM decisionChangeRow WHERE decision = \(table.name)")
        var files: Set<[Int64]> = []
        try rows.forEachRow {
            if contents.contains(rows.integer(2)) || paths.contains(rows.bytes(3)) {
                files.insert([rows.integer(0), rows.integer(1)])
            }
        }
        for file in files {
            try db.run(
                "UPDATE decisionChangeFile SET isMerged = 1 WHERE change = \(file[0]) AND place = \(file[1])")
        }
    }

    /// What an index is known by: its own first run, as by ``RunMerging``.
    private static func name(of index: Database) throws -> String {
        let first = try String.fetchOne(
            index.statement(
                """
                SELECT started || ' ' || coalesce(pid, '') || ' ' || coalesce(host, '') FROM run
                WHERE mergedAt IS NULL ORDER BY id LIMIT 1
                """))
        return first ?? "no run"
    }

    /// Whether a word was not merged before. It is noted that it is now.
    private func isNew(_ word: Word, _ number: Int64, of source: String) throws -> Bool {
        try db.run(
            """
            INSERT INTO mergedWord (source, decision, number, content, path, value, followsContent, staysWithPath)
            VALUES (\(source), \(table.name), \(number), \(word.content), \(word.path), \(word.value),
              \(word.followsContent), \(word.staysWithPath))
            ON CONFLICT DO NOTHING
            """)
        return db.changesCount > 0
    }

    /// A content and a path keep one row each that applies to them: the stricter one, this index's of two that are
    /// equally strict.
    private mutating func add(_ other: Word) throws {
        let here = try words("content = \(other.content) AND path = \(other.path)").first
        var word = other
        if let here {
            if !isStricter(other, than: here) { word.value = here.value }
            word.followsContent = here.followsContent || other.followsContent
            word.staysWithPath = here.staysWithPath || other.staysWithPath
        }
        var weaker: [Word] = []
        if word.followsContent {
            let known = try words("content = \(word.content) AND followsContent").first
            noteConflict(other, here ?? known)
            if var known, known.path != word.path {
                word.followsContent = isStricter(word, than: known)
                known.followsContent = false
                if word.followsContent { weaker.append(known) }
            }
        }
        if word.staysWithPath, var known = try words("path = \(word.path) AND staysWithPath").first,
            known.content != word.content
        {
            word.staysWithPath = isStricter(word, than: known)
            known.staysWithPath = false
            if word.staysWithPath { weaker.append(known) }
        }
        if word == here || !word.followsContent && !word.staysWithPath { return }
        for known in weaker { try weaken(known) }
        try write(word)
    }

    private func words(_ condition: SQL) throws -> [Word] {
        try Row.fetchAll(
            db.statement(
                """
                SELECT content, \(sql: table.value) AS value, path, followsContent, staysWithPath
                FROM \(sql: table.name) WHERE \(condition)
                """)
        ).map { try Word($0, content: $0.value("content")) }
    }

    private func isStricter(_ one: Word, than other: Word) -> Bool {
        one.value != table.weakest && other.value == table.weakest
    }

    /// Notes two marks that differ on what one of them applies to.
    private mutating func noteConflict(_ there: Word, _ here: Word?) {
        guard let here, let mark = Mark(rawValue: here.value), let other = Mark(rawValue: there.value), mark != other
        else { return }
        conflicts.append(MergedIndex.Conflict(path: FilePath(bytes: here.path), here: mark, there: other))
    }

    /// Leaves of a row what still applies.
    private func weaken(_ word: Word) throws {
        let row: SQL = "\(sql: table.name) WHERE content = \(word.content) AND path = \(word.path)"
        if !word.followsContent, !word.staysWithPath { return try db.run("DELETE FROM \(row)") }
        try db.run(
            """
            UPDATE \(sql: table.name) SET followsContent = \(word.followsContent), staysWithPath = \(word.staysWithPath)
            WHERE content = \(word.content) AND path = \(word.path)
            """)
    }

    private func isWork(_ word: Word) -> Bool {
        table.name == Table.marks.name && word.value == Mark.work.rawValue
    }

    private mutating func write(_ word: Word) throws {
        let number: SQL = isWork(word) ? "(SELECT min(0, coalesce(min(id), 0)) - 1 FROM mark)" : "NULL"
        try db.run(
            """
            INSERT OR REPLACE INTO \(sql: table.name)
              (id, content, \(sql: table.value), path, followsContent, staysWithPath)
            VALUES (\(number), \(word.content), \(word.value), \(word.path), \(word.followsContent),
              \(word.staysWithPath))
            """)
        count += 1
        if isWork(word) { work.append(FilePath(bytes: word.path)) }
        if word.followsContent { contents.insert(word.content) }
        if word.staysWithPath {
            paths.insert(word.path)
            try places.note(word.path)
        }
    }
}
