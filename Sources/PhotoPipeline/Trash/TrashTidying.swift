import PhotoIndex
import PhotoModel

/// The result of repairing what killed runs left in the trash.
struct TrashTidying {
    /// The journal's numbers of groups of which the trash still had records but certainly has no file: a run emptied
    /// it, and was killed before it could record that.
    fileprivate(set) var emptied: [Int64] = []
    /// Why groups could not be repaired, by their numbers.
    fileprivate(set) var failures: [Int64: String] = [:]
    /// Why the trash still lists groups that are back, by their numbers.
    fileprivate(set) var shown: [Int64: String] = [:]
}

extension TrashService {
    /// Gives files that a killed run had set aside their names in the trash, and removes the trash's records of files
    /// that it does not have. Emptying removes the file first, and restoring renames it first, so a kill can leave the
    /// record.
    ///
    /// Only a file that was looked for and not found is gone. A file that cannot be examined is not, and neither is one
    /// whose trash is missing: that may not be mounted.
    ///
    /// - Parameter groups: what was removed, including groups that are back.
    /// - Returns: the result, for groups that are neither back nor recorded as emptied.
    func tidyUp(_ groups: [RemovedGroup]) -> TrashTidying {
        var tidying = TrashTidying()
        let removals = groups.map { $0.action.members.compactMap(\.trashed) }
        let all = removals.flatMap(\.self)
        guard let contents, !all.isEmpty else { return tidying }
        // A file that cannot have its name again is still in the trash.
        _ = contents.setBack(all)
        var answers = contents.tidy(all)[...]
        for (group, own) in zip(groups, removals) {
            let mine = Array(answers.prefix(own.count))
            answers = answers.dropFirst(own.count)
            guard let number = group.action.id else { continue }
            let failure = zip(own, mine).lazy.compactMap { $0.words(on: $1) }.first
            if group.isUndone { tidying.shown[number] = failure }
            guard !group.isUndone, group.emptiedAt == nil else { continue }
            tidying.failures[number] = failure
            let (hadSomething, isKnown) = (mine.contains(.success(true)), mine.allSatisfy { (try? $0.get()) != nil })
            if hadSomething, isKnown, parked(own.map(\.ticket)).allSatisfy({ $0 == .success(nil) }) {
                tidying.emptied.append(number)
            }
        }
        return tidying
    }
}

extension TicketedRemoval {
    /// Why the trash's record of a file could not be removed; nil if it could, or if the trash does not exist.
    fileprivate func words(on answer: Result<Bool, TrashError>) -> String? {
        guard case .failure(let error) = answer, error.kind != .missing else { return nil }
        return "\(terminalSafe(path.bytes)): \(error.detail)"
    }
}

extension Action.Member {
    /// A file that was put into the trash, wherever it is by now; nil for any other.
    var trashed: TicketedRemoval? {
        guard let ticket, RemovalWay(ticket: ticket) == .trash else { return nil }
        return TicketedRemoval(path: path, ticket: ticket)
    }
}
