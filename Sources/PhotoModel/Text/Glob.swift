package import SystemPackage

/// A shell pattern over bytes, which the whole of a name must match.
///
/// `*` is any characters or none; `?` one character (a byte where the name is not UTF-8); `[a-z]` one character of a
/// set, `[!x]` or `[^x]` one outside it, where a `]` in the first place stands for itself; a backslash takes the next
/// character literally. A `[` without its end and a backslash at the end stand for themselves. Character classes
/// (`[:alpha:]`) have no meaning. Upper and lower case differ. Leading dots are like other characters. What slashes are
/// is the dialect's. Matching takes at most the pattern's length times the name's, squared where `*` stops at slashes.
package struct Glob: Hashable, Sendable {
    /// What the patterns mean by slashes.
    package enum Dialect: Sendable {
        /// Characters like all others, as with fnmatch(3) without flags.
        case characters
        /// What separates names, as with gitignore(5): no `*`, `?` or set matches one. `**` is any characters with
        /// slashes, and `**/` at the start of a name any number of directories, also none.
        case separators
    }

    private let dialect: Dialect
    private let steps: [GlobStep]
    /// The code of each step, so that most are looked at without their sets.
    private let codes: [UInt16]
    /// Whether the pattern has a `[` that stands for itself, since it has no end: mostly somebody meant something else.
    package let hasOpenSet: Bool

    /// Every text is a pattern.
    package init(_ pattern: String) {
        self.init(bytes: pattern.utf8)
    }

    /// The same for bytes, which need not be UTF-8.
    package init(bytes pattern: some Collection<UInt8>, dialect: Dialect = .characters) {
        self.dialect = dialect
        var compiler = GlobCompiler(pattern: Array(pattern), dialect: dialect)
        steps = compiler.compile()
        codes = steps.map(\.code)
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
        // What came before the last star matched, so that earlier ones need not change: but one that stops at slashes
        // leaves the one before that does not.
        var (star, deep): (Star?, Star?)
        while true {
            if step == codes.count, position == name.count { return true }
            if step < codes.count, codes[step] > GlobStep.oneCharacter {
                if codes[step] == GlobStep.anyInNameCode {
                    star = Star(step: step, end: position)
                } else {
                    (star, deep) = (nil, Star(step: step, end: position))
                }
                step += 1
            } else if step < codes.count, let length = length(of: step, in: name, at: position) {
                step += 1
                position += length
            } else if let longer = longer(star, in: name) {
                star = longer
                (step, position) = (longer.step + 1, longer.end)
            } else if let longer = longer(deep, in: name) {
                (star, deep) = (nil, longer)
                (step, position) = (longer.step + 1, longer.end)
            } else {
                return false
            }
        }
    }

    /// A star, and where what it takes ends.
    private struct Star {
        var step: Int
        var end: Int
    }

    /// How many bytes at a place a step matches; nil where it does not.
    private func length(of step: Int, in name: Span<UInt8>, at position: Int) -> Int? {
        guard position < name.count else { return nil }
        if codes[step] < GlobStep.oneCharacter { return UInt16(name[position]) == codes[step] ? 1 : nil }
        if dialect == .separators, name[position] == UInt8(ascii: "/") { return nil }
        return steps[step].match(name, at: position)
    }

    /// The star that takes one character more, or all up to the next that can follow it; nil where it cannot.
    private func longer(_ star: Star?, in name: Span<UInt8>) -> Star? {
        guard let star, star.end < name.count else { return nil }
        let slash = UInt8(ascii: "/")
        var end = star.end
        switch codes[star.step] {
        case GlobStep.anyInNameCode:
            if name[end] == slash { return nil }
            end += GlobStep.character(name, at: end).length
        case GlobStep.directoriesCode:
            while end < name.count, name[end] != slash { end += 1 }
            if end == name.count { return nil }
            end += 1
        default:
            end += GlobStep.character(name, at: end).length
            // No byte of ASCII is a part of another character.
            guard star.step + 1 < codes.count, codes[star.step + 1] < 0x80 else { break }
            while end < name.count, UInt16(name[end]) != codes[star.step + 1] { end += 1 }
        }
        return Star(step: star.step, end: end)
    }
}

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
    /// This byte.
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
    /// The code of ``directories``.
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
