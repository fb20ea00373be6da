import GRDB
package import PhotoModel
package import SystemPackage

/// What was sent of a photo, with all files of its group.
package struct SentPhoto: Sendable {
    /// The row of its group; 0 if the index has none any more.
    package var group: Int64
    /// The copies, the leader's first.
    package var copies: [Copy]

    /// A copy, with the file that was sent.
    package struct Copy: Sendable {
        /// The file, which may be gone or have other bytes now.
        package let path: FilePath
        /// Its role in the group.
        package let role: Photo.Member.Role
        /// The file as the index or the journal knows it.
        package let fingerprint: Fingerprint
        /// The receipt.
        package let receipt: StoredReceipt
    }
}

extension PhotoIndex {
    /// What was sent of the photo or sidecar at a path and of its group, to all configured destinations: the bytes that
    /// the files have, had when they were removed, or had when they were sent from these paths.
    ///
    /// - Parameters:
    ///   - path: absolute, with links resolved except in the last name.
    ///   - includingFailed: whether receipts count whose copies were found missing or changed. Those that have ended
    ///     never do.
    /// - Returns: the copies, without any where nothing was sent; nil where neither the index nor the journal has the
    ///   path.
    /// - Throws: `IndexError` where the index cannot be read.
    package func sentPhoto(at path: FilePath, includingFailed: Bool = false) throws(IndexError) -> SentPhoto? {
        try read { try SentPhotos($0, includingFailed: includingFailed).photo(at: path) }
    }

    /// The files that have a content, by the index; those that are gone are left out.
    ///
    /// - Parameter sha256: the hash of its bytes, 32 of them.
    /// - Returns: their paths.
    /// - Throws: `IndexError` where the index cannot be read.
    package func paths(ofContent sha256: [UInt8]) throws(IndexError) -> [FilePath] {
        try read { db in
            let query = try PreparedQuery(
                db,
                """
                SELECT r.path, f.path FROM content c CROSS JOIN file f ON f.content = c.id
                CROSS JOIN root r ON r.id = f.root WHERE c.sha256 = ? AND f.goneAt IS NULL
                """)
            query.bind(sha256, at: 1)
            var paths: [FilePath] = []
            try query.forEachRow {
                let root = query.bytes(0)
                paths.append(unsafe query.withBytes(1) { unsafe FilePath(root: root, below: $0) })
            }
            return paths
        }
    }
}

/// Finds what was sent of photos, within a transaction.
private struct SentPhotos {
    /// Bytes that a file has or had.
    private struct Sent {
        let path: FilePath
        let role: Photo.Member.Role
        let fingerprint: Fingerprint
        let sha256: [UInt8]
    }

    private let finder: FileFinder
    private let members: PreparedQuery
    private let journal: PreparedQuery
    private let receipts: PreparedQuery

    init(_ db: Database, includingFailed: Bool) throws {
        finder = try FileFinder(db)
        members = try PreparedQuery(
            db,
            """
            SELECT r.path, f.path, f.role, f.size, f.modified, f.changed, f.inode, c.sha256
            FROM assetGroup g CROSS JOIN file f ON f.assetGroup = g.id CROSS JOIN root r ON r.id = f.root
            LEFT JOIN content c ON c.id = f.content WHERE g.id = ? ORDER BY \(GroupMembers.order)
            """)
        journal = try PreparedQuery(
            db,
            """
            SELECT m.path, m.role, m.size, m.modified, m.changed, m.inode, m.sha256
            FROM actionMember l CROSS JOIN action a ON a.id = l.action CROSS JOIN actionMember m ON m.action = a.id
            WHERE l.place = 0 AND l.path = ? AND a.kind = 'upload' AND a.state = 'done' AND m.sha256 NOTNULL
            ORDER BY a.id DESC, m.place
            """)
        receipts = try PreparedQuery(
            db,
            """
            SELECT r.id, r.failedAt, \(PreparedQuery.receiptColumns), \(PreparedQuery.destinationColumns)
            FROM content c CROSS JOIN receipt r ON r.content = c.id CROSS JOIN destination d ON d.id = r.destination
            WHERE c.sha256 = ? AND r.\(includingFailed ? "endedAt" : "failedAt") IS NULL AND d.removedAt IS NULL
            ORDER BY d.name, r.target
            """)
    }

    func photo(at path: FilePath) throws -> SentPhoto? {
        let group = try finder.file(at: path.bytes)?.group
        var paths: [FilePath] = []
        var sent: [Sent] = []
        if let group {
            members.bind(group, at: 1)
            try members.forEachRow {
                let root = members.bytes(0)
                let path = unsafe members.withBytes(1) { unsafe FilePath(root: root, below: $0) }
                paths.append(path)
                add(path, members, from: 2, to: &sent)
            }
        }
        for path in paths.contains(path) ? paths : paths + [path] {
            journal.bind(path.bytes, at: 1)
            try journal.forEachRow { add(journal.path(0), journal, from: 1, to: &sent) }
        }
        if group == nil, sent.isEmpty { return nil }
        return SentPhoto(group: group ?? 0, copies: try copies(of: sent))
    }

    private func add(_ path: FilePath, _ query: PreparedQuery, from first: Int32, to sent: inout [Sent]) {
        guard !query.isNull(first + 5), let role = query.text(first).flatMap(Photo.Member.Role.init) else { return }
        let sha256 = query.bytes(first + 5)
        if sent.contains(where: { $0.sha256 == sha256 }) { return }
        sent.append(Sent(path: path, role: role, fingerprint: query.fingerprint(from: first + 1), sha256: sha256))
    }

    /// The copies of photos wherever they are. Of sidecars, which other photos may have too, only those beside them.
    private func copies(of sent: [Sent]) throws -> [SentPhoto.Copy] {
        var copies: [SentPhoto.Copy] = []
        for one in sent.filter({ $0.role != .sidecar }) + sent.filter({ $0.role == .sidecar }) {
            let photos = copies.filter { $0.role != .sidecar }
            receipts.bind(one.sha256, at: 1)
            try receipts.forEachRow {
                guard let destination = receipts.destination(from: 10) else { return }
                let receipt = StoredReceipt(
                    id: receipts.integer(0), destination: destination, receipt: receipts.receipt(from: 2),
                    failedAt: receipts.optionalInteger(1))
                let isBeside = photos.contains {
                    $0.receipt.destination == destination
                        && receipt.receipt.target.path.isSidecar(
                            of: $0.receipt.receipt.target.path)
                }
                if one.role == .sidecar, !isBeside { return }
                copies.append(
                    SentPhoto.Copy(path: one.path, role: one.role, fingerprint: one.fingerprint, receipt: receipt))
            }
        }
        return copies
    }
}

extension FilePath {
    /// Whether a target is that of a photo's sidecar: in its directory, with a name that begins with the photo's.
    fileprivate func isSidecar(of photo: FilePath) -> Bool {
        guard removingLastComponent() == photo.removingLastComponent(), let name = lastComponent, let stem = photo.stem
        else { return false }
        return name.string.hasPrefix("\(stem).")
    }
}
