import GRDB
package import PhotoModel

/// Records the contents of files that were hashed while they were sent, within a transaction.
struct FileContents {
    private let db: Database
    private let finder: FileFinder
    private var judging: GroupJudging

    init(_ db: Database) throws {
        self.db = db
        finder = try FileFinder(db)
        judging = try GroupJudging(db)
    }

    /// Records the content of a hashed member, if the file in the index has not changed since. A mark on that content
    /// now applies to the file. If it has changed, what was sent of it is an earlier content.
    mutating func note(_ member: Action.Member) throws {
        guard let sha256 = member.sha256, let file = try finder.file(at: member.path.bytes) else { return }
        let content = try ContentRows.row(sha256: sha256, size: member.fingerprint.size, in: db)
        let before = try Row.fetchOne(
            db.statement(
                """
                SELECT f.content, s.keepsInodes, f.size, f.modified, f.changed, f.inode
                FROM file f CROSS JOIN fileSystem s ON s.id = f.fileSystem
                WHERE f.id = \(file.row) AND f.goneAt IS NULL AND (f.state = 'photo' OR f.state = 'sidecar')
                """))
        guard let before, try (before.value("content") as Int64?) != content else { return }
        guard try before.fingerprint.isSame(as: member.fingerprint, withInode: before.value("keepsInodes")) else {
            return try EarlierContents.note(content, of: file.row, in: db)
        }
        try db.run("UPDATE file SET content = \(content) WHERE id = \(file.row)")
        if let group = file.group { try applyMark(of: content, to: group) }
    }

    private mutating func applyMark(of content: Int64, to group: Int64) throws {
        guard try db.has("SELECT 1 FROM mark WHERE content = \(content) AND followsContent"),
            let judgement = try judging.judgement(of: group)
        else { return }
        try judging.judgeAnew(group) { _ in judgement }
    }
}

extension PhotoIndex {
    /// The contents that are marked personal or held from a destination. A file that was never hashed may be a copy of
    /// one: it may have been unreadable when the other was marked.
    ///
    /// - Returns: the contents, each with why it is not sent: ``Action/Reason/notWork`` or
    ///   ``Action/Reason/heldFromDestination``.
    package func contentsNotToSend(
        to destination: Int64
    ) throws(IndexError) -> [RecordedContent: Action.Reason] {
        try read { db in
            var contents: [RecordedContent: Action.Reason] = [:]
            let rows = try Row.fetchCursor(
                db.statement(
                    """
                    SELECT c.size, c.sha256, 0 AS isPersonal FROM destinationHold h
                    CROSS JOIN content c ON c.id = h.content
                    WHERE h.destination = \(destination) AND h.liftedBy IS NULL
                    UNION ALL
                    SELECT c.size, c.sha256, 1 FROM mark m CROSS JOIN content c ON c.id = m.content
                    WHERE m.followsContent AND m.verdict = 'personal'
                    """))
            while let row = try rows.next() {
                contents[RecordedContent(size: try row.value("size"), sha256: try row.bytes("sha256"))] =
                    try row.value("isPersonal") ? .notWork : .heldFromDestination
            }
            return contents
        }
    }
}

/// The contents that are marked personal, within a transaction.
struct PersonalContents {
    let db: Database

    /// Whether a hashed file of an action is one of them. A sidecar's content carries no mark.
    func include(anyOf members: [Action.Member]) throws -> Bool {
        for member in members where member.role != .sidecar {
            guard let sha256 = member.sha256 else { continue }
            let isPersonal = try db.has(
                """
                SELECT 1 FROM content c CROSS JOIN mark m ON m.content = c.id
                WHERE c.sha256 = \(sha256) AND m.followsContent AND m.verdict = 'personal'
                """)
            if isPersonal { return true }
        }
        return false
    }
}
