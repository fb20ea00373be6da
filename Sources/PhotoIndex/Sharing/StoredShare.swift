import GRDB
package import PhotoModel
package import SystemPackage

/// A share of a copy that is in effect or may be.
package struct StoredShare: Hashable, Sendable {
    /// The row of the share.
    package let id: Int64
    package var destination: DestinationName
    package var copy: CopyLocation
    /// The SHA-256 of its bytes (32 bytes).
    package var sha256: [UInt8]
    /// The path in the library when it was shared.
    package var path: FilePath
    /// Audience, role and end.
    package var grant: ShareGrant
    /// The destination's id of the permission; nil if the destination has no such ids or has not answered.
    package var permission: String?
    /// The link that others open; nil if the destination has not provided one.
    package var link: ShareLink?
    /// When it was last requested, in nanoseconds since 1970-01-01T00:00:00Z.
    package var asked: Int64
    /// Whether the destination has confirmed it. If not, a run was killed or got no answer, and it may be in effect all
    /// the same.
    package var isConfirmed: Bool
    /// Whether it has ended by itself by this machine's clock. If that is ahead, the share is still in effect.
    package var hasExpired: Bool
    /// The photo that others see, with its current verdict; nil if the index has none any more.
    package var photo: ExposedFile?
    /// The album that the copy is in; nil if the copy itself is shared.
    package var album: Album?

    /// A shared album.
    package struct Album: Hashable, Sendable {
        /// Its row.
        package let id: Int64
        /// Its folder at the destination.
        package let folder: CopyLocation
        /// What users call it.
        package var name: String { folder.path.lastComponent?.string ?? "" }
    }

    /// What the destination was asked to share: the copy, or the folder of its album.
    package var shared: CopyLocation { album?.folder ?? copy }
}

extension PhotoIndex {
    /// Returns the shares that are in effect or may be: requested and not stopped. Sorted by the name of the
    /// destination and the bytes of the target.
    ///
    /// Verdicts are those in the index.
    ///
    /// - Parameter now: nanoseconds since 1970-01-01T00:00:00Z.
    package func shares(at now: Int64) throws(IndexError) -> [StoredShare] {
        try read { db in
            let records = try ShareRecord.fetchAll(
                db, sql: "\(ShareRecord.open) ORDER BY d.name, d.id, s.target, s.id")
            if records.isEmpty { return [] }
            let verdicts = try ContentVerdicts(db)
            return try records.map { record in
                var share = record.share(at: now)
                share.photo = try verdicts.verdict(of: record.content, lastAt: share.path)
                return share
            }
        }
    }
}

/// A row of the table `share`, joined with what it refers to.
struct ShareRecord: Decodable, FetchableRecord {
    /// Selects the shares that were not stopped.
    static let open = """
        SELECT s.*, d.name AS destinationName, c.sha256, a.target AS albumTarget, a.remoteID AS albumID
        FROM share s JOIN destination d ON d.id = s.destination JOIN content c ON c.id = s.content
        LEFT JOIN album a ON a.id = s.album
        WHERE s.stoppedAt IS NULL
        """

    let id: Int64
    let destination: Int64
    let destinationName: String
    let target: Blob
    let remoteID: String?
    let content: Int64
    let sha256: Blob
    let path: Blob
    let audience: String?
    let role: String
    let expiresAt: Int64?
    let permission: String?
    let link: String?
    let askedAt: Int64
    let sharedAt: Int64?
    let album: Int64?
    let albumTarget: Blob?
    let albumID: String?

    /// Audience, role and end. A role that this version does not know is treated as the most powerful one.
    var grant: ShareGrant {
        ShareGrant(
            audience.map(ShareAudience.person) ?? .link, ShareRole(rawValue: role) ?? .writer, expires: expiresAt)
    }

    /// The share, without its verdict.
    func share(at now: Int64) -> StoredShare {
        var share = StoredShare(
            id: id, destination: DestinationName(id: destination, name: destinationName),
            copy: CopyLocation(target.path, id: remoteID), sha256: sha256.bytes, path: path.path, grant: grant,
            permission: permission, link: link.flatMap(ShareLink.init), asked: askedAt, isConfirmed: sharedAt != nil,
            hasExpired: expiresAt.map { $0 <= now } ?? false)
        if let album, let albumTarget {
            share.album = StoredShare.Album(id: album, folder: CopyLocation(albumTarget.path, id: albumID))
        }
        return share
    }
}
