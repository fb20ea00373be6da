import GRDB
import PhotoModel

/// Records the contents of files that were hashed while they were sent, within a transaction.
struct FileContents {
    private let db: Database
    private let finder: FileFinder
    private let read: PreparedQuery
    private let update: PreparedQuery
    private let isMarked: PreparedQuery
    private var judging: GroupJudging

    init(_ db: Database) throws {
        self.db = db
        finder = try FileFinder(db)
        read = try PreparedQuery(
            db,
            """
            SELECT f.content, f.assetGroup, s.keepsInodes, f.size, f.modified, f.changed, f.inode
            FROM file f CROSS JOIN fileSystem s ON s.id = f.fileSystem
            WHERE f.id = ? AND f.goneAt IS NULL AND (f.state = 'photo' OR f.state = 'sidecar')
            """)
        update = try PreparedQuery(db, "UPDATE file SET content = ? WHERE id = ?")
        isMarked = try PreparedQuery(db, "SELECT 1 FROM mark WHERE content = ? AND followsContent")
        judging = try GroupJudging(db)
    }

    /// Records the content of a hashed member, if the file in the index has not changed since. A mark on that content
    /// now applies to the file.
    mutating func note(_ member: Action.Member) throws {
        guard let sha256 = member.sha256, let file = try finder.file(at: member.path.bytes) else { return }
        let content = try Contents.row(sha256: sha256, size: member.fingerprint.size, in: db)
        read.bind(file.row, at: 1)
        let before = try read.first {
            (content: read.optionalInteger(0), keepsInodes: read.bool(2), fingerprint: read.fingerprint(from: 3))
        }
        guard let before, before.content != content,
            before.fingerprint.isSame(as: member.fingerprint, withInode: before.keepsInodes)
        else { return }
        update.bind(content, at: 1)
        update.bind(file.row, at: 2)
        try update.run()
        if let group = file.group { try applyMark(of: content, to: group) }
    }

    private mutating func applyMark(of content: Int64, to group: Int64) throws {
        isMarked.bind(content, at: 1)
        guard try isMarked.first({ true }) == true, let judgement = try judging.judgement(of: group) else { return }
        try judging.judgeAnew(group) { _ in judgement }
    }
}

extension PhotoIndex {
    /// Which sizes occur among contents that are marked personal or held from a destination. A file of such a size that
    /// was never hashed may be a copy of one: it may have been unreadable when the other was marked.
    ///
    /// - Parameters:
    ///   - sizes: sizes in bytes.
    ///   - destination: the destination's row.
    /// - Returns: the sizes of such contents among them.
    /// - Throws: `IndexError` where the index cannot be read.
    package func sizesNotToSend(
        among sizes: Set<Int64>, to destination: Int64
    ) throws(IndexError) -> Set<Int64> {
        try read { db in
            let query = try PreparedQuery(
                db,
                """
                SELECT 1 FROM mark m CROSS JOIN content c ON c.id = m.content
                WHERE m.followsContent AND m.verdict = 'personal' AND c.size = ?1
                UNION ALL
                SELECT 1 FROM content c WHERE c.size = ?1 AND \(DestinationHolds.holds("c.id", from: "?2"))
                """)
            query.bind(destination, at: 2)
            return try sizes.filter { size in
                query.bind(size, at: 1)
                return try query.first { true } ?? false
            }
        }
    }
}

/// The contents that are marked personal, within a transaction.
struct PersonalContents {
    private let find: PreparedQuery

    init(_ db: Database) throws {
        find = try PreparedQuery(db, Self.sql(where: "c.sha256 = ?"))
    }

    /// Whether a hashed file of an action is one of them. A sidecar's content carries no mark.
    func include(anyOf members: [Action.Member]) throws -> Bool {
        for member in members where member.role != .sidecar {
            guard let sha256 = member.sha256 else { continue }
            find.bind(sha256, at: 1)
            if try find.first({ true }) == true { return true }
        }
        return false
    }

    static func sql(where condition: String) -> String {
        """
        SELECT 1 FROM content c CROSS JOIN mark m ON m.content = c.id
        WHERE \(condition) AND m.followsContent AND m.verdict = 'personal'
        """
    }
}
