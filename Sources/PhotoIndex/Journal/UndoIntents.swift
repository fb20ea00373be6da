import GRDB
package import PhotoModel
import SystemPackage

extension PhotoIndex {
    /// Records that removals are about to be undone, and holds their files, in one durable transaction, for up to
    /// ``actionsOfACommit`` actions.
    ///
    /// A file is held before it is back, so that no purge in between removes it again. If the undo is not done, its
    /// holds are removed with its outcome, except on files that are back (``conclude(_:run:at:)``).
    ///
    /// - Parameters:
    ///   - actions: undos, each with the purge that it undoes and that purge's members: paths, tickets and hashes.
    ///   - run: the run that carries them out.
    /// - Returns: an answer for each, in order. Not now: `.alreadyThere` where the purge is undone, or an undo of it
    ///   has begun and has no outcome; `.notFound` where it removed nothing, or a member has no hash.
    /// - Throws: `IndexError` where the index cannot be written; none has begun then.
    package func intendUndo(_ actions: [Action], run: Int64) throws(IndexError) -> [Intent] {
        try write { db in
            let writing = try ActionWriting(db)
            let holds = try RestoredHolds(db)
            let purge = try PreparedQuery(
                db,
                """
                SELECT EXISTS (SELECT 1 FROM action u WHERE u.undoes = a.id AND (u.state = 'done' OR u.state = 'running'))
                FROM action a WHERE a.id = ? AND \(Removals.areThese)
                """)
            return try actions.map { action in
                purge.bind(action.undoes, at: 1)
                guard let isUndone = try purge.first({ purge.bool(0) }), !action.members.isEmpty,
                    action.members.allSatisfy({ $0.sha256 != nil })
                else { return .notNow(.notFound) }
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
    /// A removed file to be held.
    struct File {
        let path: [UInt8]
        let isSidecar: Bool
        let size: Int64
        let sha256: [UInt8]
    }

    /// The reason of all these holds.
    static let reason = "restored"

    private let db: Database
    private let insert: PreparedQuery
    private let keep: PreparedQuery
    private let keepOne: PreparedQuery
    private let takeBack: PreparedQuery
    private let release: PreparedQuery
    private let places: DecisionPlaces

    init(_ db: Database) throws {
        self.db = db
        places = DecisionPlaces(db)
        // A file that is already held needs no second hold. A row for this content and path that holds only one of them
        // is extended to both, and stays whatever happens to the undo.
        insert = try PreparedQuery(
            db,
            """
            INSERT INTO hold (content, reason, path, followsContent, staysWithPath, action)
            SELECT ?1, '\(Self.reason)', ?2, content, path, ?3 FROM (
              SELECT ?4 AND NOT EXISTS (SELECT 1 FROM hold WHERE content = ?1 AND followsContent) AS content,
                NOT EXISTS (SELECT 1 FROM hold WHERE path = ?2 AND staysWithPath) AS path)
            WHERE content OR path
            ON CONFLICT (content, path) DO UPDATE SET followsContent = max(followsContent, excluded.followsContent),
              staysWithPath = max(staysWithPath, excluded.staysWithPath)
            """)
        keep = try PreparedQuery(db, "UPDATE hold SET action = NULL WHERE action = ?")
        keepOne = try PreparedQuery(db, "UPDATE hold SET action = NULL WHERE action = ? AND path = ?")
        takeBack = try PreparedQuery(db, "DELETE FROM hold WHERE action = ?")
        release = try PreparedQuery(
            db,
            """
            DELETE FROM hold WHERE reason = '\(Self.reason)' AND (
              (followsContent AND content IN (SELECT content FROM file WHERE assetGroup = ?1))
              OR path IN (
                SELECT CAST(CASE r.path WHEN x'2f' THEN '' ELSE r.path END || x'2f' || f.path AS BLOB)
                FROM file f CROSS JOIN root r ON r.id = f.root WHERE f.assetGroup = ?1))
            RETURNING 1
            """)
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
    func hold(_ file: File, undo: Int64? = nil) throws {
        insert.bind(try Contents.row(sha256: file.sha256, size: file.size, in: db), at: 1)
        insert.bind(file.path, at: 2)
        insert.bind(undo, at: 3)
        insert.bind(!file.isSidecar, at: 4)
        try insert.run()
        try places.note(file.path)
    }

    /// Removes the holds of undos on a group.
    ///
    /// - Returns: whether there was any.
    func release(group: Int64) throws -> Bool {
        release.bind(group, at: 1)
        var isAny = false
        try release.forEachRow { isAny = true }
        return isAny
    }

    /// Settles the holds of an undo: if it is done they become permanent; otherwise its own holds are removed, except
    /// on files that are back.
    func settle(undo: Int64, isDone: Bool, returned: [FilePath]) throws {
        for path in returned where !isDone {
            keepOne.bind(undo, at: 1)
            keepOne.bind(path.bytes, at: 2)
            try keepOne.run()
        }
        let query = isDone ? keep : takeBack
        query.bind(undo, at: 1)
        try query.run()
    }
}
