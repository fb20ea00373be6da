import PhotoIndex
import PhotoModel

/// A group on its way through the steps of an act: what is done with it, how far that has come, and what the steps have
/// found out.
struct GroupUnderWay<Details: Sendable, Member: Sendable>: Sendable {
    /// What is done, as the journal has it.
    var action: Action
    /// What the act knows of the group besides.
    var details: Details
    /// What the act knows of each file, in the action's order.
    var members: [Member]
    /// Whether the journal has announced it.
    var isAnnounced = false
    /// Whether something of it may be left at a destination or under another name: it is left to be settled.
    var hasLeftovers = false
    /// Why it goes no further, in words; nil while it does, and where the reason says all.
    private(set) var detail: String?

    init(_ action: Action, _ details: Details, members: [Member]) {
        self.action = action
        self.details = details
        self.members = members
    }

    /// Whether something is still to be done for it.
    var isOpen: Bool { action.state == .planned || action.state == .running }

    /// Ends it short of its goal. A group that ended keeps its first reason.
    mutating func end(_ state: Action.State, _ why: Action.Reason, _ detail: String? = nil) {
        guard isOpen else { return }
        (action.state, action.why, self.detail) = (state, why, detail)
    }

    /// Ends it by an error of a file, or of the trash.
    mutating func end(_ error: TrashError) {
        let (state, why) = action.kind.outcome(of: error)
        end(state, why, error.detail)
    }

    /// Ends it by an error at one of its files, which the reason names.
    mutating func end(_ error: TrashError, at member: Int) {
        let (state, why) = action.kind.outcome(of: error)
        end(state, why, action.members[member].described(error.detail))
    }

    /// Ends it by an error of a destination, or of a file that is sent.
    mutating func end(_ error: UploadError) {
        let (state, why) = action.kind.outcome(of: error)
        end(state, why, error.detail)
    }

    /// Adds to why it goes no further.
    mutating func add(_ words: String) { detail = detail.map { "\($0); \(words)" } ?? words }

    /// Notes what the journal answered to its announcement.
    mutating func note(_ intent: Intent) {
        switch intent {
        case .begun(let id):
            (action.id, action.state, isAnnounced) = (id, .running, true)
        case .notNow(.alreadyThere):
            end(.done, .alreadyThere)
        case .notNow(let why):
            end(action.kind == .undo ? .failed : .skipped, why)
        }
    }

    /// The files with the tickets that the journal has.
    var removals: [TicketedRemoval] {
        action.members.compactMap { member in
            member.ticket.map { TicketedRemoval(path: member.path, ticket: $0) }
        }
    }
}

extension Array {
    /// The places of the groups for which something is still to be done.
    func openPlaces<Details, Member>() -> [Int] where Element == GroupUnderWay<Details, Member> {
        indices.filter { self[$0].isOpen }
    }

    /// Ends every group that is open by the user's wish to stop, where there is one.
    mutating func endWhereStopped<Details, Member>(
        by interruption: any Interruption
    ) where Element == GroupUnderWay<Details, Member> {
        if interruption.signal == nil { return }
        for place in openPlaces() { self[place].end(.skipped, .interrupted) }
    }
}

extension Action {
    /// The same with its end.
    func ended(_ state: State, _ why: Reason?) -> Action {
        var action = self
        (action.state, action.why) = (state, why)
        return action
    }
}

extension Action.Kind {
    /// What becomes of a group by an error of a file, or of the trash.
    func outcome(of error: TrashError) -> (Action.State, Action.Reason) {
        switch (self, error.kind) {
        case (_, .interrupted): (.skipped, .interrupted)
        case (_, .refused), (.purge, .noHome), (.upload, .noHome): (.refused, .noTrash)
        case (.undo, .occupied), (.undo, .taken): (.refused, .nameTaken)
        case (.undo, .missing), (.undo, .changed): (.failed, .notFound)
        case (.undo, .full): (.failed, .full)
        case (_, .missing), (_, .changed): (.skipped, .changedSinceScan)
        case (_, .occupied): (.failed, .nameTaken)
        case (_, .noHome), (_, .taken), (_, .denied), (_, .full), (_, .unknownTicket), (_, .failed):
            (.failed, .removalFailed)
        }
    }

    /// What becomes of a group by an error of a destination, or of a file that is sent.
    func outcome(of error: UploadError) -> (Action.State, Action.Reason) {
        switch (self, error.kind) {
        case (.undo, .missing): (.failed, .notFound)
        case (.undo, .transient): (.failed, .unavailable)
        case (_, .sourceChanged): (.failed, .changedWhileSent)
        case (_, .sourceUnreadable): (.failed, .unreadable)
        case (_, .interrupted): (.skipped, .interrupted)
        case (_, .objected): (.skipped, .notWork)
        case (_, .taken), (_, .refused): (.failed, .nameRefused)
        case (_, .corrupted): (.failed, .corrupted)
        case (_, .missing), (_, .failed), (_, .transient): (.failed, .sendingFailed)
        case (_, .full): (.failed, .full)
        case (_, .quota): (.failed, .quota)
        case (_, .unavailable), (_, .signIn): (.failed, .unavailable)
        case (_, .overlap): (.refused, .destinationChanged)
        }
    }
}

extension Action.Member {
    /// Its path, as it can be shown.
    var shownPath: String { terminalSafe(path.bytes) }

    /// What is said of it, with its path before.
    func described(_ words: String) -> String { "\(shownPath): \(words)" }
}
