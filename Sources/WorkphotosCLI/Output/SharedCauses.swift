import PhotoModel

/// Decides which problems get a line of their own: the first few of each cause, and none that an earlier scan reported.
struct SharedCauses {
    /// The number of problems of one cause that get a line.
    private static let most = 10

    /// What problems have in common.
    struct Cause: Hashable {
        /// The problem and its remedy.
        let words: String
        /// Whether it changes the exit status.
        let leavesWorkUndone: Bool
    }

    private var counts: [(cause: Cause, count: Int)] = []
    private var known = 0

    /// Counts a problem. Returns whether it gets a line of its own.
    mutating func isNew(_ finding: Finding) -> Bool {
        if finding.isKnown {
            known += 1
            return false
        }
        let cause = Cause(words: finding.words, leavesWorkUndone: finding.kind.leavesWorkUndone)
        guard let index = counts.firstIndex(where: { $0.cause == cause }) else {
            counts.append((cause, 1))
            return true
        }
        counts[index].count += 1
        return counts[index].count <= Self.most
    }

    /// The number of further problems of each cause, and the number that an earlier scan reported. Resets the counts.
    mutating func takeRest() -> (more: [(words: String, leavesWorkUndone: Bool, count: Int)], known: Int) {
        defer { self = SharedCauses() }
        let more = counts.filter { $0.count > Self.most }
            .map { ($0.cause.words, $0.cause.leavesWorkUndone, $0.count - Self.most) }
        return (more, known)
    }
}
