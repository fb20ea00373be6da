import PhotoIndex
import PhotoModel
import SystemPackage

/// A group on its way to a destination.
struct GroupInHand {
    /// What is done, as the journal has it.
    var action: Action
    /// Where the members may go.
    let targets: GroupTargets
    /// Files of the group that stay, as they were when it was planned.
    let besides: [PlannedGroup.Bystander]
    /// Its files, in the action's order.
    var members: [MemberInHand]
    /// The names it has taken from others of this run.
    var reserved: [FilePath] = []
    /// Whether it waits for another of this run that goes for the same names: perhaps it has the same bytes.
    var isDeferred = false
    /// Whether the journal has announced it.
    var isAnnounced = false
    /// Whether unfinished copies may be left at the destination.
    var hasLeftovers = false
    /// Why it goes no further; nil while it does.
    private(set) var detail: String?

    init(_ planned: PlannedGroup) {
        action = planned.action
        targets = planned.targets
        besides = planned.besides
        members = planned.action.members.map { _ in MemberInHand() }
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

    /// Ends it by an error of the destination or the source.
    mutating func end(_ error: UploadError) {
        let (state, why) = Action.outcome(of: error)
        end(state, why, error.detail)
    }

    /// Notes what lies at the destination of a member.
    mutating func receive(_ place: Int, _ stored: StoredFile, target: FilePath, sha256: [UInt8], at now: Int64) {
        action.members[place].target = target
        action.members[place].sha256 = sha256
        members[place].receipt = Receipt(of: stored, sha256: sha256, at: target, now: now)
    }

    /// What is written down of it.
    func outcome(destination: Int64) -> ActionOutcome {
        ActionOutcome(action: action, receipts: members.compactMap(\.receipt).map { ($0, destination) })
    }
}

/// One file of a group on its way.
struct MemberInHand {
    /// The library's file, open.
    var source: UploadSource?
    /// The copy under way; nil where there is nothing to send.
    var upload: TicketedUpload?
    /// The copy that has no name yet.
    var sent: SentUpload?
    /// The proof that the destination has it.
    var receipt: Receipt?
}

extension Receipt {
    /// The receipt of a copy that was read just now.
    init(of stored: StoredFile, sha256: [UInt8], at target: FilePath, now: Int64) {
        self.init(
            sha256: sha256, size: stored.size, target: target, checksum: stored.checksum, received: now, checked: now)
    }
}

extension Action {
    /// What becomes of a group by an error at one of its files.
    static func outcome(of error: UploadError) -> (State, Reason) {
        switch error.kind {
        case .sourceChanged: (.failed, .changedWhileSent)
        case .sourceUnreadable: (.failed, .unreadable)
        case .interrupted: (.skipped, .interrupted)
        case .taken, .refused: (.failed, .nameRefused)
        case .corrupted: (.failed, .corrupted)
        case .missing, .failed, .transient: (.failed, .sendingFailed)
        case .full, .quota: (.failed, .full)
        case .unavailable, .signIn: (.failed, .unavailable)
        }
    }
}

extension StoredFile {
    /// Whether this is a copy of such bytes, and not the very file that they came from.
    func proves(sha256: [UInt8], size: Int64, besides source: FileIdentity) -> Bool {
        checksum.kind == .sha256 && checksum.value == hexText(sha256) && self.size == size && identity != source
    }
}
