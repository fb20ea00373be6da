import GRDB
package import PhotoModel
package import SystemPackage

/// A share of a copy or folder that is in effect or may be.
package struct StoredShare: Hashable, Sendable {
    /// The row of the share.
    package let id: Int64
    /// The destination.
    package var destination: DestinationName
    /// The shared copy or folder.
    package var place: SharedPlace
    /// The SHA-256 of a copy's bytes (32 bytes); nil for a folder.
    package var sha256: [UInt8]?
    /// The path in the library when the copy was shared; nil for a folder.
    package var path: FilePath?
    /// Audience, role and end.
    package var grant: ShareGrant
    /// The destination's id of the permission; nil if the destination has no such ids or has not answered.
    package var permission: String?
    /// The link that others open; nil if the destination has not provided one.
    package var link: ShareLink?
    /// When it was last requested, in nanoseconds since 1970-01-01T00:00:00Z.
    package var asked: Int64
    /// Whether the destination has confirmed it, and for a folder also what is in it since. If not, a run was killed or
    /// got no answer, and it may be in effect all the same.
    package var isConfirmed: Bool
    /// Whether it has ended by itself by this machine's clock. If that is ahead, the share is still in effect.
    package var hasExpired: Bool
    /// The current verdict on the copy; nil for a folder, and if the photo is no longer in the index.
    package var verdict: Verdict?
    /// Files that the share exposes and that are not work now.
    package var exposed: [ExposedFile] = []
}

extension PhotoIndex {
    /// Returns the shares that are in effect or may be: requested and not stopped. Sorted by the name of the
    /// destination and the bytes of the target.
    ///
    /// Verdicts are those in the index.
    ///
    /// - Parameter now: nanoseconds since 1970-01-01T00:00:00Z.
    /// - Returns: the shares.
    /// - Throws: `IndexError` if the index cannot be read.
    package func shares(at now: Int64) throws(IndexError) -> [StoredShare] {
        try read { db in
            let records = try ShareRecord.fetchAll(
                db,
                sql: """
                    SELECT s.*, d.name AS destinationName, c.sha256 AS sha256
                    FROM share s JOIN destination d ON d.id = s.destination LEFT JOIN content c ON c.id = s.content
                    WHERE s.stoppedAt IS NULL ORDER BY d.name, d.id, s.target, s.id
                    """)
            if records.isEmpty { return [] }
            let verdicts = try ContentVerdicts(db)
            return try records.map { record in
                var share = record.share(at: now)
                if let content = record.content {
                    let found = try verdicts.verdict(of: content, lastAt: record.path?.path)
                    share.verdict = found?.verdict
                    share.exposed = found.map { $0.verdict == .work ? [] : [$0] } ?? []
                } else {
                    share.exposed =
                        try verdicts.view(
                            ofFolder: record.target.path, ofDestination: record.destination,
                            finding: FolderFindings(ofShare: record.id, db)
                        ).exposed
                }
                return share
            }
        }
    }

    /// Determines what viewers of a destination's folder see, by the verdicts in the index.
    ///
    /// - Parameters:
    ///   - folder: relative to the destination's root; empty for the root.
    ///   - destination: the destination's row.
    ///   - found: what the destination says is in the folder.
    /// - Returns: the view.
    /// - Throws: `IndexError` if the index cannot be read.
    package func view(
        ofFolder folder: FilePath, ofDestination destination: Int64, finding found: FolderFindings = FolderFindings()
    ) throws(IndexError) -> FolderView {
        try read { db in
            try ContentVerdicts(db).view(ofFolder: folder, ofDestination: destination, finding: found)
        }
    }

    /// Returns the photos and sidecars of some sizes, except those that are gone.
    ///
    /// - Parameter sizes: in bytes.
    /// - Returns: the files, each with whether the index knows its SHA-256.
    /// - Throws: `IndexError` if the index cannot be read.
    package func files(
        ofSizes sizes: Set<Int64>
    ) throws(IndexError) -> [(path: FilePath, size: Int64, isHashed: Bool)] {
        try read { db in
            let query = try PreparedQuery(
                db,
                """
                SELECT f.size, f.content IS NOT NULL, r.path, f.path FROM file f CROSS JOIN root r ON r.id = f.root
                WHERE f.goneAt IS NULL AND (f.state = 'photo' OR f.state = 'sidecar')
                """)
            var files: [(path: FilePath, size: Int64, isHashed: Bool)] = []
            try query.forEachRow {
                let size = query.integer(0)
                guard sizes.contains(size) else { return }
                let root = query.bytes(2)
                let path = unsafe query.withBytes(3) { unsafe FilePath(root: root, below: $0) }
                files.append((path, size, query.bool(1)))
            }
            return files
        }
    }
}

