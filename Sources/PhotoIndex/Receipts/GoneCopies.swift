import GRDB
package import PhotoModel
import SystemPackage

extension PhotoIndex {
    /// The copies of photos that are personal and that no file has any more: they were marked so, or judged so last.
    ///
    /// - Returns: each content once, in the order of the paths.
    package func goneCopies() throws(IndexError) -> [GoneCopy] { try read { try GoneCopy.find(in: $0) } }
}

extension GoneCopy {
    /// As for ``PhotoIndex/goneCopies()``, within a transaction. Starts from the receipts, so that it costs nothing for
    /// a library without any.
    static func find(in db: Database) throws -> [GoneCopy] {
        let rows = try Row.fetchAll(
            db.statement(
                """
                SELECT c.size, coalesce(
                    (SELECT \(sql: FileFinder.path(of: "f", in: "r")) FROM file f CROSS JOIN root r ON r.id = f.root
                      WHERE f.content = c.id AND f.state = 'photo' ORDER BY f.goneAt DESC LIMIT 1),
                    (SELECT path FROM mark WHERE content = c.id AND followsContent)) AS path,
                  (SELECT group_concat(name, ', ') FROM (
                    SELECT DISTINCT d.name FROM receipt o CROSS JOIN destination d ON d.id = o.destination
                    WHERE o.content = c.id AND o.failedAt IS NULL AND d.removedAt IS NULL ORDER BY d.name)) AS places
                FROM (SELECT DISTINCT content FROM receipt WHERE failedAt IS NULL) r CROSS JOIN content c ON c.id = r.content
                WHERE NOT EXISTS (SELECT 1 FROM file WHERE content = c.id AND goneAt IS NULL)
                  AND NOT EXISTS (SELECT 1 FROM mark WHERE content = c.id AND followsContent AND verdict = 'work')
                  AND NOT EXISTS (
                    SELECT 1 FROM earlierContent h CROSS JOIN file f ON f.id = h.file
                    WHERE h.content = c.id AND f.state = 'photo' AND f.goneAt IS NULL)
                  AND (
                    EXISTS (SELECT 1 FROM mark WHERE content = c.id AND followsContent AND verdict = 'personal')
                    OR EXISTS (
                      SELECT 1 FROM file f CROSS JOIN verdict v ON v.assetGroup = f.assetGroup
                      WHERE f.content = c.id AND f.state = 'photo' AND v.verdict = 'personal'))
                ORDER BY path
                """))
        return try rows.map {
            try GoneCopy(path: $0.path("path"), bytes: $0.value("size"), destinations: $0.value("places"))
        }
    }
}
