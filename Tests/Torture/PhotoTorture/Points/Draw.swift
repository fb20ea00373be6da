/// Pseudorandom numbers from a seed (SplitMix64).
struct Draw {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// A number in 0..<bound.
    mutating func below(_ bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ (mixed >> 31)) % UInt64(max(1, bound)))
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
