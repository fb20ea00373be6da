import GRDB
import PhotoModel
import SystemPackage

/// What the index has against carrying out an action now, looked at in the transaction that announces it.
struct IntentCheck {
    private let db: Database
    private let leavingOut: Set<SidecarFormat>
    private let isJudgedByBasis: Bool
    private let hasLooseGroups: Bool
    private let finder: FileFinder
    private let personal: PersonalContents
    private let holds: GroupHolds
    private let verdict: PreparedQuery
    private let members: PreparedQuery
    private let destination: PreparedQuery
    private let rootPaths: [Int64: [UInt8]]

    init(_ db: Database, basis: JudgingBasis, leavingOut: Set<SidecarFormat>) throws {
        self.db = db
        self.leavingOut = leavingOut
        isJudgedByBasis = try PhotoIndex.basis(db) == basis
        hasLooseGroups = try LooseDirectories.areAny(db)
        finder = try FileFinder(db)
        personal = try PersonalContents(db)
        holds = try GroupHolds(db)
        verdict = try PreparedQuery(db, "SELECT verdict FROM verdict WHERE assetGroup = ?")
        members = try PreparedQuery(
            db,
            """
            SELECT f.root, f.path, f.format, f.state, f.goneAt, s.keepsInodes, f.size, f.modified, f.changed, f.inode
            FROM file f CROSS JOIN fileSystem s ON s.id = f.fileSystem WHERE f.assetGroup = ?
            """)
        destination = try PreparedQuery(db, "SELECT 1 FROM destination WHERE id = ? AND removedAt IS NULL")
        var paths: [Int64: [UInt8]] = [:]
        let roots = try PreparedQuery(db, "SELECT id, path FROM root")
        try roots.forEachRow { paths[roots.integer(0)] = roots.bytes(1) }
        rootPaths = paths
    }

    /// Why an action is not to be carried out now; nil where nothing speaks against it.
    ///
    /// Its group is found by the leader's path. It must be work by the basis that the plan was made by, and nobody may
    /// have marked a member personal, nor the content that a member was found to have; a removal minds holds as well.
    /// The group's files must be the action's, none gone and each as the index knows it, but for sidecars that are left
    /// out. The destination must be configured: what is removed has its copies there.
    func objection(to action: Action) throws -> Action.Reason? {
        guard isJudgedByBasis else { return .notWork }
        if try !isConfigured(action.destination) { return .destinationChanged }
        guard !hasLooseGroups, let leader = action.members.first,
            let group = try finder.file(at: leader.path.bytes)?.group
        else { return .membersDiffer }
        verdict.bind(group, at: 1)
        guard try verdict.first({ verdict.text(0) }) == Verdict.work.rawValue else { return .notWork }
        if try GroupMarks.mark(ofGroup: group, in: db) == .personal { return .notWork }
        if try personal.include(anyOf: action.members) { return .notWork }
        if try action.kind == .purge && holds.hold(group) { return .held }
        return try difference(between: action.members, and: group)
    }

    private func isConfigured(_ name: DestinationName?) throws -> Bool {
        guard let id = name?.id else { return false }
        destination.bind(id, at: 1)
        return try destination.first { true } ?? false
    }

    private func difference(between planned: [Action.Member], and group: Int64) throws -> Action.Reason? {
        var missing = Dictionary(planned.map { ($0.path, $0.fingerprint) }) { first, _ in first }
        guard missing.count == planned.count else { return .membersDiffer }
        var hasOthers = false
        var hasChanged = false
        members.bind(group, at: 1)
        try members.forEachRow {
            if isLeftOut { return }
            let path = unsafe members.withBytes(1) {
                unsafe FilePath(root: rootPaths[members.integer(0)] ?? [], below: $0)
            }
            guard members.isNull(4), let fingerprint = missing.removeValue(forKey: path) else {
                return hasOthers = true
            }
            let known = members.fingerprint(from: 6)
            if !known.isUnchanged(fingerprint, keepsInodes: members.bool(5)) { hasChanged = true }
        }
        return hasOthers || !missing.isEmpty ? .membersDiffer : hasChanged ? .changedSinceScan : nil
    }

    private var isLeftOut: Bool {
        members.text(3) == "sidecar" && members.text(2).flatMap(SidecarFormat.init).map(leavingOut.contains) == true
    }
}

extension Fingerprint {
    /// Whether a file that had the one has the other: ctime and inode count only where the file system keeps them.
    func isUnchanged(_ other: Fingerprint, keepsInodes: Bool) -> Bool {
        size == other.size && modified == other.modified
            && (!keepsInodes || changed == other.changed && inode == other.inode)
    }
}
