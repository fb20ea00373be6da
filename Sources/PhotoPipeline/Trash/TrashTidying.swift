import PhotoIndex
import PhotoModel

extension TrashService {
    /// Takes away what the trash still says of files of groups that it does not have: a run that empties it removes the
    /// file first, and a run that brings one back renames it first, so that either can end in between.
    ///
    /// - Parameter groups: what was removed, those that are back among them.
    /// - Returns: the groups of which it still said something, and has no file.
    func tidyUp(_ groups: [RemovedGroup]) -> [RemovedGroup] {
        let removals = groups.map(\.trashed)
        let all = removals.flatMap(\.self)
        if all.isEmpty { return [] }
        var answers = tidy(all)[...]
        return zip(groups, removals).compactMap { group, own in
            let hadSomething = answers.prefix(own.count).contains { (try? $0.get()) == true }
            answers = answers.dropFirst(own.count)
            guard hadSomething else { return nil }
            let isGone = parked(own.map(\.ticket)).allSatisfy { if case .success(nil) = $0 { true } else { false } }
            return isGone ? group : nil
        }
    }
}

extension RemovedGroup {
    /// The files that went into the trash, wherever they are by now.
    fileprivate var trashed: [TicketedRemoval] {
        action.members.compactMap { member in
            guard let ticket = member.ticket, RemovalWay(ticket: ticket) == .trash else { return nil }
            return TicketedRemoval(path: member.path, ticket: ticket)
        }
    }
}
