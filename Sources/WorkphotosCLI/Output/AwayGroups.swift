import PhotoModel
import Synchronization

/// Groups that cannot come back, or stay, since a destination cannot be asked: so many share the reason that a line each
/// would hide all others.
final class AwayGroups: Sendable {
    /// How many groups there are for each reason, in words; those of uploads are not among them.
    private let counts = Mutex<[(words: String, count: Int)]>([])

    /// Counts a group that waits for a destination.
    ///
    /// - Parameters:
    ///   - action: the group.
    ///   - detail: why it waits, in words; a file's path may stand before them.
    /// - Returns: whether another waits for the same reason.
    func hasMet(_ action: Action, _ detail: String?) -> Bool {
        guard action.kind != .upload, action.why == .unavailable else { return false }
        let prefixes = action.members.map { "\(terminalSafe($0.path.bytes)): " }
        let text = detail ?? ""
        let prefix = prefixes.first { text.hasPrefix($0) } ?? ""
        let words = String(text.dropFirst(prefix.count))
        return counts.withLock { counts in
            guard let place = counts.firstIndex(where: { $0.words == words }) else {
                counts.append((words, 1))
                return false
            }
            counts[place].count += 1
            return true
        }
    }

    /// A line for each reason that several groups have.
    var lines: [String] {
        counts.withLock(\.self).filter { $0.count > 1 }.map { words, count in
            let more = "\((count - 1).counting("group")) more: failed, unavailable"
            return words.isEmpty ? more : "\(more): \(words)"
        }
    }
}
