/// Takes a pattern apart.
struct GlobCompiler {
    let pattern: [UInt8]
    let dialect: Glob.Dialect
    private var position = 0
    /// Whether a `[` stands for itself, since it has no end.
    private(set) var hasOpenSet = false

    init(pattern: [UInt8], dialect: Glob.Dialect) {
        self.pattern = pattern
        self.dialect = dialect
    }

    mutating func compile() -> [GlobStep] {
        var steps: [GlobStep] = []
        while position < pattern.count {
            let step = next(isInName: steps.last.map { $0 != .byte(UInt8(ascii: "/")) && $0 != .directories } ?? false)
            // Stars side by side are one.
            if step != .any || steps.last != .any { steps.append(step) }
        }
        return steps
    }

    private mutating func next(isInName: Bool) -> GlobStep {
        let byte = pattern[position]
        position += 1
        switch byte {
        case UInt8(ascii: "*"): return star(isInName: isInName)
        case UInt8(ascii: "?"): return .one
        case UInt8(ascii: "["): return set() ?? .byte(byte)
        case UInt8(ascii: "\\") where position < pattern.count:
            position += 1
            return .byte(pattern[position - 1])
        default: return .byte(byte)
        }
    }

    /// A star that was read, with those that follow.
    private mutating func star(isInName: Bool) -> GlobStep {
        if dialect == .characters { return .any }
        guard take("*") else { return .anyInName }
        while take("*") {}
        return !isInName && take("/") ? .directories : .any
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
    case byte(UInt8)
    /// One character.
    case one
    /// Any characters, or none.
    case any
    /// Any characters but slashes, or none.
    case anyInName
    /// Any number of names, each with a slash behind it, or none.
    case directories
    /// One character whose number lies in one of the ranges, or in none of them.
    case set([ClosedRange<UInt32>], isNegated: Bool)

    /// The code of what is one character; those of bytes are below it, and those of stars above.
    static let oneCharacter: UInt16 = 256
    /// The code of ``anyInName``.
    static let anyInNameCode: UInt16 = 258
    static let directoriesCode: UInt16 = 259

    /// A number for the step: a byte's own, or what it is.
    var code: UInt16 {
        switch self {
        case .byte(let byte): UInt16(byte)
        case .one, .set: Self.oneCharacter
        case .any: 257
        case .anyInName: Self.anyInNameCode
        case .directories: Self.directoriesCode
        }
    }

    /// How many bytes at a place inside the name match; nil where they do not. Of stars none match here.
    func match(_ name: Span<UInt8>, at position: Int) -> Int? {
        switch self {
        case .byte(let byte): return name[position] == byte ? 1 : nil
        case .any, .anyInName, .directories: return 0
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
