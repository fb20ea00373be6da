import GRDB
import PhotoModel
import SystemPackage

/// Makes what may be removed of what may be uploaded: with whether it is held and, for each file that was ever hashed, its
/// receipts.
struct RemovalRow {
    private let roots: RootPaths
    private let holds: GroupHolds
    private let receipts: PreparedQuery

    init(_ db: Database) throws {
        roots = try RootPaths(db)
        holds = try GroupHolds(db)
        receipts = try PreparedQuery(db, Self.receiptsOfContent)
    }

    /// The receipts of a content that count, of destinations that are configured.
    static let receiptsOfContent = """
        SELECT r.id, r.destination, \(PreparedQuery.receiptColumns)
        FROM content c CROSS JOIN receipt r ON r.content = c.id CROSS JOIN destination d ON d.id = r.destination
        WHERE c.sha256 = ? AND r.failedAt IS NULL AND d.removedAt IS NULL ORDER BY r.destination, r.target
        """

    /// The same group as one that may be removed; nil for one that lies in no root.
    func candidate(_ group: UploadCandidate) throws -> RemovalCandidate? {
        guard let leader = group.members.first, let root = roots.find(leader.path.bytes)?.root else { return nil }
        return RemovalCandidate(
            group: group.group, root: root, judgement: group.judgement, leader: group.leader,
            isHeld: try holds.hold(group.group), members: try group.members.map(member))
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
