import PhotoIndex
import PhotoModel

/// A group during an act: its action and how far it has come. What the steps find out is in each act's own type.
protocol GroupUnderWay: Sendable {
    /// The action as the journal has it.
    var action: Action { get set }
    /// Whether the journal has announced it.
    var isAnnounced: Bool { get set }
    /// Why it stopped, in words; nil while it is open, or if the reason is enough.
    var detail: String? { get set }
    /// Whether it is carried out in a batch of its own, so that nothing else is broken off with it.
    var isAlone: Bool { get }
}

extension GroupUnderWay {
    var isAlone: Bool { false }

    /// Whether the group still has steps to do.
    var isOpen: Bool { action.state == .planned || action.state == .running }

    /// Ends the group early. A group that has ended keeps its first reason.
    mutating func end(_ state: Action.State, _ why: Action.Reason, _ detail: String? = nil) {
        guard isOpen else { return }
        (action.state, action.why, self.detail) = (state, why, detail)
    }

    /// Ends the group because of an error of a file or of the trash.
    mutating func end(_ error: TrashError) {
        let (state, why) = action.kind.outcome(of: error)
        end(state, why, error.detail)
    }

    /// Ends the group because of an error at one of its files. The detail names the file.
    mutating func end(_ error: TrashError, at member: Int) {
        let (state, why) = action.kind.outcome(of: error)
        end(state, why, action.members[member].described(error.detail))
    }

    /// Ends the group because of an error of a destination or of a file being sent.
    mutating func end(_ error: UploadError) {
        let (state, why) = action.kind.outcome(of: error)
        end(state, why, error.detail)
    }

    /// Leaves the group alone because of an error of a destination that another group has met.
    mutating func skip(_ error: UploadError) {
        let (state, why) = action.kind.outcome(of: error)
        end(state == .failed ? .skipped : state, why, error.detail)
    }

    /// Appends to the detail.
    mutating func add(_ words: String) { detail = detail.map { "\($0); \(words)" } ?? words }

    /// Applies the journal's answer to the announcement.
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

    /// The files with their tickets in the journal.
    var removals: [TicketedRemoval] {
        action.members.compactMap { member in
            member.ticket.map { TicketedRemoval(path: member.path, ticket: $0) }
        }
    }
}

extension Array where Element: GroupUnderWay {
    /// The indices of the groups that are open.
    func openPlaces() -> [Int] { indices.filter { self[$0].isOpen } }

    /// Ends every open group if the user has asked to stop.
    mutating func endWhereStopped(by interruption: any Interruption) {
        if interruption.signal == nil { return }
        for index in openPlaces() { self[index].end(.skipped, .interrupted) }
    }
}

extension Action {
    /// A copy with its final state.
    func ended(_ state: State, _ why: Reason?) -> Action {
        var action = self
        (action.state, action.why) = (state, why)
        return action
    }
}

extension Action.Kind {
    /// The state and reason that follow from an error of a file or of the trash.
    func outcome(of error: TrashError) -> (Action.State, Action.Reason) {
        switch (self, error.kind) {
        case (_, .interrupted): (.skipped, .interrupted)
        case (_, .refused), (.purge, .noHome), (.upload, .noHome), (.retract, .noHome): (.refused, .noTrash)
        case (.undo, .occupied), (.undo, .taken): (.refused, .nameTaken)
        case (.undo, .missing), (.undo, .changed): (.failed, .notFound)
        case (.undo, .full): (.failed, .full)
        case (_, .missing), (_, .changed): (.skipped, .changedSinceScan)
        case (_, .occupied): (.failed, .nameTaken)
        case (_, .noHome), (_, .taken), (_, .denied), (_, .full), (_, .unknownTicket), (_, .failed):
            (.failed, .removalFailed)
        }
    }

    /// The state and reason that follow from an error of a destination or of a file being sent.
    func outcome(of error: UploadError) -> (Action.State, Action.Reason) {
        switch (self, error.kind) {
        case (.undo, .missing): (.failed, .notFound)
        case (.undo, .transient): (.failed, .unavailable)
        case (.retract, .corrupted): (.refused, .notVerified)
        case (.retract, .failed), (.retract, .refused), (.retract, .transient): (.failed, .removalFailed)
        case (_, .sourceChanged): (.failed, .changedWhileSent)
        case (_, .sourceUnreadable): (.failed, .unreadable)
        case (_, .interrupted): (.skipped, .interrupted)
        case (_, .objected): (.skipped, .notWork)
        case (_, .taken), (_, .refused): (.failed, .nameRefused)
        case (_, .corrupted): (.failed, .corrupted)
        case (_, .missing), (_, .failed), (_, .transient): (.failed, .sendingFailed)
        case (_, .full): (.failed, .full)
        case (_, .quota): (.failed, .quota)
        // A photo has not failed where the destination is lost: it is left to the next upload.
        case (.upload, .unavailable): (.skipped, .unavailable)
        case (_, .unavailable), (_, .setup), (_, .signIn): (.failed, .unavailable)
        case (_, .overlap): (.refused, .destinationChanged)
        }
    }
}

extension Action.Member {
    /// The path, escaped for a terminal.
    var shownPath: String { terminalSafe(path.bytes) }

    /// A message prefixed with the file's path.
    func described(_ words: String) -> String { "\(shownPath): \(words)" }
}
