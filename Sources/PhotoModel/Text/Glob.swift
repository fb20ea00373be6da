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

    /// The longest bytes in a row that every name that matches has behind ``literalStart``; empty if there are none.
    package var literalPart: [UInt8] {
        var (longest, bytes): ([UInt8], [UInt8]) = ([], [])
        for step in steps.dropFirst(literalStart.count) {
            if case .byte(let byte) = step { bytes.append(byte) } else { bytes = [] }
            if bytes.count > longest.count { longest = bytes }
        }
        return longest
    }

    /// Whether every name that begins with ``literalStart`` matches.
    package var isStart: Bool {
        let rest = steps.dropFirst(literalStart.count)
        return !rest.isEmpty && rest.allSatisfy { $0 == .any }
    }

    /// Whether the whole of a name matches.
    package func matches(_ name: [UInt8]) -> Bool {
        matches(name.span)
    }

    /// Whether the whole of a name matches.
    package func matches(_ name: Span<UInt8>) -> Bool {
        var (step, position) = (0, 0)
        // All before the last star matches, so that earlier stars need not take more. But after a star that stops at
        // slashes, the last one that does not may still have to.
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
