import GRDB
package import PhotoModel
import SystemPackage

/// What came of meaning to carry an action out.
package enum Intent: Hashable, Sendable {
    /// The journal says so, under this number, durably: the first step may be taken.
    case begun(Int64)
    /// It is not to be done now, and nothing was written of it.
    case notNow(Action.Reason)
}

extension PhotoIndex {
    /// What speaks by now against actions that have begun: what a person said since the intent, above all.
    ///
    /// - Parameters:
    ///   - actions: as they were announced.
    ///   - basis: what is judged by now.
    ///   - leavingOut: formats of sidecars that are in no action.
    /// - Returns: for each, as in ``intend(_:run:basis:leavingOut:)``; nil where nothing does.
    /// - Throws: `IndexError` where the index cannot be read.
    package func objections(
        to actions: [Action], basis: JudgingBasis, leavingOut: Set<SidecarFormat> = []
    ) throws(IndexError) -> [Action.Reason?] {
        try read { db in
            let check = try IntentCheck(db, basis: basis, leavingOut: leavingOut)
            return try actions.map(check.objection)
        }
    }

    /// A number that is another once somebody else has changed the index; what this value itself writes leaves it as it
    /// is. Costs next to nothing.
    ///
    /// - Throws: `IndexError` where the index cannot be read.
    package func changesByOthers() throws(IndexError) -> Int64 {
        do {
            // Not in a transaction, which would see the index as it was at its start.
            return try queue.inDatabase { db in
                let query = try PreparedQuery(db, "PRAGMA data_version")
                return try query.first { query.integer(0) } ?? 0
            }
        } catch {
            throw IndexError(error, at: path)
        }
    }

    /// So many intents or outcomes share a commit at most (SAFETY.md, "Writing down").
    package static let actionsOfACommit = 32

    /// Writes down that actions are about to be carried out; all in one durable transaction, meant for up to
    /// ``actionsOfACommit``.
    ///
    /// In it, all that speaks against each is looked at once more: see ``IntentCheck``. A removal of what an earlier
    /// run was about to remove has to wait until that is settled: `interrupted`. An action with a number is a staged
    /// one and keeps its row, which is this run's from now on; every other gets a row.
    ///
    /// - Parameters:
    ///   - actions: as they were planned, with tickets and targets.
    ///   - run: the run that carries them out.
    ///   - basis: what the plan was judged by.
    ///   - leavingOut: formats of sidecars that are not sent: such files of a group are in no action.
    /// - Returns: an answer for each, in the order given.
    /// - Throws: `IndexError` where the index cannot be written; none has begun then.
    package func intend(
        _ actions: [Action], run: Int64, basis: JudgingBasis, leavingOut: Set<SidecarFormat>
    ) throws(IndexError) -> [Intent] {
        try write { db in
            let check = try IntentCheck(db, basis: basis, leavingOut: leavingOut)
            let unsettled = try UnsettledRemovals(db, before: run)
            let writing = try ActionWriting(db)
            let begin = try PreparedQuery(
                db,
                """
                UPDATE action SET state = 'running', why = NULL, run = ?1, assetGroup = ?2, target = ?3
                WHERE id = ?4 AND state = 'staged' RETURNING 1
                """)
            return try actions.map { action in
                if let reason = try check.objection(to: action) { return .notNow(reason) }
                if unsettled.include(anyOf: action) { return .notNow(.interrupted) }
                guard let id = action.id else {
                    var action = action
                    (action.state, action.why) = (.running, nil)
                    return .begun(try writing.insert(action, run: run))
                }
                begin.bind(run, at: 1)
                begin.bind(action.group, at: 2)
                if let target = action.target { begin.bind(target.bytes, at: 3) } else { begin.bindNull(at: 3) }
                begin.bind(id, at: 4)
                guard try begin.first({ true }) == true else { return .notNow(.unstaged) }
                try writing.replaceMembers(of: action, under: id)
                return .begun(id)
            }
        }
    }
}

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
    /// Gives a row for a group whose verdict is inferred; nil where none is.
    private let inferred: PreparedQuery?

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
        rootPaths = try RootPaths.byRow(db)
        inferred =
            try InferredRows.areAny(db)
            ? try PreparedQuery(
                db,
                """
                SELECT 1 FROM verdict v
                WHERE v.assetGroup = ?1 AND \(InferredRows.isInferred(group: "v.assetGroup", verdict: "v"))
                """) : nil
    }

    /// Why an action is not to be carried out now; nil where nothing speaks against it.
    ///
    /// Its group is found by the leader's path. It must be work by the basis that the plan was made by, and nobody may
    /// have marked a member personal, nor the content that a member was found to have; a removal minds holds as well. A
    /// verdict that rests on an inferred position is enough only where this run was told so.
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
        if let inferred, !action.includesInferred {
            inferred.bind(group, at: 1)
            if try inferred.first({ true }) == true { return .inferred }
        }
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
