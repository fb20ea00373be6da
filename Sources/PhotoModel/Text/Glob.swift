/// A shell pattern over bytes, as fnmatch(3) without flags: the whole name must match, and `*` and `?` pass slashes and
/// leading dots.
///
/// `*` is any characters or none; `?` one character (a byte where the name is not UTF-8); `[a-z]` one character of a set, `[!x]` or
/// `[^x]` one outside it, where a `]` in the first place stands for itself; a backslash takes the next character
/// literally. A `[` without its end and a backslash at the end stand for themselves. Character classes (`[:alpha:]`)
/// have no meaning. Upper and lower case differ. Matching takes at most the pattern's length times the name's.
package struct Glob: Hashable, Sendable {
    private let steps: [GlobStep]
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
        hasOpenSet = compiler.hasOpenSet
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
            if step < steps.count, steps[step] == .any {
                star = (step, position)
                step += 1
            } else if step < steps.count, let length = steps[step].match(name, at: position) {
                step += 1
                position += length
            } else if let last = star, last.position < name.count {
                // The last star takes one character more; what an earlier one took need not change.
                let next = last.position + GlobStep.character(name, at: last.position).length
                star = (last.step, next)
                (step, position) = (last.step + 1, next)
            } else {
                return false
            }
        }
    }
}
