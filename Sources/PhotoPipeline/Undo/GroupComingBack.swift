import PhotoIndex
import PhotoIntake
import PhotoModel
import SystemPackage

/// A group on its way back into the library.
struct GroupComingBack {
    /// What is done, as the journal has it.
    var action: Action
    /// Where the purge had it asked for last.
    let destination: DestinationName?
    /// Where its files are, in the action's order.
    var files: [FileComingBack]
    /// Whether the journal has announced it.
    var isAnnounced = false
    /// Whether a run that was killed had begun it.
    let isInterrupted: Bool
    /// Whether something of it still waits to be settled.
    var hasLeftovers = false
    /// Whether all of its files had their names before anything was done.
    var wasBack = false
    /// Why it goes no further; nil while it does.
    private(set) var detail: String?

    /// The undoing of a purge that was not undone.
    init(undoing purge: Action) {
        action = Action(
            kind: .undo, group: purge.group, members: purge.members, destination: nil, undoes: purge.id)
        destination = purge.destination
        files = purge.members.map { _ in .unknown }
        isInterrupted = false
    }

    /// What a killed run had announced.
    init(interrupted undo: Action) {
        action = undo
        destination = undo.destination
        files = undo.members.map { _ in .unknown }
        isAnnounced = true
        isInterrupted = true
    }

    /// Whether something is still to be done for it.
    var isOpen: Bool { action.state == .planned || action.state == .running }

    /// Whether every file has its own name.
    var isBack: Bool { files.allSatisfy { if case .back = $0 { true } else { false } } }

    /// What is written down of it: the action, and where it is not done, which of its files are back without their
    /// company.
    var outcome: ActionOutcome {
        if action.state == .done { return ActionOutcome(action: action) }
        let returned = zip(action.members, files).filter { member, file in
            switch file {
            case .back: true
            // Also one that has its name, of which nobody can say whether the disk has that.
            case .parked(let parked): (try? FileStatus(at: member.path))?.identity == parked.file.identity
            case .unknown, .copied: false
            }
        }
        return ActionOutcome(action: action, returned: returned.map(\.0.path))
    }

    /// Ends it short of its goal. Whoever waits for a destination, or was told to stop, is left to a later run where the
    /// journal has announced it long ago.
    mutating func end(_ state: Action.State, _ why: Action.Reason, _ detail: String? = nil) {
        guard isOpen else { return }
        (action.state, action.why, self.detail) = (state, why, detail)
        if isInterrupted, why == .unavailable || why == .interrupted { hasLeftovers = true }
    }

    /// Ends it by an error of the trash, or of the library.
    mutating func end(_ error: TrashError) {
        switch error.kind {
        case .interrupted: end(.skipped, .interrupted, error.detail)
        case .occupied, .taken: end(.refused, .nameTaken, error.detail)
        case .refused: end(.refused, .noTrash, error.detail)
        case .missing, .changed: end(.failed, .notFound, error.detail)
        case .full: end(.failed, .full, error.detail)
        case .noHome, .denied, .unknownTicket, .failed: end(.failed, .removalFailed, error.detail)
        }
    }

    /// Ends it by an error of a destination.
    mutating func end(_ error: UploadError) {
        switch error.kind {
        case .missing: end(.failed, .notFound, error.detail)
        case .corrupted: end(.failed, .corrupted, error.detail)
        case .transient, .quota: end(.failed, .unavailable, error.detail)
        default:
            let (state, why) = Action.outcome(of: error)
            end(state, why, error.detail)
        }
    }
}

/// Where a file is that comes back.
enum FileComingBack {
    /// Nobody has looked.
    case unknown
    /// At its own name, and it is this.
    case back(Fingerprint)
    /// Under the name of a ticket, whole and hashed.
    case parked(ParkedName)
    /// Nowhere but at destinations, as far as their receipts and the sizes there say.
    case copied([CopyFinder.Copy])
}

/// A file that has a ticket's name.
struct ParkedName {
    let removal: TicketedRemoval
    let way: RemovalWay
    /// What lies there.
    var file: ParkedFile
    /// The open file, so that no other gets its inode; nil for one that this run has written.
    let proven: ProvenFile?
}
