import GRDB
import PhotoModel
import SystemPackage

/// What is read of groups beside their files and verdicts.
package enum GroupDetail: Hashable, Sendable {
    /// Which files have a receipt at a destination, and which are held from it; nil for none.
    case sending(to: Int64?)
    /// Whether groups are held, and the receipts of their files.
    case removal
    /// What the files say.
    case facts

    /// Whose receipts count.
    fileprivate var destination: Int64? {
        if case .sending(let destination) = self { destination } else { nil }
    }
}

/// Reads groups: a photo that is alone from its own row, the files of a larger group with one statement.
struct KnownGroupRow {
    private let cameras: CameraNames
    private let rootPaths: [Int64: [UInt8]]
    private let members: PreparedQuery
    private let removal: (holds: GroupHolds, receipts: PreparedQuery)?
    private let readsFacts: Bool
    private static let factsStart: Int32 = 12
    /// The column of the latitude; the longitude is next.
    static let placeColumn = factsStart
    private static let verdictStart = factsStart + Int32(FileColumns.facts.count)

    /// The columns of a file, of its group's verdict and, for a photo, its facts.
    ///
    /// - Returns: a list for `SELECT`.
    static func columns(_ detail: GroupDetail, _ db: Database) throws -> String {
        let receipt = detail.destination.map { destination in
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
            \(try detail.destination.map { try DestinationHolds.holdPhoto(from: $0, in: db) } ?? "0"), f.readerVersion,
            f.digest
            """
    }

    init(_ db: Database, cameras: CameraNames, _ detail: GroupDetail) throws {
        self.cameras = cameras
        readsFacts = detail == .facts
        removal = try detail == .removal ? (GroupHolds(db), PreparedQuery(db, Self.receiptsOfContent)) : nil
        rootPaths = try RootPaths.byRow(db)
        members = try PreparedQuery(
            db,
            """
            SELECT \(Self.columns(detail, db))
            FROM assetGroup g CROSS JOIN file f ON f.assetGroup = g.id LEFT JOIN verdict v ON v.assetGroup = g.id
            WHERE g.id = ? AND f.goneAt IS NULL ORDER BY \(GroupMembers.order)
            """)
    }

    /// The valid receipts of a content at configured destinations.
    static let receiptsOfContent = """
        SELECT r.id, r.destination, \(PreparedQuery.receiptColumns)
        FROM content c CROSS JOIN receipt r ON r.content = c.id CROSS JOIN destination d ON d.id = r.destination
        WHERE c.sha256 = ? AND r.failedAt IS NULL AND d.removedAt IS NULL ORDER BY r.destination, r.target
        """

    static func group(_ row: PreparedQuery) -> Int64 { row.integer(verdictStart + 4) }

    /// Whether there are others in the group of the photo in a row.
    static func isGrouped(_ row: PreparedQuery) -> Bool { row.bool(3) }

    /// The verdict on the group of the photo in a row; nil if it has not been judged.
    static func judgement(_ row: PreparedQuery) -> Judgement? { row.judgement(from: verdictStart) }

    /// A photo that is alone in its group; nil for a format or a word that this version does not know.
    func single(_ row: PreparedQuery) throws -> KnownGroup? { try first(row).map(completed) }

    private func first(_ row: PreparedQuery) -> KnownGroup? {
        guard let judgement = Self.judgement(row), let member = member(row), let facts = facts(row) else { return nil }
        var known = KnownGroup(
            group: Self.group(row), judgement: judgement, leader: facts, members: [member])
        known.root = row.integer(0)
        known.isInferred = row.bool(Self.verdictStart + 5)
        if readsFacts { known.facts = [facts] }
        return known
    }

    /// Any group; nil if none of its files exists, or as for ``single(_:)``.
    func group(_ group: Int64) throws -> KnownGroup? {
        members.bind(group, at: 1)
        defer { members.reset() }
        guard try members.step(), var known = first(members) else { return nil }
        while try members.step() {
            guard let member = member(members) else { return nil }
            known.members.append(member)
            if readsFacts {
                known.facts.append(member.sidecar == nil ? facts(members) : said(members))
            }
        }
        return try completed(known)
    }

    /// A group with its hold and its receipts, if these are read.
    private func completed(_ group: KnownGroup) throws -> KnownGroup {
        guard let (holds, receipts) = removal else { return group }
        var group = group
        group.isHeld = try holds.hold(group.group)
        for index in group.members.indices {
            guard let sha256 = group.members[index].sha256 else { continue }
            receipts.bind(sha256, at: 1)
            try receipts.forEachRow {
                group.members[index].receipts.append(
                    KnownGroup.CopyReceipt(
                        id: receipts.integer(0), destination: receipts.integer(1), receipt: receipts.receipt(from: 2)))
            }
        }
        return group
    }

    /// The facts of the photo in a row; nil for a format that this version does not know.
    private func facts(_ row: PreparedQuery) -> PhotoFacts? {
        row.facts(format: 11, from: Self.factsStart, cameras: { cameras[$0] })
    }

    /// What the sidecar in a row says of its photos; nil if it says nothing that is kept.
    private func said(_ row: PreparedQuery) -> PhotoFacts? { row.said(from: Self.factsStart, format: 11) }

    private func path(_ row: PreparedQuery) -> FilePath {
        let rootPath = rootPaths[row.integer(0)] ?? []
        return unsafe row.withBytes(1) { unsafe FilePath(root: rootPath, below: $0) }
    }

    private func member(_ row: PreparedQuery) -> KnownGroup.Member? {
        guard let role = row.text(2).flatMap(Photo.Member.Role.init) else { return nil }
        let sidecar = role == .sidecar ? row.text(11).flatMap(SidecarFormat.init) : nil
        if role == .sidecar, sidecar == nil { return nil }
        var member = KnownGroup.Member(
            path: path(row), role: role, sidecar: sidecar, fingerprint: row.fingerprint(from: 4),
            keepsInodes: row.bool(8), sha256: row.isNull(9) ? nil : row.bytes(9), hasReceipt: row.bool(10))
        member.isHeldFromDestination = role != .sidecar && row.bool(Self.verdictStart + 6)
        member.isImported = row.integer(Self.verdictStart + 7) == ScanWriter.importVersion
        member.digest = UInt64(bitPattern: row.integer(Self.verdictStart + 8))
        return member
    }
}
