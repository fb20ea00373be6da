import GRDB
import PhotoModel
import SystemPackage

/// Reads candidates: a photo alone in its group from its own row, the files of a larger one with one statement a group.
struct CandidateRow {
    private let cameras: CameraNames
    private let rootPaths: [Int64: [UInt8]]
    private let members: PreparedQuery
    private static let factsStart: Int32 = 12
    /// The column of the latitude; that of the longitude comes next.
    static let placeColumn = factsStart
    private static let verdictStart = factsStart + Int32(FileColumns.facts.count)

    /// The columns of a file, of its group's verdict and, where it is a photo, what it says.
    ///
    /// - Parameter destination: whose receipts count; none do where it is nil.
    /// - Returns: a list for `SELECT`.
    static func columns(destination: Int64?) -> String {
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
            \(receipt ?? "0"), f.format, \(FileColumns.list(FileColumns.facts, of: "f")),
            v.verdict, v.reason, v.fence, v.distance, f.assetGroup
            """
    }

    init(_ db: Database, cameras: CameraNames, destination: Int64?) throws {
        self.cameras = cameras
        rootPaths = try RootPaths.byRow(db)
        members = try PreparedQuery(
            db,
            """
            SELECT \(Self.columns(destination: destination))
            FROM assetGroup g CROSS JOIN file f ON f.assetGroup = g.id LEFT JOIN verdict v ON v.assetGroup = g.id
            WHERE g.id = ? AND f.goneAt IS NULL ORDER BY \(GroupMembers.order)
            """)
    }

    /// The group of the photo in a row.
    static func group(_ row: PreparedQuery) -> Int64 { row.integer(verdictStart + 4) }

    /// Whether the photo in a row is not alone in its group.
    static func hasCompany(_ row: PreparedQuery) -> Bool { row.bool(3) }

    /// The verdict on the group of the photo in a row; nil where nobody has judged it.
    static func judgement(_ row: PreparedQuery) -> Judgement? { row.judgement(from: verdictStart) }

    /// The candidate of a photo that is alone in its group; nil for a format or a word that this version does not know.
    func single(_ row: PreparedQuery) -> UploadCandidate? {
        guard let judgement = Self.judgement(row), let member = member(row), let facts = facts(row) else { return nil }
        return UploadCandidate(group: Self.group(row), judgement: judgement, leader: facts, members: [member])
    }

    /// The candidate of any group; nil where nothing of it is there, or as for ``single(_:)``.
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

    /// What the photo in a row says of itself; nil for a format that this version does not know.
    private func facts(_ row: PreparedQuery) -> PhotoFacts? {
        row.facts(format: 11, from: Self.factsStart, cameras: { cameras[$0] })
    }

    /// Where the file in a row is.
    private func path(_ row: PreparedQuery) -> FilePath {
        let rootPath = rootPaths[row.integer(0)] ?? []
        return unsafe row.withBytes(1) { unsafe FilePath(root: rootPath, below: $0) }
    }

    private func member(_ row: PreparedQuery) -> UploadCandidate.Member? {
        guard let role = row.text(2).flatMap(Photo.Member.Role.init) else { return nil }
        let sidecar = role == .sidecar ? row.text(11).flatMap(SidecarFormat.init) : nil
        if role == .sidecar, sidecar == nil { return nil }
        return UploadCandidate.Member(
            path: path(row), role: role, sidecar: sidecar, fingerprint: row.fingerprint(from: 4),
            keepsInodes: row.bool(8), sha256: row.isNull(9) ? nil : row.bytes(9), hasReceipt: row.bool(10))
    }
}
