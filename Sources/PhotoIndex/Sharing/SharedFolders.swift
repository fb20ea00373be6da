import GRDB
package import PhotoModel
import SystemPackage

extension PhotoIndex {
    /// Returns the folders of a destination that are shared or may be, with everything that is stored there later.
    ///
    /// - Parameters:
    ///   - destination: the destination's row.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z.
    /// - Returns: their locations, relative to the destination's root; the path of the root is empty. A folder that
    ///   was renamed is there under each path that it is known to have had.
    /// - Throws: `IndexError` if the index cannot be read.
    package func sharedFolders(ofDestination destination: Int64, at now: Int64) throws(IndexError) -> [CopyLocation] {
        try read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT DISTINCT target, remoteID FROM share
                    WHERE destination = ? AND content IS NULL AND stoppedAt IS NULL
                      AND (expiresAt IS NULL OR expiresAt > ?)
                    ORDER BY target, remoteID
                    """, arguments: [destination, now]
            ).map { row in CopyLocation((row[0] as Blob).path, id: row[1]) }
        }
    }

    /// Returns what the destination is known to have said of a shared folder, under whatever path.
    ///
    /// - Parameters:
    ///   - folder: the folder's id.
    ///   - destination: the destination's row.
    /// - Returns: what was kept with the shares that have not been stopped.
    /// - Throws: `IndexError` if the index cannot be read.
    package func findings(
        inSharedFolder folder: String, ofDestination destination: Int64
    ) throws(IndexError) -> FolderFindings {
        try read { db in
            var findings = FolderFindings()
            let shares = try Int64.fetchAll(
                db,
                sql: """
                    SELECT id FROM share
                    WHERE destination = ? AND remoteID = ? AND content IS NULL AND stoppedAt IS NULL
                    """, arguments: [destination, folder])
            for share in shares {
                let some = try FolderFindings(ofShare: share, db)
                findings.contents.formUnion(some.contents)
                findings.files.formUnion(some.files)
            }
            return findings
        }
    }

    /// Records in a durable transaction where a folder is now. Each of its shares that has not been stopped is recorded
    /// once more under that path, since what is sent there from now on is seen too. It stays under the paths before,
    /// which the earlier copies have.
    ///
    /// - Parameters:
    ///   - folder: the folder, with its id and its present path; without an id nothing happens.
    ///   - destination: the destination's row.
    /// - Throws: `IndexError` if the index cannot be written.
    package func noteShared(folder: CopyLocation, ofDestination destination: Int64) throws(IndexError) {
        guard let id = folder.id else { return }
        try write(.notes) { db in
            try db.execute(
                sql: """
                    INSERT INTO share
                      (destination, target, remoteID, audience, role, expiresAt, permission, link, askedAt, sharedAt)
                    SELECT destination, coalesce(?1, x''), remoteID, audience, role, expiresAt, permission, link, askedAt,
                      sharedAt
                    FROM share s
                    WHERE destination = ?2 AND remoteID = ?3 AND content IS NULL AND stoppedAt IS NULL
                      AND id = (
                        SELECT o.id FROM share o
                        WHERE o.destination = ?2 AND o.remoteID = ?3 AND o.audience IS s.audience AND o.content IS NULL
                          AND o.stoppedAt IS NULL
                        ORDER BY o.askedAt DESC, o.id DESC LIMIT 1)
                    ON CONFLICT DO NOTHING
                    """, arguments: [Blob(folder.path), destination, id])
        }
    }
}
