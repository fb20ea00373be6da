import GRDB
import PhotoModel
package import SystemPackage

/// What is not sent to a destination until somebody marks it as work, within a transaction: contents, and paths
/// whatever they contain, since an edit must not send a photo again. Copies were taken back from there, or a person
/// accepted that they are gone. A sidecar is never held, since many photos have the same edit.
struct DestinationHolds {
    private let db: Database

    init(_ db: Database) {
        self.db = db
    }

    /// The condition that a content is held from a destination; both are SQL for rows.
    static func holds(_ content: String, from destination: String) -> String {
        """
        EXISTS (
          SELECT 1 FROM destinationHold WHERE content = \(content) AND destination = \(destination)
            AND liftedBy IS NULL)
        """
    }

    /// The condition that a photo, a row `f` of `file`, is held from a destination, by its content or its path. Where
    /// no path is held, none is looked at.
    static func holdPhoto(from destination: Int64, in db: Database) throws -> String {
        let byContent = holds("f.content", from: "\(destination)")
        if try !db.has("SELECT 1 FROM heldPath LIMIT 1") { return byContent }
        return """
            (\(byContent) OR EXISTS (
              SELECT 1 FROM root hr CROSS JOIN heldPath hp ON hp.path = \(FileFinder.path(of: "f", in: "hr"))
              WHERE hr.id = f.root AND hp.destination = \(destination) AND hp.liftedBy IS NULL))
            """
    }

    /// Selects the groups of existing photos that are held, with the rows of the destinations.
    static let groups = """
        SELECT f.assetGroup, h.destination FROM destinationHold h CROSS JOIN file f ON f.content = h.content
          WHERE h.liftedBy IS NULL AND f.state = 'photo' AND f.goneAt IS NULL
        UNION
        SELECT f.assetGroup, h.destination FROM heldPath h CROSS JOIN (
            SELECT id, CASE path WHEN x'2f' THEN path ELSE CAST(path || x'2f' AS BLOB) END AS prefix FROM root) r
          CROSS JOIN file f ON f.root = r.id AND f.path = substr(h.path, length(r.prefix) + 1)
          WHERE h.liftedBy IS NULL AND substr(h.path, 1, length(r.prefix)) = r.prefix
            AND f.state = 'photo' AND f.goneAt IS NULL
        """

    /// Whether a photo of an action is held from the action's destination, by its path or, if it was hashed, by its
    /// content.
    func hold(anyOf action: Action) throws -> Bool {
        guard let destination = action.destination?.id else { return false }
        for member in action.members where member.role != .sidecar {
            let isHeld = try db.has(
                """
                SELECT 1 FROM heldPath WHERE path = \(member.path) AND destination = \(destination) AND liftedBy IS NULL
                UNION ALL
                SELECT 1 FROM content c
                WHERE c.sha256 = \(member.sha256) AND \(sql: Self.holds("c.id", from: "\(destination)"))
                """)
            if isHeld { return true }
        }
        return false
    }

    /// Holds a content from a destination; `evenIfLifted` is whether also if somebody has ended that before.
    ///
    /// - Returns: whether it was not, or had not to be looked at.
    @discardableResult
    func hold(content: Int64, from destination: Int64, evenIfLifted: Bool = true) throws -> Bool {
        try db.run(
            """
            INSERT INTO destinationHold (content, destination) VALUES (\(content), \(destination))
            ON CONFLICT (content, destination) DO \(sql: evenIfLifted ? "UPDATE SET liftedBy = NULL" : "NOTHING")
            """)
        return db.changesCount > 0
    }

    /// Holds whatever has a path from a destination; `evenIfLifted` is whether also if somebody has ended that before.
    func hold(path: [UInt8], from destination: Int64, evenIfLifted: Bool = true) throws {
        try db.run(
            """
            INSERT INTO heldPath (path, destination, lastMark)
            VALUES (\(path), \(destination), (SELECT coalesce(max(id), 0) FROM mark))
            ON CONFLICT (path, destination)
            DO \(sql: evenIfLifted ? "UPDATE SET liftedBy = NULL, lastMark = excluded.lastMark" : "NOTHING")
            """)
        try DecisionPlaces(db).note(path)
    }

    /// Holds whatever has a path from the destinations from which a content is held. The file there had that content,
    /// and a scan found that it was edited. `evenIfLifted` says whether it is held even if somebody has ended such a
    /// hold before.
    static func hold(
        path: [UInt8], likeContent content: Int64, evenIfLifted: Bool = true, in db: Database
    ) throws {
        let destinations = try Int64.fetchAll(
            db.statement("SELECT destination FROM destinationHold WHERE content = \(content) AND liftedBy IS NULL"))
        for destination in destinations {
            try DestinationHolds(db).hold(path: path, from: destination, evenIfLifted: evenIfLifted)
        }
    }

