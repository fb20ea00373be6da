import GRDB
package import PhotoModel

/// How far decisions reach, within a transaction: the photos to which `personal`, a hold or a hold from a destination
/// applies, by the path or by another file of the photo, but not yet by their own contents. Where these are copied to
/// or left alone, a path says nothing.
struct DecisionReach {
    private let db: Database

    init(_ db: Database) {
        self.db = db
    }

    /// A table with decisions that reach all files of a photo.
    struct Table: Hashable {
        let name: String
        /// The column of its word.
        let value: String
        /// Which of its rows `w` reach them.
        let condition: String
        /// Which of its rows `k`, that apply to a content, are not replaced by the decision `g` on the photo. The later
        /// row has the higher number.
        let stands: String
    }

    static let tables = [
        Table(
            name: "mark", value: "verdict", condition: "w.verdict = 'personal'",
            stands: "(k.verdict = 'personal' OR k.id > g.id)"),
        Table(name: "hold", value: "reason", condition: "w.action IS NULL", stands: "true"),
    ]

    /// Selects the groups on which a table has a decision, each once, with its word, number and path: of one that stays
    /// with a path of the group, if there is any, and of those the latest. The bytes of a sidecar decide nothing.
    private static func groups(in table: Table) -> String {
        """
        SELECT assetGroup, word, path, id, max((stays << 48) + id) FROM (
          SELECT f.assetGroup, w.\(table.value) AS word, w.path, w.id, 0 AS stays
            FROM \(table.name) w CROSS JOIN file f ON f.content = w.content
            WHERE w.followsContent AND f.state = 'photo' AND \(table.condition)
          UNION ALL
          SELECT f.assetGroup, w.\(table.value), w.path, w.id, 1 FROM \(table.name) w CROSS JOIN (
              SELECT id, CASE path WHEN x'2f' THEN path ELSE CAST(path || x'2f' AS BLOB) END AS prefix FROM root) r
            CROSS JOIN file f ON f.root = r.id AND f.path = substr(w.path, length(r.prefix) + 1)
            WHERE w.staysWithPath AND substr(w.path, 1, length(r.prefix)) = r.prefix AND f.assetGroup NOTNULL
              AND \(table.condition))
        GROUP BY assetGroup
        """
    }

    private static let isThere = "f.state = 'photo' AND f.goneAt IS NULL"

    /// Selects the photos whose contents a table's decisions do not reach yet: `id`, `content`, `word` and the `path`
    /// of the decision. A mark as work that is older than the decision does not stand in its way.
    private static func lacking(in table: Table) -> String {
        """
        SELECT f.id, f.content, g.word, g.path FROM (\(groups(in: table))) g
        CROSS JOIN file f ON f.assetGroup = g.assetGroup
        WHERE \(isThere) AND (
          f.content IS NULL OR NOT EXISTS (
            SELECT 1 FROM \(table.name) k WHERE k.content = f.content AND k.followsContent AND \(table.stands)))
        """
    }

    /// The same of holds from destinations: `id`, `content` and `destination`. Those that were lifted stay so.
    private static let lackingDestinations = """
        SELECT f.id, f.content, g.destination FROM (\(DestinationHolds.groups)) g
        CROSS JOIN file f ON f.assetGroup = g.assetGroup
        WHERE \(isThere) AND (f.content IS NULL OR NOT EXISTS (
          SELECT 1 FROM destinationHold WHERE content = f.content AND destination = g.destination))
        """

    /// Selects the `id` of each of these photos, of each kind of decision.
    private static let lacking =
        tables.map { "SELECT id FROM (\(lacking(in: $0)))" } + ["SELECT id FROM (\(lackingDestinations))"]

    /// The groups of a root with photos whose contents decisions do not reach yet.
    func groupsLacking(inRoot root: Int64) throws -> Set<Int64> {
        try db.integers(
            """
            SELECT f.assetGroup FROM (\(sql: Self.lacking.joined(separator: " UNION "))) l
            CROSS JOIN file f ON f.id = l.id WHERE f.root = \(root)
            """)
    }

