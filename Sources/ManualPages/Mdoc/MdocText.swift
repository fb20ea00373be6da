/// Plain text as mdoc(7) source.
enum MdocText {
    /// The maximum length of a line of running text; mandoc's lint allows 80 bytes.
    static let width = 78

    /// Running text, escaped and wrapped. Each sentence begins a new line.
    static func lines(_ text: String) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(whereSeparator: \.isWhitespace) {
            let escaped = escape(String(word))
            let beginsSentence = line.last.map { ".?!".contains($0) } == true && word.first?.isUppercase == true
            if beginsSentence || line.utf8.count + 1 + escaped.utf8.count > width, !line.isEmpty {
                lines.append(line)
                line = ""
            }
            line += line.isEmpty ? escaped : " " + escaped
        }
        if !line.isEmpty { lines.append(line) }
        return lines.map(guardStart)
    }

    /// A line of a literal display: escaped, with its blanks.
    static func literal(_ line: String) -> String {
        let escaped = line.reduce(into: "") { $0 += escape($1, isOption: $1 == "-") }
        return guardStart(escaped)
    }

    /// One argument of a macro: escaped, in quotes if it contains blanks, and never read as a macro or as punctuation.
    static func argument(_ text: String) -> String {
        let escaped = text.reduce(into: "") { $0 += $1 == "\"" ? "\\(dq" : escape($1, isOption: $1 == "-") }
        let guarded = text.count <= 3 ? "\\&" + escaped : escaped
        return text.contains(" ") ? "\"\(escaped)\"" : guarded
    }

    /// A word with mdoc's special characters escaped. Leading hyphens, which begin an option, stay ASCII hyphens in a
    /// typeset page. Backticks become quotation marks.
    private static func escape(_ word: String) -> String {
        var escaped = ""
        var isQuoted = false
        var isStart = true
        for character in word {
            if character == "`" {
                escaped += isQuoted || !isStart ? "\\(cq" : "\\(oq"
                isQuoted.toggle()
                continue
            }
            escaped += escape(character, isOption: isStart && character == "-")
            isStart = isStart && "-([\"'".contains(character)
        }
        return escaped
    }

    private static func escape(_ character: Character, isOption: Bool) -> String {
        switch character {
        case "\\": "\\e"
        case "-" where isOption: "\\-"
        case "~": "\\(ti"
        case "^": "\\(ha"
        default: String(character)
        }
    }

    /// Puts a zero-width character before a line that mdoc would read as a macro.
    private static func guardStart(_ line: String) -> String {
        line.first == "." || line.first == "'" ? "\\&" + line : line
    }
}

extension MdocText {
    /// A sentence as the phrase after a name: without a full stop, and with a small first letter unless the first word
    /// is an acronym.
    static func phrase(_ sentence: String) -> String {
        let stop = sentence.hasSuffix(".") ? sentence.dropLast() : sentence[...]
        let isAcronym = stop.dropFirst().first?.isUppercase == true
        let text = isAcronym ? String(stop) : stop.prefix(1).lowercased() + stop.dropFirst()
        return text.split(separator: " ").map { lines(String($0)).joined() }.joined(separator: " ")
    }
}
