package import SystemPackage

/// Bytes of a name as text that cannot steer a terminal, and from which the bytes can be told.
///
/// Printable characters stand for themselves. A backslash is `\\`; a newline, carriage return and tab are `\n`, `\r`
/// and `\t`; other controls (C0, DEL, C1), line and paragraph separators, and what shows nothing or turns the direction
/// of writing (category Cf and the default ignorables, Unicode 15.0, but for the two emoji selectors) are `\u{200B}`
/// with their number; bytes that are not UTF-8 are `\xFF` with theirs. The two joiners stand for themselves where they
/// belong to the writing: between letters, as in Persian and in Indic scripts, and between emoji.
///
/// What is longer than any path is shortened as by ``shortened(_:)``.
package func terminalSafe(_ bytes: [UInt8]) -> String {
    shortened(bytes.allSatisfy(isPlain) ? String(decoding: bytes, as: UTF8.self) : escaped(bytes), of: bytes.count)
}

/// The same for text.
package func terminalSafe(_ text: String) -> String {
    shortened(text.utf8.allSatisfy(isPlain) ? text : escaped(Array(text.utf8)), of: text.utf8.count)
}

/// A text of more than 8 KiB by its beginning, its length and its end, so that no message repeats 100 kB of a value. A
/// path is at most 4 KiB long (PATH_MAX) and stays whole.
package func shortened(_ text: String) -> String { shortened(text, of: text.utf8.count) }

/// The same for a path that was typed.
package func shortened(_ path: FilePath) -> FilePath {
    path.bytes.count <= longestText ? path : FilePath(shortened(path.string))
}

private let longestText = 8_192

/// Scalars are counted, since a single character can have 100 kB.
private func shortened(_ text: String, of count: Int) -> String {
    if count <= longestText { return text }
    let scalars = text.unicodeScalars
    return "\(String(scalars.prefix(200)))… (\(count.grouped) bytes) …\(String(scalars.suffix(100)))"
}

/// Finished text as lines for a terminal. Everything that goes to one passes here last, whoever wrote it.
///
/// What ``terminalSafe(_:)`` escapes is escaped, except the line ends and the backslashes: names that were made safe
/// before stay as they are. A name that is not made safe before can still begin a line of its own, but steer nothing.
package func terminalLines(_ text: String) -> String {
    text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value < 0x7F && $0.value >= 0x20 }
        ? text : String(decoding: terminalLines(Array(text.utf8)), as: UTF8.self)
}

/// The same for bytes.
package func terminalLines(_ bytes: [UInt8]) -> [UInt8] {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return Array(lines.map { escaped(Array($0)).replacing("\\\\", with: "\\") }.joined(separator: "\n").utf8)
}

private func escaped(_ bytes: [UInt8]) -> String {
    var safe = ""
    var rest = bytes[...]
    var last: Unicode.Scalar?
    while let (length, scalar) = firstScalar(of: rest) {
        let used = rest.prefix(length)
        rest = rest.dropFirst(length)
        if let scalar, let last, isJoiner(scalar), isJoined(last, firstScalar(of: rest)?.scalar) {
            safe.unicodeScalars.append(scalar)
        } else if let scalar {
            append(scalar, to: &safe)
        } else {
            safe += used.map(escape).joined()
        }
        last = scalar
    }
    return safe
}

/// Whether it is the zero-width non-joiner or the zero-width joiner.
private func isJoiner(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value == 0x200C || scalar.value == 0x200D
}

/// Whether a joiner between two scalars belongs to the writing. What it follows may end with a mark, such as a virama,
/// or with an emoji selector.
private func isJoined(_ last: Unicode.Scalar, _ next: Unicode.Scalar?) -> Bool {
    guard let next else { return false }
    return (isLetter(last) || isMark(last) || isEmoji(last)) && (isLetter(next) || isEmoji(next))
}

private func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: isVisible(scalar)
    default: false
    }
}

private func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark: isVisible(scalar)
    default: false
    }
}

/// Digits, `#` and `*` are emoji to Unicode, and to nobody else.
private func isEmoji(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isEmoji && scalar.value > 0x7F
}

private func isPlain(_ byte: UInt8) -> Bool {
    (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\\")
}

private func escape(_ byte: UInt8) -> String {
    "\\x" + hexadecimal(UInt32(byte), width: 2)
}

private func append(_ scalar: Unicode.Scalar, to safe: inout String) {
    switch scalar {
    case "\\": safe += "\\\\"
    case "\n": safe += "\\n"
    case "\r": safe += "\\r"
    case "\t": safe += "\\t"
    case _ where isVisible(scalar): safe.unicodeScalars.append(scalar)
    default: safe += "\\u{" + hexadecimal(scalar.value, width: 1) + "}"
    }
}

private func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: false
    default:
        !scalar.properties.isDefaultIgnorableCodePoint || scalar.value == 0xFE0E || scalar.value == 0xFE0F
    }
}

private func hexadecimal(_ value: UInt32, width: Int) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
}

/// The first character of some bytes and its length in bytes; a nil scalar with its length, 1 to 3, where they begin
/// with a sequence that is not UTF-8 (the longest start of one, Unicode 15.0, section 3.9); nil for no bytes.
package func firstScalar(of bytes: some Collection<UInt8>) -> (length: Int, scalar: Unicode.Scalar?)? {
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    switch parser.parseScalar(from: &iterator) {
    case .valid(let encoded): return (encoded.count, Unicode.UTF8.decode(encoded))
    case .error(let length): return (length, nil)
    case .emptyInput: return nil
    }
}

/// A word as a shell reads it back, fit to be shown on a terminal.
///
/// Where it would steer a terminal, shows nothing or is not UTF-8, it stands in `$'…'`, which POSIX.1-2024 and the
/// shells that people type into know.
package func shellQuoted(_ word: String) -> String {
    shellQuoted(Array(word.utf8))
}

/// The same for bytes, such as those of a path.
package func shellQuoted(_ word: [UInt8]) -> String {
    let text = String(decoding: word, as: UTF8.self)
    if !word.isEmpty, word.allSatisfy(needsNoQuotes) { return text }
    let isSafe = escaped(word) == text.replacing("\\", with: "\\\\")
    return isSafe ? "'\(text.replacing("'", with: "'\\''"))'" : "$'\(dollarQuoted(word))'"
}

private func needsNoQuotes(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x3A, 0x40, 0x5F: true
    default: false
    }
}

/// The word as it stands in `$'…'`.
private func dollarQuoted(_ word: [UInt8]) -> String {
    var text = ""
    var rest = word[...]
    while let (length, scalar) = firstScalar(of: rest) {
        let bytes = rest.prefix(length)
        if let scalar, scalar == "'" || scalar == "\\" {
            text += "\\\(scalar)"
        } else if let scalar, terminalSafe(String(scalar)) == String(scalar) {
            text.unicodeScalars.append(scalar)
        } else {
            text += bytes.map { "\\x\(hexText([$0]))" }.joined()
        }
        rest = rest.dropFirst(length)
    }
    return text
}

extension String {
    /// Whether it is a name that any file system and any service takes as it is: of ASCII letters, digits, `-` and `_`.
    ///
    /// - Parameter longest: how many bytes it may have; it has one at least.
    package func isPlainName(ofAtMost longest: Int) -> Bool {
        (1...longest).contains(utf8.count)
            && utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
                default: false
                }
            }
    }
}
