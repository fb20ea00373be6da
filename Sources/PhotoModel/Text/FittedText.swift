/// Lines of text for people, broken at blanks to fit a terminal.
package struct FittedText {
    /// The columns of the terminal; nil where the output is not one, so that nothing is broken.
    package let columns: Int?

    /// For a terminal with so many columns; nil for any other output.
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

extension String {
    /// How many columns of a terminal it takes: none for marks that sit on another letter, two for what Unicode calls
    /// wide (UAX #11) and for emoji, one for all else.
    package var displayWidth: Int { reduce(0) { $0 + $1.displayWidth } }

    /// The text in so many columns at most: of a longer one the beginning, and `…` in the last column.
    package func shortened(to width: Int) -> String {
        if displayWidth <= width { return self }
        return String(start(in: max(0, width - 1))) + (width > 0 ? "…" : "")
    }

    /// The same, where the end says most, as of a path: `…` stands before it.
    package func shortenedAtStart(to width: Int) -> String {
        if displayWidth <= width { return self }
        let end = String(String(reversed()).start(in: max(0, width - 1)))
        return (width > 0 ? "…" : "") + String(end.reversed())
    }

    /// As much of the beginning as fits.
    private func start(in width: Int) -> Substring {
        var left = width
        return prefix { character in
            left -= character.displayWidth
            return left >= 0
        }
    }
}

extension Character {
    /// How many columns of a terminal it takes.
    fileprivate var displayWidth: Int {
        guard let first = unicodeScalars.first else { return 0 }
        if first.value < 0x300 { return 1 }
        let isEmoji = unicodeScalars.contains { $0.value == 0xFE0F } || first.properties.isEmojiPresentation
        if isEmoji || WideScalars.contain(first) { return 2 }
        switch first.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: return 1
        }
    }
}

/// The scalars of East Asian width W and F, Unicode 15.0, in blocks: what is unassigned among them counts as wide, as
/// the annex recommends for most of these.
private enum WideScalars {
    private static let ranges: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
        0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60,
        0xFFE0...0xFFE6, 0x16FE0...0x18CFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F2FF, 0x20000...0x3FFFD,
    ]

    static func contain(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x1100 && ranges.contains { $0.contains(scalar.value) }
    }
}
