import GRDB
import PhotoModel

/// The holds on what an undo brings back, within a transaction: written with its intent, so that nothing is back for a
/// moment without them.
struct RestoredHolds {
    /// The reason that every one of them gives.
    static let reason = "restored"

    private let db: Database
    private let insert: PreparedQuery
    private let keep: PreparedQuery
    private let takeBack: PreparedQuery

    init(_ db: Database) throws {
        self.db = db
        // What somebody holds already needs no second hold. A row of this content and path that holds only one of both
        // becomes one that holds both, and stays whatever comes of the undo.
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
        takeBack = try PreparedQuery(db, "DELETE FROM hold WHERE action = ?")
    }

    /// Holds the members of an undo, whose row there is: photos by their contents and at their paths, sidecars at their
    /// paths alone, since many photos may have the same edit.
    func hold(_ members: [Action.Member], undo: Int64) throws {
        for member in members {
            guard let sha256 = member.sha256 else { continue }
            insert.bind(try Contents.row(sha256: sha256, size: member.fingerprint.size, in: db), at: 1)
            insert.bind(member.path.bytes, at: 2)
            insert.bind(undo, at: 3)
            insert.bind(member.role != .sidecar, at: 4)
            try insert.run()
        }
    }

    /// Settles what an undo held: for good where it is done, else what it held itself goes.
    func settle(undo: Int64, isDone: Bool) throws {
        let query = isDone ? keep : takeBack
        query.bind(undo, at: 1)
        try query.run()
    }
}
