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

    /// Where the last star ends that takes one character more, or all up to the next that can follow it: what an earlier star
    /// took need not change.
    private func taken(by star: (step: Int, position: Int), in name: Span<UInt8>) -> Int {
        var next = star.position + GlobStep.character(name, at: star.position).length
        // No byte of ASCII is a part of another character.
        guard star.step + 1 < steps.count, literals[star.step + 1] < 0x80 else { return next }
        while next < name.count, UInt16(name[next]) != literals[star.step + 1] { next += 1 }
        return next
    }
}