extension PhotoIndex {
    /// Returns the photos that were never hashed and may have one of some contents: each agrees with a file that has it
    /// in size and in the digest of head and tail. Reads every file's row.
    ///
    /// - Parameter contents: the contents.
    /// - Returns: the paths, without photos that are gone.
    /// - Throws: `IndexError` if the index cannot be read.
    package func possibleCopies(of contents: Set<RecordedContent>) throws(IndexError) -> Set<FilePath> {
        struct Ends: Hashable {
            let size: Int64
            let digest: Int64
        }
        return try read { db in
            var ends: Set<Ends> = []
            let known = try PreparedQuery(
                db, "SELECT f.size, f.digest, c.sha256 FROM file f JOIN content c ON c.id = f.content")
            try known.forEachRow {
                let content = RecordedContent(size: known.integer(0), sha256: known.bytes(2))
                if contents.contains(content) { ends.insert(Ends(size: content.size, digest: known.integer(1))) }
            }
            var paths: Set<FilePath> = []
            let others = try PreparedQuery(
                db,
                """
                SELECT f.size, f.digest, r.path, f.path FROM file f CROSS JOIN root r ON r.id = f.root
                WHERE f.content IS NULL AND f.state = 'photo' AND f.goneAt IS NULL
                """)
            try others.forEachRow {
                guard ends.contains(Ends(size: others.integer(0), digest: others.integer(1))) else { return }
                let root = others.bytes(2)
                paths.insert(unsafe others.withBytes(3) { unsafe FilePath(root: root, below: $0) })
            }
            return paths
        }
    }
}

/// What a destination says is in a folder, besides the copies for which the index has valid receipts with a path in it.
package struct FolderFindings: Hashable, Sendable {
    /// The rows of failed receipts whose copies still exist with other bytes, because somebody edited them.
    package var edited: Set<Int64> = []
    /// The contents of the copies that the destination lists in the folder now, whoever sent or moved them there; each
    /// with its SHA-256.
    package var contents: Set<RecordedContent> = []
    /// Files of the library that have the bytes of copies in the folder, or may, although the index does not know that.
    package var files: Set<FilePath> = []

    /// Nothing.
    package init() {}

    /// What was kept with a share. The copies that somebody edited are among the contents.
    init(ofShare share: Int64, _ db: Database) throws {
        let query = try PreparedQuery(
            db,
            """
            SELECT c.size, c.sha256, s.path FROM shareFinding s LEFT JOIN content c ON c.id = s.content
            WHERE s.share = ?
            """)
        query.bind(share, at: 1)
        try query.forEachRow {
            if query.isNull(2) {
                contents.insert(RecordedContent(size: query.integer(0), sha256: query.bytes(1)))
            } else {
                files.insert(FilePath(bytes: query.bytes(2)))
            }
        }
    }
}

/// What viewers of a destination's folder see.
package struct FolderView: Hashable, Sendable {
    /// The files that are not work now.
    package var exposed: [ExposedFile] = []
    /// The contents of copies in the folder of which the index knows no file: it was rebuilt, or another machine sent
    /// them, or somebody edited them.
    package var unknown: Set<RecordedContent> = []
}

/// A row of the table `share`, joined with what it refers to.
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

    /// Audience, role and end. A role that this version does not know is treated as the most powerful one.
    var grant: ShareGrant {
        ShareGrant(
            audience.map(ShareAudience.person) ?? .link, ShareRole(rawValue: role) ?? .writer, expires: expiresAt)
    }

    /// The share, without verdicts.
    func share(at now: Int64) -> StoredShare {
        StoredShare(
            id: id, destination: DestinationName(id: destination, name: destinationName),
            place: SharedPlace(CopyLocation(target.path, id: remoteID), isFolder: content == nil),
            sha256: sha256?.bytes, path: path?.path, grant: grant, permission: permission,
            link: link.flatMap(ShareLink.init), asked: askedAt, isConfirmed: sharedAt != nil,
            hasExpired: expiresAt.map { $0 <= now } ?? false)
    }
}