    /// Holds the paths of photos whose content is held, if it is held at none of its paths: a destination's list says
    /// what was taken back from there, but not where the photo is. If such a photo is renamed and then edited, it must
    /// not be sent again.
    static func holdPaths(in db: Database) throws {
        let (path, other) = (FileFinder.path(of: "f", in: "r"), FileFinder.path(of: "o", in: "q"))
        let rows = try Row.fetchAll(
            db.statement(
                """
                SELECT h.destination, \(sql: path) AS path
                FROM destinationHold h CROSS JOIN file f ON f.content = h.content CROSS JOIN root r ON r.id = f.root
                WHERE h.liftedBy IS NULL AND f.state = 'photo' AND f.goneAt IS NULL AND NOT EXISTS (
                  SELECT 1 FROM file o CROSS JOIN root q ON q.id = o.root
                  CROSS JOIN heldPath p ON p.path = \(sql: other) AND p.destination = h.destination
                  WHERE o.content = h.content AND o.goneAt IS NULL AND p.liftedBy IS NULL)
                """))
        for row in rows { try DestinationHolds(db).hold(path: row.bytes("path"), from: row.value("destination")) }
    }

    /// Holds the paths of the photos that have contents, or had them until they were edited, wherever the photos are.
    /// Only now has it become known that copies of these contents were taken back from destinations.
    func holdPaths(of news: [(content: Int64, destination: Int64)]) throws {
        try EarlierContents.find(Set(news.map(\.content)), in: db)
        for (content, destination) in news { try holdPaths(thatHad: content, from: destination) }
        try Self.holdPaths(in: db)
    }

    private func holdPaths(thatHad content: Int64, from destination: Int64) throws {
        let paths = try Blob.fetchAll(
            db.statement(
                """
                SELECT \(sql: FileFinder.path(of: "f", in: "r"))
                FROM earlierContent e CROSS JOIN file f ON f.id = e.file CROSS JOIN root r ON r.id = f.root
                WHERE e.content = \(content) AND f.state = 'photo' AND f.goneAt IS NULL
                """))
        for path in paths { try hold(path: path.bytes, from: destination) }
    }

    /// Whether anything is or was held so.
    static func areAny(_ db: Database) throws -> Bool {
        try db.has("SELECT 1 FROM destinationHold UNION ALL SELECT 1 FROM heldPath")
    }

    /// Lifts what holds a content, a path, and the contents and paths of a group, from all destinations.
    ///
    /// - Parameters:
    ///   - path: the path of the file that has it.
    ///   - group: a group; nil for none.
    ///   - change: the change of marks that does it, and can be undone; nil where it cannot.
    /// - Returns: whether anything was held.
    static func lift(
        content: Int64, path: [UInt8], group: Int64?, for change: Int64?, in db: Database
    ) throws -> Bool {
        let change = change ?? 0
        let statements: [SQL] = [
            """
            UPDATE destinationHold SET liftedBy = \(change) WHERE liftedBy IS NULL
              AND (content = \(content) OR content IN (SELECT content FROM file WHERE assetGroup = \(group)))
            """,
            """
            UPDATE heldPath SET liftedBy = \(change) WHERE liftedBy IS NULL AND (path = \(path) OR path IN (
              SELECT \(sql: FileFinder.path(of: "f", in: "r")) FROM file f CROSS JOIN root r ON r.id = f.root
              WHERE f.assetGroup = \(group)))
            """,
        ]
        var isAny = false
        for statement in statements {
            try db.run(statement)
            if db.changesCount > 0 { isAny = true }
        }
        return isAny
    }
}

extension PhotoIndex {
    /// The configured destinations from which a file, or another photo of its group, is held.
    ///
    /// - Parameters:
    ///   - path: absolute, with links resolved except in the last name.
    ///   - sha256: the hash of its bytes; nil if it was not hashed.
    /// - Returns: their names, in order.
    package func destinationsHeldFrom(_ path: FilePath, sha256: [UInt8]?) throws(IndexError) -> [String] {
        try read { db in
            // The question below is slow, and on most libraries nothing is held.
            if try !db.has("SELECT 1 FROM destinationHold UNION ALL SELECT 1 FROM heldPath") { return [] }
            let group = try FileFinder(db).file(at: path.bytes)?.group
            return try String.fetchAll(
                db.statement(
                    """
                    SELECT d.name FROM destination d WHERE d.removedAt IS NULL AND d.id IN (
                      SELECT destination FROM destinationHold WHERE liftedBy IS NULL AND (
                        content = (SELECT id FROM content WHERE sha256 = \(sha256))
                        OR content IN (SELECT content FROM file WHERE assetGroup = \(group)))
                      UNION
                      SELECT destination FROM heldPath WHERE liftedBy IS NULL AND (path = \(path) OR path IN (
                        SELECT \(sql: FileFinder.path(of: "f", in: "r")) FROM file f CROSS JOIN root r ON r.id = f.root
                        WHERE f.assetGroup = \(group))))
                    ORDER BY d.name
                    """))
        }
    }
}
