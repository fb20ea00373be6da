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
    ///   - act: what they do with their groups; what their kind says where nil.
    ///   - verdicts: with which that may be done.
    /// - Returns: the objection to each, as in ``intend(_:run:basis:leavingOut:)``; nil if there is none.
    package func objections(
        to actions: [Action], basis: JudgingBasis, leavingOut: Set<SidecarFormat> = [], for act: GroupRule.Acts? = nil,
        among verdicts: Set<Verdict> = [.work]
    ) throws(IndexError) -> [Action.Reason?] {
        try read { db in
            let check = try IntentCheck(db, basis: basis, leavingOut: leavingOut)
            return try actions.map { try check.objection(to: $0, for: act, among: verdicts) }
        }
    }

    /// A number that changes whenever another connection changes the index; this value's own writes do not change it.
    /// Very cheap.
    package func changesByOthers() throws(IndexError) -> Int64 {
        do {
            // Not within a transaction, which would see the index as of its start.
            return try queue.inDatabase { db in
                try Int64.fetchOne(db.statement("PRAGMA data_version")) ?? 0
            }
        } catch {
            throw IndexError(error, at: path)
        }
    }

    /// The most intents or outcomes that share a commit, and so a wait for the disk. A kill leaves no more to settle.
    package static let actionsOfACommit = 32

    /// Records that actions are about to be carried out, in one durable transaction, for up to ``actionsOfACommit``
    /// actions.
    ///
    /// The transaction asks ``GroupRule/all`` again about each. A removal of files whose removal by an earlier run is
    /// not settled has to wait, as has an upload of files whose upload to the same destination is not: `interrupted`.
    /// An action with a number is a staged one and keeps its row, which belongs to this run from now on; every other
    /// action gets a row. If the index cannot be written, none has begun.
    ///
    /// - Parameters:
    ///   - actions: the actions as they were planned, with tickets and targets.
    ///   - basis: the basis of the plan's verdicts.
    ///   - leavingOut: the sidecar formats that are not sent: such files of a group are in no action.
    /// - Returns: an answer for each, in order.
    package func intend(
        _ actions: [Action], run: Int64, basis: JudgingBasis, leavingOut: Set<SidecarFormat>
    ) throws(IndexError) -> [Intent] {
        try write { db in
            let check = try IntentCheck(db, basis: basis, leavingOut: leavingOut)
            let unsettled = try UnsettledActions(db, before: run)
            let writing = ActionWriting(db)
            return try actions.map { action in
                if let reason = try check.objection(to: action) { return .notNow(reason) }
                if unsettled.include(anyOf: action) { return .notNow(.interrupted) }
                guard let id = action.id else {
                    var action = action
                    (action.state, action.why) = (.running, nil)
                    return .begun(try writing.insert(action, run: run))
                }
                try db.run(
                    """
                    UPDATE action
                    SET state = 'running', why = NULL, run = \(run), assetGroup = \(action.group), target = \(action.target)
                    WHERE id = \(id) AND state = 'staged'
                    """)
                if db.changesCount == 0 { return .notNow(.unstaged) }
                try writing.replaceMembers(of: action, under: id)
                return .begun(id)
            }
        }
    }
}

/// What the index objects to carrying out actions, in the transaction that announces them.
struct IntentCheck {
    private let db: Database
    private let leavingOut: Set<SidecarFormat>
    private let isJudgedByBasis: Bool
    private let hasLooseGroups: Bool
    private let finder: FileFinder
    private let groups: KnownGroupRow
    private let personal: PersonalContents
    private let holds: GroupHolds
    private let destinationHolds: DestinationHolds

    init(_ db: Database, basis: JudgingBasis, leavingOut: Set<SidecarFormat>) throws {
        self.db = db
        self.leavingOut = leavingOut
        isJudgedByBasis = try PhotoIndex.basis(db) == basis
        hasLooseGroups = try LooseDirectories.areAny(db)
        finder = try FileFinder(db)
        groups = try KnownGroupRow(db, cameras: CameraNames(db), .sending(to: nil))
        personal = PersonalContents(db: db)
        holds = try GroupHolds(db)
        destinationHolds = DestinationHolds(db)
    }

    /// Why an action must not be carried out now.
    ///
    /// The index must be judged by the plan's basis, and the destination be configured, unless the act is a copy, which
    /// has none: copies of removed files are there. The group is found by the leader's path, and is judged by
    /// ``GroupRule/all`` as the index knows it now. Personal is also what has a content that is marked personal by now,
    /// whatever its path.
    ///
    /// - Parameters:
    ///   - act: what it does with its group; what its kind says where nil.
    ///   - verdicts: with which that may be done.
    /// - Returns: the first reason; nil if it may be carried out.
    func objection(
        to action: Action, for act: GroupRule.Acts? = nil, among verdicts: Set<Verdict> = [.work]
    ) throws -> Action.Reason? {
        guard isJudgedByBasis else { return .notWork }
        if try act != .copy && !isConfigured(action.destination) { return .destinationChanged }
        guard !hasLooseGroups, let leader = action.members.first,
            let row = try finder.file(at: leader.path.bytes)?.group, var group = try groups.group(row)
        else { return .membersDiffer }
        group.isHeld = try holds.hold(row)
        var state = state(of: group, asIn: action)
        state.verdicts = verdicts
        state.includesInferred = action.includesInferred
        state.isMarkedPersonal =
            try GroupMarks.mark(ofGroup: row, in: db) == .personal || personal.include(anyOf: action.members)
        state.isHeldFromDestination = try destinationHolds.hold(anyOf: action)
        return GroupRule.objection(to: state, for: act ?? (action.kind == .purge ? .remove : .send))
    }

    /// Why a copy of photos that a purge removed must not be seen now, apart from their verdicts.
    func objectionToCopies(ofRemoved action: Action) throws -> Action.Reason? {
        guard isJudgedByBasis else { return .notWork }
        if try !isConfigured(action.destination) { return .destinationChanged }
        if hasLooseGroups { return .membersDiffer }
        return try destinationHolds.hold(anyOf: action) ? .heldFromDestination : nil
    }

    private func isConfigured(_ name: DestinationName?) throws -> Bool {
        guard let id = name?.id else { return false }
        return try db.has("SELECT 1 FROM destination WHERE id = \(id) AND removedAt IS NULL")
    }

    /// A group with the files of an action. Sidecars that are left out are in no action. Where its copies are was asked
    /// before.
    private func state(of group: KnownGroup, asIn action: Action) -> GroupState {
        var announced = Dictionary(action.members.map { ($0.path, $0.fingerprint) }) { first, _ in first }
        var differs = announced.count != action.members.count
        let files = group.members.map { member in
            if let sidecar = member.sidecar, leavingOut.contains(sidecar) { return FileState.there(member.fingerprint) }
            guard let fingerprint = announced.removeValue(forKey: member.path) else {
                differs = true
                return .gone
            }
            return .there(fingerprint)
        }
        var state = GroupState(group, files: files, now: 0)
        state.membersDiffer = differs || !announced.isEmpty
        state.purge.require = 0
        return state
    }
}
