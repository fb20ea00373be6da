import GRDB
package import PhotoModel
package import SystemPackage

/// A group that may be uploaded, with what a plan needs of it.
package struct UploadCandidate: Sendable {
    /// Its row.
    package var group: Int64
    /// Its verdict.
    package var judgement: Judgement
    /// Whether the verdict depends on an inferred position of any file of the group.
    package var isInferred = false
    /// The leader's facts.
    package var leader: PhotoFacts
    /// Its existing files, the leader first, then in the order of a ``Photo``.
    package var members: [Member]

    package init(group: Int64, judgement: Judgement, leader: PhotoFacts, members: [Member]) {
        self.group = group
        self.judgement = judgement
        self.leader = leader
        self.members = members
    }

    /// The fence that made it work; nil if a person's mark did, or if it is not work.
    package var fence: String? {
        judgement.verdict == .work && judgement.reason != .marked ? judgement.fence : nil
    }

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
        /// Whether its content has a valid receipt at the destination in question.
        package var hasReceipt: Bool
        /// Whether its content is held from the destination in question.
        package var isHeldFromDestination = false

        /// A file without a hash and receipts, unless they are given.
        package init(
            path: FilePath, role: Photo.Member.Role, sidecar: SidecarFormat? = nil, fingerprint: Fingerprint,
            keepsInodes: Bool, sha256: [UInt8]? = nil, hasReceipt: Bool = false
        ) {
            self.path = path
            self.role = role
            self.sidecar = sidecar
            self.fingerprint = fingerprint
            self.keepsInodes = keepsInodes
            self.sha256 = sha256
            self.hasReceipt = hasReceipt
        }
    }

    /// Groups of a selection that are not work, by verdict.
    package struct LeftOut: Hashable, Sendable {
        /// Those judged or marked personal.
        package var personal = 0
        /// Those with the verdict unsure.
        package var unsure = 0

        package init(personal: Int = 0, unsure: Int = 0) {
            self.personal = personal
            self.unsure = unsure
        }
    }
}

/// Reads candidates: a photo that is alone from its own row, the files of a larger group with one statement.
struct CandidateRow {
    private let cameras: CameraNames
    private let rootPaths: [Int64: [UInt8]]
    private let members: PreparedQuery
    private static let factsStart: Int32 = 12
    /// The column of the latitude; the longitude is next.
    static let placeColumn = factsStart
    private static let verdictStart = factsStart + Int32(FileColumns.facts.count)

    /// The columns of a file, of its group's verdict and, for a photo, its facts.
    ///
    /// - Parameters:
    ///   - destination: whose receipts count; nil for none.
    ///   - db: the connection that they are read with.
    /// - Returns: a list for `SELECT`.
    /// - Throws: `IndexError` where the index cannot be read.
    static func columns(destination: Int64?, _ db: Database) throws -> String {
        let receipt = destination.map { destination in
            """
            f.content NOTNULL AND EXISTS (
              SELECT 1 FROM receipt WHERE content = f.content AND destination = \(destination) AND failedAt IS NULL)
            """
        }
        return """
            f.root, f.path, f.role, f.hasCompany, f.size, f.modified, f.changed, f.inode,
            (SELECT keepsInodes FROM fileSystem WHERE id = f.fileSystem),
            CASE WHEN f.content NOTNULL THEN (SELECT sha256 FROM content WHERE id = f.content) END,
            \(receipt ?? "0"), f.format, \(try FileColumns.list(FileColumns.facts, of: "f", withInferredIn: db)),
            v.verdict, v.reason, v.fence, v.distance, f.assetGroup,
            \(try InferredRows.isInferred(group: "f.assetGroup", verdict: "v", in: db)),
            \(destination.map { DestinationHolds.holds("f.content", from: "\($0)") } ?? "0")
            """
    }

    init(_ db: Database, cameras: CameraNames, destination: Int64?) throws {
        self.cameras = cameras
        rootPaths = try RootPaths.byRow(db)
        members = try PreparedQuery(
            db,
            """
            SELECT \(Self.columns(destination: destination, db))
            FROM assetGroup g CROSS JOIN file f ON f.assetGroup = g.id LEFT JOIN verdict v ON v.assetGroup = g.id
            WHERE g.id = ? AND f.goneAt IS NULL ORDER BY \(GroupMembers.order)
            """)
    }

    /// The group of the photo in a row.
    static func group(_ row: PreparedQuery) -> Int64 { row.integer(verdictStart + 4) }

    /// Whether there are others in the group of the photo in a row.
    static func isGrouped(_ row: PreparedQuery) -> Bool { row.bool(3) }

    /// The verdict on the group of the photo in a row; nil if it has not been judged.
    static func judgement(_ row: PreparedQuery) -> Judgement? { row.judgement(from: verdictStart) }

    /// The candidate for a photo that is alone in its group; nil for a format or a word that this version does not
    /// know.
    func single(_ row: PreparedQuery) -> UploadCandidate? {
        guard let judgement = Self.judgement(row), let member = member(row), let facts = facts(row) else { return nil }
        var candidate = UploadCandidate(
            group: Self.group(row), judgement: judgement, leader: facts, members: [member])
        candidate.isInferred = row.bool(Self.verdictStart + 5)
        return candidate
    }

    /// The candidate for any group; nil if none of its files exists, or as for ``single(_:)``.
    func candidate(ofGroup group: Int64) throws -> UploadCandidate? {
        members.bind(group, at: 1)
        defer { members.reset() }
        guard try members.step(), var candidate = single(members) else { return nil }
        while try members.step() {
            guard let member = member(members) else { return nil }
            candidate.members.append(member)
        }
        return candidate
    }

    /// The facts of the photo in a row; nil for a format that this version does not know.
    private func facts(_ row: PreparedQuery) -> PhotoFacts? {
        row.facts(format: 11, from: Self.factsStart, cameras: { cameras[$0] })
    }

    /// The path of the file in a row.
    private func path(_ row: PreparedQuery) -> FilePath {
        let rootPath = rootPaths[row.integer(0)] ?? []
        return unsafe row.withBytes(1) { unsafe FilePath(root: rootPath, below: $0) }
    }

    private func member(_ row: PreparedQuery) -> UploadCandidate.Member? {
        guard let role = row.text(2).flatMap(Photo.Member.Role.init) else { return nil }
        let sidecar = role == .sidecar ? row.text(11).flatMap(SidecarFormat.init) : nil
        if role == .sidecar, sidecar == nil { return nil }
        var member = UploadCandidate.Member(
            path: path(row), role: role, sidecar: sidecar, fingerprint: row.fingerprint(from: 4),
            keepsInodes: row.bool(8), sha256: row.isNull(9) ? nil : row.bytes(9), hasReceipt: row.bool(10))
        member.isHeldFromDestination = role != .sidecar && row.bool(Self.verdictStart + 6)
        return member
    }
}
