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
    /// These copies, a file each.
    var copies: [CopyOfTrashed] = []
    /// That these files are set aside, for as long as they are open.
    var proofs: [RemovalProof] = []
    /// Why it stays; nil where it goes.
    private(set) var detail: String?

    /// Nil where none of its files is there. A file that nobody can look for may be: its group stays.
    ///
    /// - Parameters:
    ///   - group: what a run removed.
    ///   - trash: where it may be.
    ///   - failure: why what a killed run left of it there could not be put right, with a path; nil where it was.
    init?(_ group: RemovedGroup, in trash: any TrashService, failure: String? = nil) {
        let looks = group.looks(in: trash)
        var there = looks.filter { _, _, look in
            switch look {
            case .success(let file): file?.isRegular == true
            case .failure: true
            }
        }
        if there.isEmpty, failure != nil { there = looks }
        if there.isEmpty { return nil }
        action = group.action
        number = action.id
        action.members = there.map { group.action.members[$0.place] }
        action.state = .planned
        if let failure { end(.failed, .removalFailed, failure) }
        for (_, removal, look) in looks {
            guard case .failure(let error) = look else { continue }
            end(.failed, .removalFailed, "\(terminalSafe(removal.path.bytes)): \(error.detail)")
        }
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

    /// Adds to why it stays.
    mutating func add(_ words: String) { detail = detail.map { "\($0); \(words)" } ?? words }

    /// Has it stay.
    mutating func end(_ state: Action.State, _ why: Action.Reason, _ detail: String? = nil) {
        guard isOpen else { return }
        (action.state, action.why, self.detail) = (state, why, detail)
    }
}

/// A copy whose every byte was read in this run.
struct CopyOfTrashed {
    /// Where it is.
    let copy: CopyFinder.Copy
    /// What lay there when it was read.
    let stored: StoredFile
}
