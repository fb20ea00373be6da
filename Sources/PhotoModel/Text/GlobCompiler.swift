/// Takes a pattern apart.
struct GlobCompiler {
    let pattern: [UInt8]
    private var position = 0
    /// Whether a `[` stands for itself, since it has no end.
    private(set) var hasOpenSet = false

    init(pattern: [UInt8]) {
        self.pattern = pattern
    }

    mutating func compile() -> [GlobStep] {
        var steps: [GlobStep] = []
        while position < pattern.count {
            let step = next()
            // Stars side by side are one.
            if step != .any || steps.last != .any { steps.append(step) }
        }
        return steps
    }

    private mutating func next() -> GlobStep {
        let byte = pattern[position]
        position += 1
        switch byte {
        case UInt8(ascii: "*"): return .any
        case UInt8(ascii: "?"): return .one
        case UInt8(ascii: "["): return set() ?? .byte(byte)
        case UInt8(ascii: "\\") where position < pattern.count:
            position += 1
            return .byte(pattern[position - 1])
        default: return .byte(byte)
        }
    }

    /// A set whose `[` was read; nil, and nothing more read, where it has no end.
    private mutating func set() -> GlobStep? {
        let start = position
        var ranges: [ClosedRange<UInt32>] = []
        let isNegated = take("!") || take("^")
        repeat {
            guard let low = member() else {
                position = start
                hasOpenSet = true
                return nil
            }
            var high = low
            if position + 1 < pattern.count, pattern[position + 1] != UInt8(ascii: "]"), take("-") {
                high = member() ?? low
            }
            // A range that runs backwards holds nothing.
            if low <= high { ranges.append(low...high) }
        } while !take("]")
        return .set(ranges, isNegated: isNegated)
    }

    /// One character of a set, by number.
    private mutating func member() -> UInt32? {
        if position + 1 < pattern.count { _ = take("\\") }
        guard let (length, scalar) = firstScalar(of: pattern[position...]) else { return nil }
        guard let scalar else {
            position += 1
            return 0x11_0000 + UInt32(pattern[position - 1])
        }
        position += length
        return scalar.value
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard position < pattern.count, pattern[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }
}