    /// The photos to hash before decisions can reach them: those themselves, and what may be their copies; nil where
    /// all decisions reach everything.
    func unhashed() throws -> [PossibleCopy]? {
        if try !Self.lacking.contains(where: { try db.has("\(sql: $0) LIMIT 1") }) { return nil }
        let rows = try Row.fetchAll(
            db.statement(
                """
                SELECT DISTINCT f.id, \(sql: FileFinder.path(of: "f", in: "r")) AS path
                FROM (\(sql: Self.lacking.joined(separator: " UNION "))) l CROSS JOIN file o ON o.id = l.id
                CROSS JOIN file f ON f.size = o.size AND f.digest = o.digest CROSS JOIN root r ON r.id = f.root
                WHERE f.content IS NULL AND \(sql: Self.isThere) ORDER BY f.id
                """))
        return try rows.map { try PossibleCopy(row: $0.value("id"), path: $0.path("path")) }
    }

    /// Lets all decisions reach the contents that are known.
    ///
    /// - Returns: the contents that they reach only now.
    func extend() throws -> Set<Int64> {
        let tables = DecisionTables(db)
        var reached: Set<Int64> = []
        for table in Self.tables {
            let rows = try Row.fetchAll(
                db.statement("SELECT * FROM (\(sql: Self.lacking(in: table))) WHERE content NOTNULL"))
            for row in rows {
                let content: Int64 = try row.value("content")
                let isNew = try tables.extend(
                    row.value("word"), in: table.name, from: row.bytes("path"), to: content)
                if isNew { reached.insert(content) }
            }
        }
        let rows = try Row.fetchAll(
            db.statement("SELECT * FROM (\(sql: Self.lackingDestinations)) WHERE content NOTNULL"))
        for row in rows {
            let content: Int64 = try row.value("content")
            try DestinationHolds(db).hold(content: content, from: row.value("destination"), evenIfLifted: false)
            reached.insert(content)
        }
        return reached
    }
}

/// What is decided on a photo as a whole, within a transaction. Each of its files keeps it when they part, by its own
/// path and content, unless something else was decided on that since.
struct PhotoWords {
    private struct Word {
        let id: Int64
        let content: Int64
        let value: String
    }

    private var words: [DecisionReach.Table: Word] = [:]
    private let destinations: [Int64]

    /// Whether anything is decided, so that it is worth asking for.
    static func areAny(_ db: Database) throws -> Bool {
        try db.has(
            """
            SELECT 1 FROM mark UNION ALL SELECT 1 FROM hold UNION ALL SELECT 1 FROM destinationHold
            UNION ALL SELECT 1 FROM heldPath
            """)
    }

    /// What is decided on a group; nil if nothing is.
    init?(ofGroup group: Int64, in db: Database) throws {
        for table in DecisionReach.tables { words[table] = try Self.latest(in: table, ofGroup: group, db) }
        destinations = try Int64.fetchAll(
            db.statement(
                """
                SELECT h.destination FROM file f CROSS JOIN destinationHold h ON h.content = f.content
                  WHERE f.assetGroup = \(group) AND f.state = 'photo' AND h.liftedBy IS NULL
                UNION
                SELECT h.destination FROM file f CROSS JOIN root r ON r.id = f.root CROSS JOIN heldPath h
                  ON h.path = \(sql: FileFinder.path(of: "f", in: "r"))
                  WHERE f.assetGroup = \(group) AND f.state = 'photo' AND h.liftedBy IS NULL
                """))
        if words.isEmpty, destinations.isEmpty { return nil }
    }

    private static func latest(
        in table: DecisionReach.Table, ofGroup group: Int64, _ db: Database
    ) throws -> Word? {
        let columns = "w.id, w.content, w.\(table.value) AS word"
        let row = try Row.fetchOne(
            db.statement(
                """
                SELECT \(sql: columns) FROM file f CROSS JOIN \(sql: table.name) w ON w.content = f.content
                  WHERE f.assetGroup = \(group) AND f.state = 'photo' AND w.followsContent AND \(sql: table.condition)
                UNION ALL
                SELECT \(sql: columns) FROM file f CROSS JOIN root r ON r.id = f.root CROSS JOIN \(sql: table.name) w
                  ON w.path = \(sql: FileFinder.path(of: "f", in: "r"))
                  WHERE f.assetGroup = \(group) AND w.staysWithPath AND \(sql: table.condition)
                ORDER BY 1 DESC LIMIT 1
                """))
        return try row.map { try Word(id: $0.value("id"), content: $0.value("content"), value: $0.value("word")) }
    }

