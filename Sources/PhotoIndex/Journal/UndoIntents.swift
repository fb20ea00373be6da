import GRDB
package import PhotoModel
import SystemPackage

extension PhotoIndex {
    /// Records that removals are about to be undone, and holds their files, in one durable transaction, for up to
    /// ``actionsOfACommit`` actions.
    ///
    /// A file is held before it is back, so that no purge in between removes it again. If the undo is not done, its
    /// holds are removed with its outcome, except on files that are back (``conclude(_:run:at:)``). If the index cannot
    /// be written, none has begun.
    ///
    /// - Parameter actions: undos, each with the purge that it undoes and that purge's members: paths, tickets and
    ///   hashes.
    /// - Returns: an answer for each, in order. Not now: `.alreadyThere` where the purge is undone, or an undo of it
    ///   has begun and has no outcome; `.notFound` where it removed nothing, or a member has no hash.
    package func intendUndo(_ actions: [Action], run: Int64) throws(IndexError) -> [Intent] {
        try write { db in
            let writing = ActionWriting(db)
            let holds = RestoredHolds(db)
            return try actions.map { action in
                let isUndone = try Bool.fetchOne(
                    db.statement(
                        """
                        SELECT EXISTS (
                          SELECT 1 FROM action u WHERE u.undoes = a.id AND (u.state = 'done' OR u.state = 'running'))
                        FROM action a WHERE a.id = \(action.undoes) AND \(sql: Removals.areThese)
                        """))
                guard let isUndone, !action.members.isEmpty, action.members.allSatisfy({ $0.sha256 != nil }) else {
                    return .notNow(.notFound)
                }
                if isUndone { return .notNow(.alreadyThere) }
                var action = action
                (action.kind, action.state, action.why) = (.undo, .running, nil)
                let id = try writing.insert(action, run: run)
                try holds.hold(action.members, undo: id)
                return .begun(id)
            }
        }
    }
}

/// The holds on files that undos restore, within a transaction. They are written with the intent, so that no file is
/// back without a hold for a moment. Holds on files that returned by other means belong to no undo.
struct RestoredHolds {
    struct File {
        let path: [UInt8]
        let isSidecar: Bool
        let size: Int64
        let sha256: [UInt8]
    }

    /// The reason of all these holds.
    static let reason = Photo.restoredReason
    /// That a row of `hold` is one of these. In the text, not bound: SQLite finds their own index by it.
    static let condition = SQL(sql: "reason = '\(reason)'")

    private let db: Database

    init(_ db: Database) {
        self.db = db
    }

    /// Holds the members of an undo, whose row exists: photos by content and by path, sidecars by path only, since many
    /// photos may have the same edit.
    func hold(_ members: [Action.Member], undo: Int64) throws {
        for member in members {
            guard let sha256 = member.sha256 else { continue }
            let file = File(
                path: member.path.bytes, isSidecar: member.role == .sidecar, size: member.fingerprint.size,
                sha256: sha256)
            try hold(file, undo: undo)
        }
    }

    /// Holds one file in the same way; permanently if no undo is given.
    ///
    /// A file that is already held needs no second hold, but is held still once a person's hold is undone. A row for
    /// this content and path that holds only one of them is extended to both, and stays whatever happens to the undo.
    func hold(_ file: File, undo: Int64? = nil) throws {
        let content = try ContentRows.row(sha256: file.sha256, size: file.size, in: db)
        try db.run(
            """
            INSERT INTO hold (content, reason, path, followsContent, staysWithPath, action)
            SELECT \(content), \(Self.reason), \(file.path), content, path, \(undo) FROM (
              SELECT \(!file.isSidecar)
                  AND NOT EXISTS (SELECT 1 FROM hold WHERE content = \(content) AND followsContent) AS content,
                NOT EXISTS (SELECT 1 FROM hold WHERE path = \(file.path) AND staysWithPath) AS path)
            WHERE content OR path
            ON CONFLICT (content, path) DO UPDATE SET followsContent = max(followsContent, excluded.followsContent),
              staysWithPath = max(staysWithPath, excluded.staysWithPath)
            """)
        try DecisionPlaces(db).note(file.path)
        if undo == nil { try DecisionHistory.standRestored(at: file.path, of: file.sha256, in: db) }
    }

    /// Holds again what undos under way restore, where a person's hold has ended that stood in place of theirs: they
    /// may have brought it back already.
    func holdUnderWay(at paths: Set<FilePath>) throws {
        if paths.isEmpty { return }
        for undo in try ActionRows.all(db, where: "a.kind = 'undo' AND a.state = 'running'") {
            guard let id = undo.id, undo.members.contains(where: { paths.contains($0.path) }) else { continue }
            try hold(undo.members, undo: id)
        }
    }

    /// Lets a person's hold, one of those by a condition, replace the hold of an undo that stays with a path: `work`
    /// ends that, and must not end what the person said of the file that is there now.
    static func replace(at path: [UInt8], by hold: SQL, in db: Database) throws {
        try db.run(
            """
            UPDATE hold SET reason = said.word, action = NULL
            FROM (SELECT reason AS word FROM hold WHERE \(hold) AND NOT (\(condition)) LIMIT 1) said
            WHERE path = \(path) AND staysWithPath AND \(condition)
            """)
    }

    /// Whether anything is held so.
    func areAny() throws -> Bool { try db.has("SELECT 1 FROM hold WHERE \(Self.condition)") }

    /// Removes the holds of undos on a group, also from the paths that its files had when they were removed: by those
    /// it would be held once more where it is moved.
    ///
    /// - Returns: whether there was any.
    func release(group: Int64) throws -> Bool {
        try db.run(
            """
            DELETE FROM hold WHERE reason = \(Self.reason) AND (
              (followsContent AND content IN (SELECT content FROM file WHERE assetGroup = \(group)))
              OR path IN (
                SELECT \(sql: FileFinder.path(of: "f", in: "r"))
                FROM file f CROSS JOIN root r ON r.id = f.root WHERE f.assetGroup = \(group)
                UNION ALL
                SELECT \(sql: FileFinder.path(of: "o", in: "r"))
                FROM file f CROSS JOIN file o ON o.content = f.content CROSS JOIN root r ON r.id = o.root
                WHERE f.assetGroup = \(group) AND f.state = 'photo' AND o.goneAt NOTNULL))
            """)
        return db.changesCount > 0
    }

    /// Settles the holds of an undo of these members: if it is done they become permanent; otherwise its own holds are
    /// removed, except on files that are back.
    func settle(undo: Int64, of members: [Action.Member], isDone: Bool, returned: [FilePath]) throws {
        let keep: SQL = "UPDATE hold SET action = NULL WHERE action = \(undo)"
        for path in returned where !isDone { try db.run("\(keep) AND path = \(path)") }
        try db.run(isDone ? keep : "DELETE FROM hold WHERE action = \(undo)")
        for member in members where isDone || returned.contains(member.path) {
            guard let sha256 = member.sha256 else { continue }
            try DecisionHistory.standRestored(at: member.path.bytes, of: sha256, in: db)
        }
    }
}
