import GRDB
import PhotoModel
package import SystemPackage

extension PhotoIndex {
    /// Whether a purge removed a group and nobody brought it back, by its leader.
    ///
    /// - Parameters:
    ///   - path: where the leader was.
    ///   - sha256: of its bytes; another content that had the name was another group.
    /// - Returns: whether that is so.
    /// - Throws: what befalls a read.
    package func wasRemoved(_ path: FilePath, sha256: [UInt8]) throws(IndexError) -> Bool {
        try read { db in
            let query = try PreparedQuery(
                db,
                """
                SELECT 1 FROM actionMember m CROSS JOIN action a ON a.id = m.action
                WHERE m.path = ? AND m.place = 0 AND m.sha256 = ? AND \(Removals.areThese) AND NOT \(Removals.areUndone)
                """)
            query.bind(path.bytes, at: 1)
            query.bind(sha256, at: 2)
            return try query.first { true } ?? false
        }
    }

    /// The run that removed a file, where nobody brought it back.
    ///
    /// - Parameter path: where the file was; of any role.
    /// - Returns: the last such run; nil where none removed it.
    /// - Throws: what befalls a read.
    package func removingRun(of path: FilePath) throws(IndexError) -> Int64? {
        try read { db in
            guard let row = try FileFinder(db).file(at: path.bytes)?.row else { return nil }
            let query = try PreparedQuery(
                db,
                """
                SELECT a.run FROM file f JOIN action a ON a.assetGroup = f.assetGroup
                JOIN actionMember m ON m.action = a.id AND m.path = ?2
                WHERE f.id = ?1 AND f.goneAt NOTNULL AND \(Removals.areThese) AND NOT \(Removals.areUndone)
                ORDER BY a.id DESC LIMIT 1
                """)
            query.bind(row, at: 1)
            query.bind(path.bytes, at: 2)
            return try query.first { query.integer(0) }
        }
    }
}
