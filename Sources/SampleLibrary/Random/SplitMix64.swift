/// A small generator of pseudorandom numbers from a seed (Steele, Lea, Flood: "Fast splittable pseudorandom number
/// generators", OOPSLA 2014).
struct SplitMix64 {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    /// A generator for one part of a library, so that each part can be made without the earlier ones.
    init(seed: UInt64, part: Int) {
        var outer = SplitMix64(seed: seed ^ 0x6A09_E667_F3BC_C908)
        var inner = SplitMix64(seed: outer.next() ^ UInt64(bitPattern: Int64(part)))
        state = inner.next()
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number in 0..<bound, for bounds far below 2³²; the bias is below 2⁻³².
    mutating func below(_ bound: Int) -> Int {
        Int(((next() >> 32) * UInt64(bound)) >> 32)
    }

    /// A number in the range, including both ends.
    mutating func within(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + below(range.upperBound - range.lowerBound + 1)
    }

    /// A number from `low` up to, but not including, `high`.
    mutating func between(_ low: Double, _ high: Double) -> Double {
        low + (high - low) * Double(next() >> 11) * 0x1p-53
    }

    /// True with a probability of `percent` %.
    mutating func chance(percent: Int) -> Bool {
        below(100) < percent
    }

    /// The index of one of the weights, drawn in proportion to them.
    mutating func index(weights: [Int]) -> Int {
        var rest = below(weights.reduce(0, +))
        for (index, weight) in weights.enumerated() {
            if rest < weight { return index }
            rest -= weight
        }
        return weights.count - 1
    }
}
