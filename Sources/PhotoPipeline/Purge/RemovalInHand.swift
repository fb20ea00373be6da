import PhotoIndex
import PhotoModel
import SystemPackage

/// A group on its way out of the library.
struct RemovalInHand: Sendable {
    /// What is done, as the journal has it.
    var action: Action
    /// What was planned.
    let planned: PlannedRemoval
    /// Its files, in the action's order.
    var members: [MemberOnWay]
    /// Where its copies were found, at so many destinations as are required.
    var copies: [FoundCopies] = []
    /// Receipts whose copies were asked for and are not there.
    var lost: [Int64] = []
    /// Why the last of these, or copies without a receipt, do not count, in words.
    var lostWords: String?
    /// Why the last destination that could not be asked could not.
    var unreadable: UploadError?
    /// Whether the journal has announced it.
    var isAnnounced = false
    /// Whether some of it may be parked and could not be put back: it is left to be settled.
    var hasLeftovers = false
    /// Why it goes no further, in words; nil while it does.
    private(set) var detail: String?

    init(_ planned: PlannedRemoval) {
        action = planned.action
        self.planned = planned
        members = planned.action.members.map { _ in MemberOnWay() }
    }

    /// Whether something is still to be done for it.
    var isOpen: Bool { action.state == .planned || action.state == .running }

    /// Ends it short of its goal.
    mutating func end(_ state: Action.State, _ why: Action.Reason, _ detail: String? = nil) {
        guard isOpen else { return }
        action.state = state
        action.why = why
        self.detail = detail
    }

    /// Ends it by an error of a file or the trash.
    mutating func end(_ error: TrashError) {
        let (state, why) = Action.outcome(of: error)
        end(state, why, error.detail)
    }

    /// The files with the tickets that the journal has.
    var removals: [TicketedRemoval] {
        action.members.compactMap { member in
            member.ticket.map { TicketedRemoval(path: member.path, ticket: $0) }
        }
    }

    /// What is written down of it: the action, and that its copies were there.
    var outcome: ActionOutcome {
        ActionOutcome(
            action: action, receipts: copies.flatMap { found in found.receipts.map { ($0, found.destination) } })
    }
}

/// One file of a group on its way out.
struct MemberOnWay: Sendable {
    /// The file, open, with the hash of all of its bytes.
    var file: ProvenFile?
    /// That this very file is parked.
    var proof: RemovalProof?
}

/// The copies of a group at one destination, read from their first byte to their last in this run.
struct FoundCopies: Sendable {
    /// The destination's row.
    let destination: Int64
    /// The receipts, asked for now, a member each.
    let receipts: [Receipt]
    /// The copies as they were read.
    let copies: [StoredFile]
}

extension Action {
    /// What becomes of a group by an error at one of its files.
    static func outcome(of error: TrashError) -> (State, Reason) {
        switch error.kind {
        case .missing, .changed: (.skipped, .changedSinceScan)
        case .interrupted: (.skipped, .interrupted)
        case .refused, .noHome: (.refused, .noTrash)
        case .occupied: (.failed, .nameTaken)
        case .taken, .denied, .full, .unknownTicket, .failed: (.failed, .removalFailed)
        }
    }
}
