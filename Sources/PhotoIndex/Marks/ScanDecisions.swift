import GRDB
import PhotoModel
package import SystemPackage

/// People's decisions on photos, and destinations' contents, for one transaction of a scan.
struct ScanDecisions {
    private let db: Database
    /// Whether anything is decided, so that it is worth asking for.
    let hasDecisions: Bool
    private let waiting: WaitingContents
    private let ofSize: PreparedQuery
    private let ofFile: PreparedQuery
    private let ofRow: PreparedQuery

    init(_ db: Database, waiting memory: WaitingMemory) throws {
        self.db = db
        waiting = try WaitingContents(db, memory: memory)
        let any = try PreparedQuery(
            db,
            """
            SELECT EXISTS (SELECT 1 FROM mark) OR EXISTS (SELECT 1 FROM hold)
              OR EXISTS (SELECT 1 FROM destinationHold)
            """)
        hasDecisions = try any.first { any.bool(0) } ?? false
        ofSize = try PreparedQuery(db, "SELECT 1 FROM content c WHERE c.size = ? AND \(ContentRows.hasDecision)")
        ofFile = try PreparedQuery(
            db,
            """
            SELECT min(verdict) FROM (
              SELECT verdict FROM mark WHERE path = ?1 AND staysWithPath
              UNION ALL
              SELECT m.verdict FROM content c CROSS JOIN mark m ON m.content = c.id
                WHERE c.sha256 = ?2 AND m.followsContent)
            """)
        ofRow = try PreparedQuery(
            db,
            """
            SELECT c.id, c.sha256 FROM file f CROSS JOIN content c ON c.id = f.content
            WHERE f.id = ? AND f.state = 'photo' AND f.goneAt IS NULL AND \(ContentRows.hasDecision)
            """)
    }

    /// Whether an unhashed file may have the bytes of a photo with a decision, bytes that only a destination has, or
    /// those that a destination has of this very file. A decision on a photo does not apply to sidecars, but they are
    /// uploaded with it.
    func mustHash(_ file: ScannedFile) throws -> Bool {
        let kind = file.reading.content.kind
        guard file.sha256 == nil, kind == .photo || kind == .sidecar else { return false }
        let size = file.reading.fingerprint.size
        if kind == .photo, try hasDecision(size: size) { return true }
        return try waiting.has(size: size) || waiting.mayBeKept(file)
    }

    /// Lets `personal` and a hold stay with the path of a photo that has other bytes now, if they applied to those it
    /// had. A later mark on the new bytes takes precedence.
    func keep(_ file: ScannedFile, row: Int64, rootPrefix: [UInt8]) throws {
        guard hasDecisions else { return }
        ofRow.bind(row, at: 1)
        guard let (content, sha256) = try ofRow.first({ (ofRow.integer(0), ofRow.bytes(1)) }), sha256 != file.sha256
        else {
            return
        }
        try Self.keep(content, at: rootPrefix + file.path, of: file.sha256, in: db)
    }

    /// Lets `personal` and a hold that apply to a content stay with a path, where a file is that had it and has other
    /// bytes by now, with the hash `sha256` if they were hashed. A later mark on these takes precedence until it is
    /// undone.
    static func keep(_ content: Int64, at path: [UInt8], of sha256: [UInt8]?, in db: Database) throws {
        try db.run(
            """
            INSERT INTO mark (content, verdict, path, followsContent, staysWithPath)
            SELECT content, verdict, \(path), 0, 1 FROM mark o
            WHERE content = \(content) AND followsContent AND verdict = 'personal'
              AND NOT EXISTS (SELECT 1 FROM mark WHERE path = \(path) AND staysWithPath)
              AND NOT EXISTS (SELECT 1 FROM content c CROSS JOIN mark m ON m.content = c.id
                WHERE c.sha256 = \(sha256) AND m.followsContent AND m.id > o.id)
            ON CONFLICT (content, path) DO UPDATE SET staysWithPath = 1 WHERE verdict = excluded.verdict
            """)
        try RestoredHolds.replace(at: path, by: "content = \(content) AND followsContent", in: db)
        try db.run(
            """
            INSERT INTO hold (content, reason, path, followsContent, staysWithPath)
            SELECT content, reason, \(path), 0, 1 FROM hold
            WHERE content = \(content) AND followsContent
              AND NOT EXISTS (SELECT 1 FROM hold WHERE path = \(path) AND staysWithPath)
            ON CONFLICT (content, path) DO UPDATE SET staysWithPath = 1
            """)
        try DecisionHistory.follow(
            "w.content = \(content) AND w.followsContent AND w.path <> \(path)", to: path, of: sha256, in: db)
    }

