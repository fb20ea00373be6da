package import SystemPackage

/// A shell pattern over bytes, as fnmatch(3) without flags: the whole name must match, and `*` and `?` pass slashes and
/// leading dots.
///
/// `*` is any characters or none; `?` one character (a byte where the name is not UTF-8); `[a-z]` one character of a
/// set, `[!x]` or `[^x]` one outside it, where a `]` in the first place stands for itself; a backslash takes the next
/// character literally. A `[` without its end and a backslash at the end stand for themselves. Character classes
/// (`[:alpha:]`) have no meaning. Upper and lower case differ. Matching takes at most the pattern's length times the
/// name's.
package struct Glob: Hashable, Sendable {
    private let steps: [GlobStep]
    /// For each step its byte where it is one, so that most are looked at without their sets; else none's.
    private let literals: [UInt16]
    private static let noByte: UInt16 = 256
    /// Whether the pattern has a `[` that stands for itself, since it has no end: mostly somebody meant something else.
    package let hasOpenSet: Bool

    /// Every text is a pattern.
    package init(_ pattern: String) {
        self.init(bytes: pattern.utf8)
    }

    /// The same for bytes, which need not be UTF-8.
    package init(bytes pattern: some Collection<UInt8>) {
        var compiler = GlobCompiler(pattern: Array(pattern))
        steps = compiler.compile()
        literals = steps.map { if case .byte(let byte) = $0 { UInt16(byte) } else { Self.noByte } }
        hasOpenSet = compiler.hasOpenSet
    }

    /// Everything below a directory.
    package init(below directory: FilePath) {
        let escaped = directory.bytes.withSlash.flatMap { byte in
            Array("*?[\\".utf8).contains(byte) ? [UInt8(ascii: "\\"), byte] : [byte]
        }
        self.init(bytes: escaped + [UInt8(ascii: "*")])
    }

    /// What every name that matches begins with: all before the first star, question mark or set.
    package var literalStart: [UInt8] {
        var start: [UInt8] = []
        for step in steps {
            guard case .byte(let byte) = step else { break }
            start.append(byte)
        }
        return start
    }

    /// Whether the whole of a name matches.
    package func matches(_ name: [UInt8]) -> Bool {
        matches(name.span)
    }

    /// Whether the whole of a name matches.
    package func matches(_ name: Span<UInt8>) -> Bool {
        var (step, position) = (0, 0)
        var star: (step: Int, position: Int)?
        while true {
            if step == steps.count, position == name.count { return true }
            if step < steps.count, literals[step] == Self.noByte, steps[step] == .any {
                star = (step, position)
                step += 1
            } else if step < steps.count, let length = length(of: step, in: name, at: position) {
                step += 1
                position += length
            } else if let last = star, last.position < name.count {
                let next = taken(by: last, in: name)
                star = (last.step, next)
                (step, position) = (last.step + 1, next)
            } else {
                return false
            }
        }
    }

    /// How many bytes at a place a step matches; nil where it does not.
    private func length(of step: Int, in name: Span<UInt8>, at position: Int) -> Int? {
        let literal = literals[step]
        if literal == Self.noByte { return steps[step].match(name, at: position) }
        return position < name.count && UInt16(name[position]) == literal ? 1 : nil
    }

    /// Where the last star ends that takes one character more, or all up to the next that can follow it: what an
    /// earlier star took need not change.
    private func taken(by star: (step: Int, position: Int), in name: Span<UInt8>) -> Int {
        var next = star.position + GlobStep.character(name, at: star.position).length
        // No byte of ASCII is a part of another character.
        guard star.step + 1 < steps.count, literals[star.step + 1] < 0x80 else { return next }
        while next < name.count, UInt16(name[next]) != literals[star.step + 1] { next += 1 }
        return next
    }
}

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

/// One part of a compiled pattern.
enum GlobStep: Hashable, Sendable {
    /// This byte.
    case byte(UInt8)
    /// One character.
    case one
    /// Any characters, or none.
    case any
    /// One character whose number lies in one of the ranges, or in none of them.
    case set([ClosedRange<UInt32>], isNegated: Bool)

    /// How many bytes at a place match; nil where they do not. ``any`` matches none here.
    func match(_ name: Span<UInt8>, at position: Int) -> Int? {
        guard position < name.count else { return nil }
        switch self {
        case .byte(let byte): return name[position] == byte ? 1 : nil
        case .any: return 0
        case .one: return Self.character(name, at: position).length
        case .set(let ranges, let isNegated):
            let (length, number) = Self.character(name, at: position)
            return ranges.contains { $0.contains(number) } != isNegated ? length : nil
        }
    }

    /// The character at a place; a byte that begins none counts as one, with a number beyond Unicode's.
    static func character(_ name: Span<UInt8>, at position: Int) -> (length: Int, number: UInt32) {
        let first = name[position]
        guard first >= 0x80 else { return (1, UInt32(first)) }
        let end = min(position + 4, name.count)
        let bytes = (position..<end).map { name[$0] }
        guard let (length, scalar) = firstScalar(of: bytes), let scalar else { return (1, 0x11_0000 + UInt32(first)) }
        return (length, scalar.value)
    }
}
