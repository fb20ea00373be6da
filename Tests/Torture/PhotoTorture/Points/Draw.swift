import WorkphotosTestSupport

/// Draws numbers and items at random, from a seed.
struct Draw {
    private var random: SplitMix64

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    /// A number in 0..<bound.
    mutating func below(_ bound: Int) -> Int {
        Int(random.next() % UInt64(max(1, bound)))
    }

    /// Chooses `count` items, equally many from each group as far as possible: all of a small group, and evenly spaced
    /// ones of a large group.
    mutating func spread<Item>(_ groups: [[Item]], count: Int) -> [Item] {
        var left = count
        var chosen: [Item] = []
        for (number, group) in groups.sorted(by: { $0.count < $1.count }).enumerated() {
            let share = min(group.count, left / (groups.count - number))
            left -= share
            let start = below(group.count)
            let step = Double(group.count) / Double(max(1, share))
            chosen += (0..<share).map { group[(start + Int(Double($0) * step)) % group.count] }
        }
        return chosen
    }
}
