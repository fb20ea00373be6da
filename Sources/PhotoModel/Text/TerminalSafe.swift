/// Bytes of a name as text that cannot steer a terminal, and from which the bytes can be told.
///
/// Printable characters stand for themselves. A backslash is `\\`; a newline, carriage return and tab are `\n`, `\r`
/// and `\t`; other controls (C0, DEL, C1), line and paragraph separators, and what shows nothing or turns the direction
/// of writing (category Cf and the default ignorables, Unicode 15.0, but for the two emoji selectors) are `\u{200B}`
/// with their number; bytes that are not UTF-8 are `\xFF` with theirs. The two joiners stand for themselves where they
/// belong to the writing: between letters, as in Persian and in Indic scripts, and between emoji.
package func terminalSafe(_ bytes: [UInt8]) -> String {
    bytes.allSatisfy(isPlain) ? String(decoding: bytes, as: UTF8.self) : escaped(bytes)
}

/// The same for text.
package func terminalSafe(_ text: String) -> String {
    text.utf8.allSatisfy(isPlain) ? text : escaped(Array(text.utf8))
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

/// Whether a joiner between two scalars belongs to the writing. What it follows may end with a mark, such as a virama, or
/// with an emoji selector.
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
