/// A word as a shell reads it back, fit to be shown on a terminal.
///
/// Where it would steer a terminal, shows nothing or is not UTF-8, it stands in `$'…'`, which POSIX.1-2024 and the shells
/// that people type into know.
package func shellQuoted(_ word: String) -> String {
    shellQuoted(Array(word.utf8))
}

/// The same for bytes, such as those of a path.
package func shellQuoted(_ word: [UInt8]) -> String {
    let text = String(decoding: word, as: UTF8.self)
    if !word.isEmpty, word.allSatisfy(needsNoQuotes) { return text }
    let isSafe = terminalSafe(word) == text.replacing("\\", with: "\\\\")
    return isSafe ? "'\(text.replacing("'", with: "'\\''"))'" : "$'\(escaped(word))'"
}

private func needsNoQuotes(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x3A, 0x40, 0x5F: true
    default: false
    }
}

/// The word as it stands in `$'…'`.
private func escaped(_ word: [UInt8]) -> String {
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
