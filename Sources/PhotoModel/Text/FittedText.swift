/// Lines of text for people, broken at blanks to fit a terminal.
package struct FittedText {
    /// The columns of the terminal; nil where the output is not one, so that nothing is broken.
    package let columns: Int?

    /// - Parameter columns: as above.
    package init(columns: Int?) { self.columns = columns }

    /// Whether a table that fits 80 columns is too wide.
    package var isNarrow: Bool { columns.map { $0 < 60 } ?? false }

    /// The parts of a text that fit one below the other.
    ///
    /// Commands are not broken, so that they can be copied: one that does not fit begins a line. A word that does not
    /// fit, such as a path, is left to the terminal.
    ///
    /// - Parameters:
    ///   - text: one or more lines.
    ///   - indent: the blanks before each part but the first of a line.
    /// - Returns: the parts.
    package func lines(_ text: String, indent: Int) -> [String] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard let columns else { return lines }
        return lines.flatMap { line in line.displayWidth <= columns ? [line] : Self.parts(of: line, indent, columns) }
    }

    private static func parts(of line: String, _ indent: Int, _ columns: Int) -> [String] {
        let start = line.prefix { $0 == " " }.endIndex
        if line[start...].hasPrefix("workphotos ") || line[start...].hasPrefix("next: ") { return [line] }
        let command = line.firstRange(of: " workphotos ")
        var words = line[..<(command?.lowerBound ?? line.endIndex)].split(
            separator: " ", omittingEmptySubsequences: false)
        if let command { words.append(line[line.index(after: command.lowerBound)...]) }
        var parts: [String] = []
        var part = String(words.removeFirst())
        for word in words {
            let longer = "\(part) \(word)"
            let isFirst = part.allSatisfy { $0 == " " }
            if isFirst || word.isEmpty || longer.displayWidth <= columns {
                part = longer
            } else {
                parts.append(String(part.trimmingBlanksAtEnd))
                part = String(repeating: " ", count: indent) + word
            }
        }
        return parts + [part]
    }
}

extension String {
    fileprivate var trimmingBlanksAtEnd: Substring {
        self[...(lastIndex { $0 != " " } ?? startIndex)]
    }
}
