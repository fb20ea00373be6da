import GRDB
package import PhotoModel

/// The counts of an upload that found everything sent.
package struct CompleteUpload: Hashable, Sendable {
    /// Work groups that have receipts.
    package var upToDate: Int
    /// Groups that are not work.
    package var leftOut: KnownGroup.LeftOut

    package init(upToDate: Int, leftOut: KnownGroup.LeftOut) {
        self.upToDate = upToDate
        self.leftOut = leftOut
    }
}

/// An upload that would again find everything sent need not examine every photo: its counts are kept as long as the
/// index's knowledge does not change.
extension PhotoIndex {
    /// The counts of an earlier upload with the same key that had nothing left to send.
    ///
    /// - Parameter key: a SHA-256 that identifies the request.
    /// - Returns: its counts; nil where there was none, or something has changed since.
    package func completeUpload(of key: [UInt8]) throws(IndexError) -> CompleteUpload? {
        try read { db in
            let row = try Row.fetchOne(
                db,
                sql: """
                    SELECT upToDate, personal, unsure FROM completeUpload
                    WHERE key = ? AND changes = (SELECT count FROM changeCount)
                    """,
                arguments: [Blob(key)])
            return try row.map { row in
                try CompleteUpload(
                    upToDate: row.value("upToDate"),
                    leftOut: KnownGroup.LeftOut(personal: row.value("personal"), unsure: row.value("unsure")))
            }
        }
    }

    /// Records that nothing is left to send, unless another connection has changed the index since a moment before the
    /// upload began to look.
    ///
    /// - Parameters:
    ///   - upload: its counts.
    ///   - key: a SHA-256 that identifies the request.
    ///   - mark: the moment.
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
