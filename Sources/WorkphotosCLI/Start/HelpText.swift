import ArgumentParser

/// Help as wide as the terminal. The parser breaks every line of it; here those that begin with a blank before the
/// usage, which are commands to type, stay whole.
enum HelpText {
    /// So wide that the parser breaks nothing.
    private static let unbroken = 100_000
    /// Where the text on flags and commands begins, by the parser's layout.
    private static let textColumn = 26
    /// Narrower terminals are taken for so wide.
    private static let leastColumns = 40

    /// The parser's whole text for help or a refusal.
    ///
    /// - Parameters:
    ///   - error: what the parser threw.
    ///   - columns: as wide as it may be.
    /// - Returns: the text, without a line end after its last line. What is no help is as the parser has it.
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

    /// The parts of a help text, each known by its first line.
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

    /// A line in pieces that fit, all after the first with an indent, before which the first is not broken.
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
