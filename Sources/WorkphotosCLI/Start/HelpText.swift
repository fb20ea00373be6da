import ArgumentParser

/// Help that fits the terminal's width. The parser breaks every line; here indented lines before the usage stay whole,
/// because they are commands to type.
enum HelpText {
    /// A width at which the parser breaks no line.
    private static let unbroken = 100_000
    /// The column where the parser's layout begins the descriptions of flags and commands.
    private static let textColumn = 26
    /// The least width. Narrower terminals get lines of this width.
    private static let leastColumns = 40

    /// The parser's text for help or an error.
    ///
    /// - Returns: the text, without a line end after its last line. Text that is not help is unchanged.
    static func text(for error: any Error, columns: Int) -> String {
        broken(RootCommand.fullMessage(for: error, columns: unbroken), columns: max(columns, leastColumns))
    }

    private static func broken(_ text: String, columns: Int) -> String {
        var part = Part.before
        return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
            part = Part(line) ?? part
            switch part {
            case .before, .usage: return [line]
            case .overview: return line.first == " " ? [line] : broken(line, indent: 0, columns: columns)
            case .lists: return broken(line, indent: textColumn, columns: columns)
            }
        }.joined(separator: "\n")
    }

    /// The parts of a help text, recognized by their first line.
    private enum Part {
        case before, overview, usage, lists

        init?(_ line: Substring) {
            if line.hasPrefix("OVERVIEW: ") {
                self = .overview
            } else if line.hasPrefix("USAGE: ") {
                self = .usage
            } else if line.hasSuffix(":"), line == line.uppercased(), line.first?.isLetter == true {
                self = .lists
            } else {
                return nil
            }
        }
    }

    /// Breaks a line into pieces that fit. All after the first are indented, and the first is not broken within its
    /// indent.
    private static func broken(_ line: Substring, indent: Int, columns: Int) -> [Substring] {
        var pieces: [Substring] = []
        var rest = line
        while rest.count > columns {
            let end = rest.index(rest.startIndex, offsetBy: columns)
            let start = rest.index(rest.startIndex, offsetBy: indent)
            guard
                let blank = rest[start...end].lastIndex(of: " ").flatMap({ $0 > start ? $0 : nil })
                    ?? rest[end...].firstIndex(of: " ")
            else { break }
            pieces.append(rest[..<blank])
            rest = String(repeating: " ", count: indent) + rest[rest.index(after: blank)...]
        }
        return pieces + [rest]
    }
}
