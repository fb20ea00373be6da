/// The value of a decimal number: digits with at most one point among them, an optional sign before and an optional
/// exponent after; nil for anything else and for what is no finite number.
///
/// Narrower than `Double.init`, which also takes hexadecimal, `inf` and `nan`.
func decimal(_ text: some StringProtocol) -> Double? {
    let allowed = text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): true
        default: false
        }
    }
    guard allowed, let value = Double(String(text)), value.isFinite else { return nil }
    return value
}

/// A number in the shortest way that reads back as the same: `150`, `0.5`, `-122.39`.
func shortest(_ value: Double) -> String {
    let text = value.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}

/// A text without blanks and tabs at its ends.
func trimmed(_ text: some StringProtocol) -> String {
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    let rest = text.drop(while: isBlank)
    guard let end = rest.lastIndex(where: { !isBlank($0) }) else { return "" }
    return String(rest[...end])
}