    /// Lets the photos of a group keep it.
    func stay(withGroup group: Int64, in db: Database) throws {
        let holds = DestinationHolds(db)
        let photos = try Row.fetchAll(
            db.statement(
                """
                SELECT f.content, \(sql: FileFinder.path(of: "f", in: "r")) AS path
                FROM file f CROSS JOIN root r ON r.id = f.root WHERE f.assetGroup = \(group) AND f.state = 'photo'
                """))
        for photo in photos {
            let (content, path): (Int64?, [UInt8]) = try (photo.value("content"), photo.bytes("path"))
            for (table, word) in words { try stay(word, in: table, content: content, path: path, db) }
            for destination in destinations {
                try holds.hold(path: path, from: destination, evenIfLifted: false)
                if let content { try holds.hold(content: content, from: destination, evenIfLifted: false) }
            }
        }
    }

    /// It applies to the content too, as soon as that is known (``DecisionReach``).
    private func stay(
        _ word: Word, in table: DecisionReach.Table, content: Int64?, path: [UInt8], _ db: Database
    ) throws {
        let (name, column) = (SQL(sql: table.name), SQL(sql: table.value))
        try db.run(
            """
            INSERT INTO \(name) (content, \(column), path, followsContent, staysWithPath)
            SELECT \(word.content), \(word.value), \(path), 0, 1
            WHERE NOT EXISTS (SELECT 1 FROM \(name) WHERE path = \(path) AND (staysWithPath OR id > \(word.id)))
              AND NOT EXISTS (
                SELECT 1 FROM \(name) WHERE content = \(content) AND followsContent AND id > \(word.id))
            ON CONFLICT (content, path) DO UPDATE SET staysWithPath = 1 WHERE \(column) = excluded.\(column)
            """)
    }
}

extension PhotoIndex {
    /// Whether anybody has decided anything on photos.
    package func hasDecisions() throws(IndexError) -> Bool { try read(PhotoWords.areAny) }

    /// The photos that have to be hashed so that decisions reach their contents: at the paths of photos that were
    /// decided on and edited, in groups with these, and what may be copies of them.
    ///
    /// - Returns: the photos, in the order of their rows; nil where all decisions reach everything, and nothing is left
    ///   to extend.
    package func photosToHashForDecisions() throws(IndexError) -> [PossibleCopy]? {
        try read { try DecisionReach($0).unhashed() }
    }

    /// Lets `personal`, holds, and holds from destinations apply to the contents of all files of the photos that they
    /// apply to, so that none of these goes out when it is edited, copied to another disk, or left alone. `work` does
    /// not spread so, and what was decided on a content since then stays. In one transaction, which also judges the
    /// photos anew.
    ///
    /// - Parameters:
    ///   - hashed: the photos of ``photosToHashForDecisions()`` that could be hashed, by row.
    ///   - basis: the basis of `judge`.
    ///   - judge: returns the verdict of a group without a mark, from its photos' facts, the leader first.
    /// - Returns: whether anything was written; if so, more photos may have to be hashed.
    package func extendDecisions(
        hashed: [Int64: HashedFile], basis: JudgingBasis, judge: ([PhotoFacts]) -> Judgement
    ) throws(IndexError) -> Bool {
        try writeWithoutWaitingForDisk { db in
            var contents: Set<Int64> = []
            for (row, file) in hashed {
                let content = try ContentRows.row(sha256: file.sha256, size: file.fingerprint.size, in: db)
                if try ContentRows.set(content, of: row, file, in: db) { contents.insert(content) }
            }
            contents.formUnion(try DecisionReach(db).extend())
            if contents.isEmpty { return false }
            var judging = try GroupJudging(db)
            let groups = try contents.reduce(into: Set<Int64>()) {
                try $0.formUnion(ContentRows.groups(of: $1, in: db))
            }
            for group in groups.sorted() { try judging.followMark(of: group, judge) }
            try Self.forgetBasis(unless: basis, in: db)
            return true
        }
    }
}
