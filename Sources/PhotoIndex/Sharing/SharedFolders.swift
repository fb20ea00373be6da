import GRDB
package import PhotoModel
import SystemPackage

extension PhotoIndex {
    /// Returns the folders of a destination that are shared or may be, with everything that is stored there later. One
    /// whose share has expired is among them until it is stopped, because this machine's clock may be ahead.
    ///
    /// - Parameter destination: the destination's row.
    /// - Returns: their locations, relative to the destination's root; the path of the root is empty. A folder that
    ///   was renamed is there under each path that it is known to have had.
    /// - Throws: `IndexError` if the index cannot be read.
    package func sharedFolders(ofDestination destination: Int64) throws(IndexError) -> [CopyLocation] {
        try read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT DISTINCT target, remoteID FROM share
                    WHERE destination = ? AND content IS NULL AND stoppedAt IS NULL
                    ORDER BY target, remoteID
                    """, arguments: [destination]
            ).map { row in CopyLocation((row[0] as Blob).path, id: row[1]) }
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
