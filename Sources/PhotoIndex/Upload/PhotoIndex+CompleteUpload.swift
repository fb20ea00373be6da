import GRDB
import PhotoModel

/// What an upload counted that found everything sent.
package struct CompleteUpload: Hashable, Sendable {
    /// Work groups that have receipts.
    package var upToDate: Int
    /// Groups that stay.
    package var leftOut: UploadCandidate.LeftOut

    package init(upToDate: Int, leftOut: UploadCandidate.LeftOut) {
        self.upToDate = upToDate
        self.leftOut = leftOut
    }
}

/// An upload that would find everything sent again need not look at every photo to see it: it is remembered for as long
/// as the knowledge of the index stays as it is.
extension PhotoIndex {
    /// What an upload counted that was asked for the same and had nothing left to send.
    ///
    /// - Parameter key: what was asked for; a SHA-256 of it.
    /// - Returns: its counts; nil where there was none, or something has changed since.
    /// - Throws: what befalls a read.
    package func completeUpload(of key: [UInt8]) throws(IndexError) -> CompleteUpload? {
        try read { db in
            let query = try PreparedQuery(
                db,
                """
                SELECT upToDate, personal, unsure FROM completeUpload
                WHERE key = ? AND changes = (SELECT count FROM changeCount)
                """)
            query.bind(key, at: 1)
            return try query.first {
                CompleteUpload(
                    upToDate: Int(query.integer(0)),
                    leftOut: UploadCandidate.LeftOut(personal: Int(query.integer(1)), unsure: Int(query.integer(2))))
            }
        }
    }

    /// Remembers that nothing is left to be sent, unless others than this connection have changed the index since a
    /// moment before the upload looked.
    ///
    /// - Parameters:
    ///   - upload: what it counted.
    ///   - key: what was asked for; a SHA-256 of it.
    ///   - mark: the moment.
    /// - Throws: what befalls a write.
    package func note(_ upload: CompleteUpload, of key: [UInt8], since mark: ChangeMark) throws(IndexError) {
        let own = ownChanges.count - mark.own
        try writeWithoutWaitingForDisk(.notes) { db in
            let changes = try Self.changes(db)
            guard changes == mark.changes + own else { return }
            let drop = try PreparedQuery(db, "DELETE FROM completeUpload WHERE key = ?1 OR changes <> ?2")
            drop.bind(key, at: 1)
            drop.bind(changes, at: 2)
            try drop.run()
            let insert = try PreparedQuery(db, "INSERT INTO completeUpload VALUES (?, ?, ?, ?, ?)")
            insert.bind(key, at: 1)
            insert.bind(changes, at: 2)
            insert.bind(Int64(upload.upToDate), at: 3)
            insert.bind(Int64(upload.leftOut.personal), at: 4)
            insert.bind(Int64(upload.leftOut.unsure), at: 5)
            try insert.run()
        }
    }
}
