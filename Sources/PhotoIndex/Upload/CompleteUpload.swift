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
    /// - Throws: `IndexError` where the index cannot be read.
    package func completeUpload(of key: [UInt8]) throws(IndexError) -> CompleteUpload? {
        try read { db in
            let row = try Row.fetchOne(
                db,
                sql: """
                    SELECT upToDate, personal, unsure FROM completeUpload
                    WHERE key = ? AND changes = (SELECT count FROM changeCount)
                    """,
                arguments: [Blob(key)])
            return row.map { row in
                CompleteUpload(
                    upToDate: row["upToDate"],
                    leftOut: UploadCandidate.LeftOut(personal: row["personal"], unsure: row["unsure"]))
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
    /// - Throws: `IndexError` where the index cannot be written.
    package func note(_ upload: CompleteUpload, of key: [UInt8], since mark: ChangeMark) throws(IndexError) {
        let own = ownChanges.count - mark.own
        try writeWithoutWaitingForDisk(.notes) { db in
            let changes = try Self.changes(db)
            guard changes == mark.changes + own else { return }
            try db.execute(
                sql: "DELETE FROM completeUpload WHERE key = ? OR changes <> ?", arguments: [Blob(key), changes])
            try db.execute(
                sql: """
                    INSERT INTO completeUpload (key, changes, upToDate, personal, unsure) VALUES (?, ?, ?, ?, ?)
                    """,
                arguments: [Blob(key), changes, upload.upToDate, upload.leftOut.personal, upload.leftOut.unsure])
        }
    }
}