    /// The content that the index knows a photo with; nil where it has that hash.
    static func content(of row: Int64, otherThan sha256: [UInt8], in db: Database) throws -> Int64? {
        let query = try db.query(
            """
            SELECT c.id FROM file f CROSS JOIN content c ON c.id = f.content
            WHERE f.id = \(row) AND f.state = 'photo' AND f.goneAt IS NULL AND c.sha256 <> \(sha256)
            """)
        return try query.first { query.integer(0) }
    }

    /// Lets what applies to a content, also from which destinations it is held, stay with the path of a photo that the
    /// index knew with it, as a scan would that finds other bytes there.
    static func keepAll(_ content: Int64, at path: [UInt8], of sha256: [UInt8]?, in db: Database) throws {
        try keep(content, at: path, of: sha256, in: db)
        try DestinationHolds.hold(path: path, likeContent: content, in: db)
    }

    private func hasDecision(size: Int64) throws -> Bool {
        guard hasDecisions else { return false }
        ofSize.bind(size, at: 1)
        return try ofSize.first { true } ?? false
    }

    /// The mark that applies to a file.
    func mark(of file: ScannedFile, rootPrefix: [UInt8]) throws -> Mark? {
        guard hasDecisions else { return nil }
        ofFile.bind(rootPrefix + file.path, at: 1)
        if let sha256 = file.sha256 { ofFile.bind(sha256, at: 2) } else { ofFile.bindNull(at: 2) }
        return try ofFile.first { try ofFile.text(0).map(Mark.init(stored:)) } ?? nil
    }
}

extension Judgement {
    /// The verdict on a photo with a mark: no rule is applied.
    init(marked mark: Mark) {
        self.init(verdict: mark == .work ? .work : .personal, reason: .marked)
    }
}

/// The rows of contents, by their SHA-256.
enum ContentRows {
    /// The row of a content; created if there is none.
    static func row(sha256: [UInt8], size: Int64, in db: Database) throws -> Int64 {
        if let row = try row(ifKnown: sha256, in: db) { return row }
        let insert = try PreparedQuery(db, "INSERT INTO content (sha256, size) VALUES (?, ?) RETURNING id")
        insert.bind(sha256, at: 1)
        insert.bind(size, at: 2)
        return try insert.first { insert.integer(0) } ?? 0
    }

    /// The row of a content; nil if there is none.
    static func row(ifKnown sha256: [UInt8], in db: Database) throws -> Int64? {
        let find = try PreparedQuery(db, "SELECT id FROM content WHERE sha256 = ?")
        find.bind(sha256, at: 1)
        return try find.first { find.integer(0) }
    }

    /// Records the content of a photo or sidecar, if it has not changed since it was scanned.
    ///
    /// - Returns: whether it has not.
    static func set(_ content: Int64, of row: Int64, _ file: HashedFile, in db: Database) throws -> Bool {
        let unchanged: SQL = """
            id = \(row) AND size = \(file.fingerprint.size) AND modified = \(file.fingerprint.modified)
              AND digest = \(Int64(bitPattern: file.digest)) AND (state = 'photo' OR state = 'sidecar') AND goneAt IS NULL
            """
        // An update that changes nothing writes the row all the same.
        if try db.has("SELECT 1 FROM file WHERE \(unchanged) AND content = \(content)") { return true }
        try db.run("UPDATE file SET content = \(content) WHERE \(unchanged)")
        return db.changesCount > 0
    }

    /// The groups of the files with a content, including files that are gone, since they may return.
    static func groups(of content: Int64, in db: Database) throws -> Set<Int64> {
        try db.integers("SELECT assetGroup FROM file WHERE content = \(content) AND assetGroup NOTNULL")
    }

    /// Whether a content is marked, held, or held from a destination, as a condition on a table of contents.
    static let hasDecision = """
        (EXISTS (SELECT 1 FROM mark WHERE content = c.id AND followsContent)
          OR EXISTS (SELECT 1 FROM hold WHERE content = c.id AND followsContent)
          OR EXISTS (SELECT 1 FROM destinationHold WHERE content = c.id AND liftedBy IS NULL))
        """
}

/// A photo of the index that may have the bytes of one on which a person decides, and that was never hashed.
package struct PossibleCopy: Hashable, Sendable {
    package var row: Int64
    package var path: FilePath

    package init(row: Int64, path: FilePath) {
        self.row = row
        self.path = path
    }
}
