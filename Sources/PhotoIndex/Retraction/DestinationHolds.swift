import GRDB
import PhotoModel
package import SystemPackage

/// Contents that are not sent to a destination until somebody marks them as work, within a transaction: their copies
/// were taken back from there, or a person accepted that they are gone. A sidecar is never held, since many photos have
/// the same edit.
struct DestinationHolds {
    private let find: PreparedQuery
    private let insert: PreparedQuery
    private let insertNew: PreparedQuery

    init(_ db: Database) throws {
        find = try PreparedQuery(
            db, "SELECT 1 FROM content c WHERE c.sha256 = ?1 AND \(Self.holds("c.id", from: "?2"))")
        let add = """
            INSERT INTO destinationHold (content, destination) VALUES (?1, ?2) ON CONFLICT (content, destination)
            """
        insert = try PreparedQuery(db, "\(add) DO UPDATE SET liftedBy = NULL")
        insertNew = try PreparedQuery(db, "\(add) DO NOTHING")
    }

    /// The condition that a content is held from a destination; both are SQL for rows.
    static func holds(_ content: String, from destination: String) -> String {
        """
        EXISTS (
          SELECT 1 FROM destinationHold WHERE content = \(content) AND destination = \(destination)
            AND liftedBy IS NULL)
        """
    }

    /// Whether a hashed photo of an action is held from the action's destination.
    func hold(anyOf action: Action) throws -> Bool {
        guard let destination = action.destination?.id else { return false }
        find.bind(destination, at: 2)
        for member in action.members where member.role != .sidecar {
            guard let sha256 = member.sha256 else { continue }
            find.bind(sha256, at: 1)
            if try find.first({ true }) == true { return true }
        }
        return false
    }

    /// Holds a content from a destination; `evenIfLifted` is whether also if somebody has ended that before.
    func hold(content: Int64, from destination: Int64, evenIfLifted: Bool = true) throws {
        let insert = evenIfLifted ? insert : insertNew
        insert.bind(content, at: 1)
        insert.bind(destination, at: 2)
        try insert.run()
    }

    /// Lifts what holds a content, and the contents of a group, from all destinations.
    ///
    /// - Parameters:
    ///   - content: a content.
    ///   - group: a group; nil for none.
    ///   - change: the change of marks that does it, and can be undone; nil where it cannot.
    ///   - db: the index.
    /// - Returns: whether anything was held.
    /// - Throws: an error if the index cannot be written.
    static func lift(content: Int64, group: Int64?, for change: Int64?, in db: Database) throws -> Bool {
        try db.execute(
            sql: """
                UPDATE destinationHold SET liftedBy = ?1 WHERE liftedBy IS NULL
                  AND (content = ?2 OR content IN (SELECT content FROM file WHERE assetGroup = ?3))
                """, arguments: [change ?? 0, content, group])
        return db.changesCount > 0
    }
}

extension PhotoIndex {
    /// The configured destinations from which a file, or another photo of its group, is held.
    ///
    /// - Parameters:
    ///   - path: absolute, with links resolved except in the last name.
    ///   - sha256: the hash of its bytes; nil if it was not hashed.
    /// - Returns: their names, in order.
    /// - Throws: `IndexError` where the index cannot be read.
    package func destinationsHeldFrom(_ path: FilePath, sha256: [UInt8]?) throws(IndexError) -> [String] {
        try read { db in
            let group = try FileFinder(db).file(at: path.bytes)?.group
            return try String.fetchAll(
                db,
                sql: """
                    SELECT DISTINCT d.name FROM destinationHold h JOIN destination d ON d.id = h.destination
                    WHERE h.liftedBy IS NULL AND d.removedAt IS NULL AND (
                      h.content = (SELECT id FROM content WHERE sha256 = ?1)
                      OR h.content IN (SELECT content FROM file WHERE assetGroup = ?2)) ORDER BY d.name
                    """, arguments: [sha256.map(Blob.init), group])
        }
    }
}
