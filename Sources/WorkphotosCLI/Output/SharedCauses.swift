import PhotoModel

/// Which problems are told one by one: of those with one cause the first ones, and none that an earlier scan told.
struct SharedCauses {
    /// So many of a cause are told.
    private static let most = 10

    /// What many problems have in common.
    struct Cause: Hashable {
        /// What is wrong, and what to do about it.
        let words: String
        /// Whether it is a reason for another exit status than 0.
        let leavesWorkUndone: Bool
    }

    private var counts: [(cause: Cause, count: Int)] = []
    private var known = 0

    /// Whether a problem gets a line of its own; counts it.
    mutating func isNew(_ finding: Finding) -> Bool {
        if finding.isKnown {
            known += 1
            return false
        }
        let cause = Cause(words: finding.words, leavesWorkUndone: finding.kind.leavesWorkUndone)
        guard let place = counts.firstIndex(where: { $0.cause == cause }) else {
            counts.append((cause, 1))
            return true
        }
        counts[place].count += 1
        return counts[place].count <= Self.most
    }

    /// How many more there were of each cause, and how many that an earlier scan told; counts anew from now on.
    mutating func takeRest() -> (more: [(words: String, leavesWorkUndone: Bool, count: Int)], known: Int) {
        defer { self = SharedCauses() }
        let more = counts.filter { $0.count > Self.most }
            .map { ($0.cause.words, $0.cause.leavesWorkUndone, $0.count - Self.most) }
        return (more, known)
    }
}
