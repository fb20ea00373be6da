import PhotoModel
import Synchronization

/// Groups that cannot come back, or stay, since a destination cannot be asked, or a trash or a directory is at fault: so
/// many share the reason that a line each would hide all others.
final class AwayGroups: Sendable {
    /// How many groups there are for each reason, in words; those of uploads are not among them.
    private let counts = Mutex<[(reason: String, words: String, count: Int)]>([])

    /// Counts a group that stays by the fault of something else.
    ///
    /// - Parameters:
    ///   - action: the group.
    ///   - detail: why it stays, in words; a file's path may stand before them.
    /// - Returns: whether another stays for the same reason.
    func hasMet(_ action: Action, _ detail: String?) -> Bool {
        guard action.kind != .upload, let why = action.why, why.isSharedByMany else { return false }
        let reason = "\(action.state.rawValue), \(why.rawValue)"
        let prefixes = action.members.map { "\(terminalSafe($0.path.bytes)): " }
        let text = detail ?? ""
        let prefix = prefixes.first { text.hasPrefix($0) } ?? ""
        let words = String(text.dropFirst(prefix.count))
        return counts.withLock { counts in
            guard let place = counts.firstIndex(where: { ($0.reason, $0.words) == (reason, words) }) else {
                counts.append((reason, words, 1))
                return false
            }
            counts[place].count += 1
            return true
        }
    }

    /// A line for each reason that several groups have.
    var lines: [String] {
        counts.withLock(\.self).filter { $0.count > 1 }.map { reason, words, count in
            let more = "\((count - 1).counting("group")) more: \(reason)"
            return words.isEmpty ? more : "\(more): \(words)"
        }
    }
}

extension Action.Reason {
    /// Whether many groups may fail by it that are all right themselves.
    fileprivate var isSharedByMany: Bool {
        [.unavailable, .noTrash, .removalFailed, .full, .quota, .rootChanged].contains(self)
    }
}
