import PhotoIndex
import PhotoModel
import SystemPackage

/// A group that a run has put into the trash, as far as it is there.
struct GroupInTrash {
    /// The purge, with those of its files that are in the trash, each with its ticket and hash.
    var action: Action
    /// The journal's number of the purge.
    let number: Int64?
    /// The files that were read in this run and whose copies are at a destination now.
    var proven: [ProvenFile] = []
    /// Why it stays; nil where it goes.
    private(set) var detail: String?

    /// Nil where none of its files is there.
    ///
    /// - Parameters:
    ///   - group: what a run removed.
    ///   - trash: where it may be.
    init?(_ group: RemovedGroup, in trash: any TrashService) {
        let there = group.parked(in: trash)
        if there.isEmpty { return nil }
        action = group.action
        number = action.id
        action.members = there.map { group.action.members[$0.place] }
        action.state = .planned
    }

    /// Whether it goes, as far as anybody knows.
    var isOpen: Bool { action.state == .planned }

    /// The paths and tickets of its files.
    var removals: [TicketedRemoval] {
        action.members.compactMap { member in
            member.ticket.map { TicketedRemoval(path: member.path, ticket: $0) }
        }
    }

    /// Notes that it is gone for good.
    mutating func finish() { action.state = .done }

    /// Has it stay.
    mutating func end(_ state: Action.State, _ why: Action.Reason, _ detail: String? = nil) {
        guard isOpen else { return }
        (action.state, action.why, self.detail) = (state, why, detail)
    }
}
