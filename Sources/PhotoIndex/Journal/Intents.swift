import GRDB
package import PhotoModel
import SystemPackage

/// The answer to an intent to carry out an action.
package enum Intent: Hashable, Sendable {
    /// Durably recorded in the journal under this number: the first step may be taken.
    case begun(Int64)
    /// It must not be carried out now. Nothing was written.
    case notNow(Action.Reason)
}

extension PhotoIndex {
    /// Objections to actions that have begun, above all people's decisions since the intents.
    ///
    /// - Parameters:
    ///   - actions: the actions as they were announced.
    ///   - basis: the current basis of judging.
    ///   - leavingOut: the sidecar formats that are in no action.
    /// - Returns: the objection to each, as in ``intend(_:run:basis:leavingOut:)``; nil if there is none.
    /// - Throws: `IndexError` where the index cannot be read.
    package func objections(
        to actions: [Action], basis: JudgingBasis, leavingOut: Set<SidecarFormat> = []
    ) throws(IndexError) -> [Action.Reason?] {
        try read { db in
            let check = try IntentCheck(db, basis: basis, leavingOut: leavingOut)
            return try actions.map(check.objection)
        }
    }

    /// A number that changes whenever another connection changes the index; this value's own writes do not change it.
    /// Very cheap.
    ///
    /// - Throws: `IndexError` where the index cannot be read.
    package func changesByOthers() throws(IndexError) -> Int64 {
        do {
            // Not within a transaction, which would see the index as of its start.
            return try queue.inDatabase { db in
                let query = try PreparedQuery(db, "PRAGMA data_version")
                return try query.first { query.integer(0) } ?? 0
            }
        } catch {
            throw IndexError(error, at: path)
        }
    }

    /// The most intents or outcomes that share a commit (DECISIONS.md, "Purges use batches of 256 groups and
    /// commits of 32").
    package static let actionsOfACommit = 32

    /// Records that actions are about to be carried out, in one durable transaction, for up to ``actionsOfACommit``
    /// actions.
    ///
    /// The transaction checks again for objections to each: see ``IntentCheck``. A removal of files whose removal by an
    /// earlier run is not settled has to wait: `interrupted`. An action with a number is a staged one and keeps its
    /// row, which belongs to this run from now on; every other action gets a row.
    ///
    /// - Parameters:
    ///   - actions: the actions as they were planned, with tickets and targets.
    ///   - run: the run that carries them out.
    ///   - basis: the basis of the plan's verdicts.
    ///   - leavingOut: the sidecar formats that are not sent: such files of a group are in no action.
    /// - Returns: an answer for each, in order.
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

/// Checks for objections to carrying out an action, in the transaction that announces it.
struct IntentCheck {
    private let db: Database
    private let leavingOut: Set<SidecarFormat>
    private let isJudgedByBasis: Bool
    private let hasLooseGroups: Bool
    private let finder: FileFinder
    private let personal: PersonalContents
    private let holds: GroupHolds
    private let destinationHolds: DestinationHolds
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
        destinationHolds = try DestinationHolds(db)
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

    /// Why an action must not be carried out now; nil if it may.
    ///
    /// Its group is found by the leader's path. The group must be work by the plan's basis, and a verdict that rests on
    /// an inferred position counts only if this run includes inferred ones. No member, and no content that a member was
    /// found to have, may be marked personal; for a removal, none may be held either, and for an upload none may be
    /// held from the destination. The group's files must be the action's, all present and unchanged in the index,
    /// except for sidecars that are left out. The destination must be configured: copies of removed files are there.
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
        if try action.kind == .upload && destinationHolds.hold(anyOf: action) { return .heldFromDestination }
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
    /// Whether both fingerprints are of the same unchanged file: ctime and inode count only if the file system keeps
    /// them.
    func isUnchanged(_ other: Fingerprint, keepsInodes: Bool) -> Bool {
        size == other.size && modified == other.modified
            && (!keepsInodes || changed == other.changed && inode == other.inode)
    }
}
