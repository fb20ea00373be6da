import PhotoIndex
import PhotoModel

/// What came of putting right what killed runs left in the trash.
struct TrashTidying {
    /// The journal's numbers of the groups of which the trash still said something, and has no file for sure: a run
    /// that emptied it of them was killed before it could note that.
    fileprivate(set) var emptied: [Int64] = []
    /// Why there is nothing to be put right of others; by their numbers.
    fileprivate(set) var failures: [Int64: String] = [:]
    /// Why the trash still shows groups that are back; by their numbers.
    fileprivate(set) var shown: [Int64: String] = [:]
}

extension TrashService {
    /// Gives files their names in the trash that a killed run had set aside, and takes away what the trash says of
    /// files that it does not have: a run that empties it removes the file first, and a run that brings one back
    /// renames it first, so that either can end in between.
    ///
    /// Only what was looked for and not found is gone. A file that cannot be looked at is not, nor is one whose trash
    /// is not there: that may not be mounted.
    ///
    /// - Parameter groups: what was removed, those that are back among them.
    /// - Returns: what came of it, for those that are not back and not noted as emptied.
    func tidyUp(_ groups: [RemovedGroup]) -> TrashTidying {
        var tidying = TrashTidying()
        let removals = groups.map { $0.action.members.compactMap(\.trashed) }
        let all = removals.flatMap(\.self)
        guard let contents, !all.isEmpty else { return tidying }
        // What cannot have its name again is in the trash all the same.
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
    /// Why what the trash says of a file could not be taken away; nil where it could, or the trash is not there.
    fileprivate func words(on answer: Result<Bool, TrashError>) -> String? {
        guard case .failure(let error) = answer, error.kind != .missing else { return nil }
        return "\(terminalSafe(path.bytes)): \(error.detail)"
    }
}

extension Action.Member {
    /// A file that went into the trash, wherever it is by now; nil for any other.
    var trashed: TicketedRemoval? {
        guard let ticket, RemovalWay(ticket: ticket) == .trash else { return nil }
        return TicketedRemoval(path: path, ticket: ticket)
    }
}
