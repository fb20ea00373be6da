import GRDB
package import PhotoModel
package import SystemPackage

/// A group that may be removed, with what a plan needs of it.
package struct RemovalCandidate: Sendable {
    /// Its row.
    package var group: Int64
    /// The root that contains it.
    package var root: Int64
    /// Its verdict.
    package var judgement: Judgement
    /// Whether the verdict depends on an inferred position of any file of the group.
    package var isInferred = false
    /// The leader's facts.
    package var leader: PhotoFacts
    /// Whether a file of it is held.
    package var isHeld: Bool
    /// Its existing files, including sidecars of every format; the leader first, then in the order of a ``Photo``.
    package var members: [Member]

    /// One file of the group, as the last scan found it.
    package struct Member: Hashable, Sendable {
        /// The path, absolute.
        package var path: FilePath
        /// The role in the group.
        package var role: Photo.Member.Role
        /// The sidecar's format; nil for photos.
        package var sidecar: SidecarFormat?
        /// The file as it was when it was read.
        package var fingerprint: Fingerprint
        /// Whether its file system keeps inodes and ctimes, so that they must be equal for an unchanged file.
        package var keepsInodes: Bool
        /// The SHA-256 of its bytes, 32 of them; nil if it was never hashed.
        package var sha256: [UInt8]?
        /// The valid receipts of its content at configured destinations; by destination, then target.
        package var receipts: [CopyReceipt] = []
    }

    /// A receipt, by its rows.
    package struct CopyReceipt: Hashable, Sendable {
        /// Its row.
        package var id: Int64
        /// The destination's row.
        package var destination: Int64
        /// What was verified.
        package var receipt: Receipt
    }
}

extension PhotoIndex {
    /// Passes each work group with a photo in a selection to `body`, until `body` returns false; each once, in the
    /// selection's order by its first photo there. Sidecars of every format are among its members.
    ///
    /// Otherwise like ``uploadCandidates(matching:destination:distance:_:)``.
    ///
    /// - Parameters:
    ///   - selection: which photos, in which order. Its limit counts groups that are passed to `body`.
    ///   - distance: as for ``photos(matching:distance:_:)``.
    ///   - body: returns whether to go on.
    /// - Returns: how many groups of the selection are not work, whether or not `body` ended the iteration.
    /// - Throws: what `body` throws, and `IndexError`.
    package func removalCandidates(
        matching selection: PhotoSelection, distance: @escaping (Coordinate, Coordinate) -> Double,
        _ body: (RemovalCandidate) throws -> Bool
    ) throws -> UploadCandidate.LeftOut {
        var failure: (any Error)?
        let leftOut = try read { db in
            let filter = PhotoFilter(selection, distance: distance)
            let row = try RemovalRow(db)
            try CandidateStream(selection, filter: filter, destination: nil, db).run { group in
                do {
                    return try row.candidate(group).map(body) ?? true
                } catch {
                    failure = error
                    return false
                }
            }
            return failure == nil ? try LeftOutGroups(selection, filter: filter, db).count() : UploadCandidate.LeftOut()
        }
        if let failure { throw failure }
        return leftOut
    }

    /// The groups of the photos or sidecars at paths, whatever their verdicts, in one state of the index.
    ///
    /// - Parameter paths: as for ``photo(at:)``.
    /// - Returns: for each, in order, its group; nil if the index has none there, or if it is gone, or if it has
    ///   not been judged.
    /// - Throws: `IndexError` where the index cannot be read.
    package func removalCandidates(ofGroupsOf paths: [FilePath]) throws(IndexError) -> [RemovalCandidate?] {
        try read { db in
            let row = try RemovalRow(db)
            return try Self.uploadCandidates(ofGroupsOf: paths, destination: nil, in: db).map { group in
                try group.flatMap(row.candidate)
            }
        }
    }
}

/// Extends an upload candidate to a removal candidate: with whether it is held and, for each hashed file, its receipts.
struct RemovalRow {
    private let roots: RootPaths
    private let holds: GroupHolds
    private let receipts: PreparedQuery

    init(_ db: Database) throws {
        roots = try RootPaths(db)
        holds = try GroupHolds(db)
        receipts = try PreparedQuery(db, Self.receiptsOfContent)
    }

    /// The valid receipts of a content at configured destinations.
    static let receiptsOfContent = """
        SELECT r.id, r.destination, \(PreparedQuery.receiptColumns)
        FROM content c CROSS JOIN receipt r ON r.content = c.id CROSS JOIN destination d ON d.id = r.destination
        WHERE c.sha256 = ? AND r.failedAt IS NULL AND d.removedAt IS NULL ORDER BY r.destination, r.target
        """

    /// The same group as a removal candidate; nil for one in no root.
    func candidate(_ group: UploadCandidate) throws -> RemovalCandidate? {
        guard let leader = group.members.first, let root = roots.find(leader.path.bytes)?.root else { return nil }
        var candidate = RemovalCandidate(
            group: group.group, root: root, judgement: group.judgement, leader: group.leader,
            isHeld: try holds.hold(group.group), members: try group.members.map(member))
        candidate.isInferred = group.isInferred
        return candidate
    }

    private func member(_ member: UploadCandidate.Member) throws -> RemovalCandidate.Member {
        RemovalCandidate.Member(
            path: member.path, role: member.role, sidecar: member.sidecar, fingerprint: member.fingerprint,
            keepsInodes: member.keepsInodes, sha256: member.sha256,
            receipts: try member.sha256.map(receipts(ofContent:)) ?? [])
    }

    private func receipts(ofContent sha256: [UInt8]) throws -> [RemovalCandidate.CopyReceipt] {
        var found: [RemovalCandidate.CopyReceipt] = []
        receipts.bind(sha256, at: 1)
        try receipts.forEachRow {
            found.append(
                RemovalCandidate.CopyReceipt(
                    id: receipts.integer(0), destination: receipts.integer(1), receipt: receipts.receipt(from: 2)))
        }
        return found
    }
}

extension PhotoIndex {
    /// The query plans of removals and undos, to find out why they are slow: SQLite's EXPLAIN QUERY PLAN, a line for
    /// each step.
    package func queryPlansOfRemovals() throws(IndexError) -> [String] {
        try read { db in
            try [
                Self.removedPhotos, Self.removingRuns, Self.removedOfRun, ReturnedFiles.purgeOfFile,
                RemovalRow.receiptsOfContent, GroupHolds.sql(ofGroup: "?1"),
            ].flatMap { sql in
                let query = try PreparedQuery(db, "EXPLAIN QUERY PLAN \(sql)")
                var lines: [String] = []
                try query.forEachRow { lines.append(query.text(3) ?? "") }
                return lines
            }
        }
    }
}
