import GRDB
package import PhotoModel
package import SystemPackage

/// Something at a destination that is shared with others, or may be.
package struct StoredShare: Hashable, Sendable {
    /// Its row.
    package let id: Int64
    /// Where it is.
    package var destination: DestinationName
    /// What is shared.
    package var place: SharedPlace
    /// The SHA-256 of a copy's bytes, 32 of them; nil for a folder.
    package var sha256: [UInt8]?
    /// The file of the library that a copy is of, as it was called when it was shared; nil for a folder.
    package var path: FilePath?
    /// To whom it was given, and what.
    package var grant: ShareGrant
    /// By what the destination knows the permission; nil where it knows none by itself, or has not answered.
    package var permission: String?
    /// Where others see it; nil where the destination has not said.
    package var link: ShareLink?
    /// When the destination was asked for it last, nanoseconds since 1970-01-01T00:00:00Z.
    package var asked: Int64
    /// Whether the destination has said that it is shared. Where it has not, a run was killed, or nobody answered: it
    /// may be shared all the same.
    package var isConfirmed: Bool
    /// What the copy is by the verdicts of now; nil for a folder, and where the index knows no such photo any more.
    package var verdict: Verdict?
    /// The files that others can see by it and that are not work now.
    package var exposed: [ExposedFile] = []
}

extension PhotoIndex {
    /// What is shared, or may be, by the names of destinations and the bytes of targets: what was asked for, has not
    /// ended by itself and was not stopped.
    ///
    /// Verdicts are as they stand in the index.
    ///
    /// - Parameter now: nanoseconds since 1970-01-01T00:00:00Z.
    /// - Returns: the shares.
    /// - Throws: `IndexError` where the index cannot be read.
    package func shares(at now: Int64) throws(IndexError) -> [StoredShare] {
        try read { db in
            let records = try ShareRecord.fetchAll(
                db,
                sql: """
                    SELECT s.*, d.name AS destinationName, c.sha256 AS sha256
                    FROM share s JOIN destination d ON d.id = s.destination LEFT JOIN content c ON c.id = s.content
                    WHERE s.stoppedAt IS NULL AND (s.expiresAt IS NULL OR s.expiresAt > ?)
                    ORDER BY d.name, d.id, s.target, s.id
                    """, arguments: [now])
            if records.isEmpty { return [] }
            let verdicts = try ContentVerdicts(db)
            return try records.map { record in
                var share = record.share
                if let content = record.content {
                    let found = try verdicts.verdict(of: content, lastAt: record.path?.path)
                    share.verdict = found?.verdict
                    share.exposed = found.map { $0.verdict == .work ? [] : [$0] } ?? []
                } else {
                    share.exposed = try verdicts.exposed(
                        inFolder: record.target.path, ofDestination: record.destination)
                }
                return share
            }
        }
    }

    /// The files with copies in a folder of a destination that are not work by the verdicts that stand.
    ///
    /// - Parameters:
    ///   - folder: below the destination's top; an empty path is the top.
    ///   - destination: the destination's row.
    ///   - others: the rows of receipts that failed and whose copies are there all the same, with other bytes: somebody
    ///     edited them.
    /// - Returns: the files, by the bytes of their copies' targets.
    /// - Throws: `IndexError` where the index cannot be read.
    package func exposed(
        inFolder folder: FilePath, ofDestination destination: Int64, besides others: Set<Int64> = []
    ) throws(IndexError) -> [ExposedFile] {
        try read { db in
            try ContentVerdicts(db).exposed(inFolder: folder, ofDestination: destination, besides: others)
        }
    }
}

/// A row of the table `share`, with what it refers to.
struct ShareRecord: Decodable, FetchableRecord {
    let id: Int64
    let destination: Int64
    let destinationName: String
    let target: Blob
    let remoteID: String?
    let content: Int64?
    let sha256: Blob?
    let path: Blob?
    let audience: String?
    let role: String
    let expiresAt: Int64?
    let permission: String?
    let link: String?
    let askedAt: Int64
    let sharedAt: Int64?

    /// To whom it was given, and what. A role that this version does not know is the one that allows most.
    var grant: ShareGrant {
        ShareGrant(
            audience.map(ShareAudience.person) ?? .link, ShareRole(rawValue: role) ?? .writer, expires: expiresAt)
    }

    /// The share, without verdicts.
    var share: StoredShare {
        StoredShare(
            id: id, destination: DestinationName(id: destination, name: destinationName),
            place: SharedPlace(CopyLocation(target.path, id: remoteID), isFolder: content == nil),
            sha256: sha256?.bytes, path: path?.path, grant: grant, permission: permission,
            link: link.flatMap(ShareLink.init), asked: askedAt, isConfirmed: sharedAt != nil)
    }
}
