extension BinaryInteger {
    /// The number with a comma before every third digit: `1,234,567`.
    package var grouped: String {
        let digits = Array(String(magnitude).utf8)
        var text: [UInt8] = self < 0 ? [UInt8(ascii: "-")] : []
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text.append(UInt8(ascii: ",")) }
            text.append(digit)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The number with the word for one such thing, which adds an s where there is not one: `1 photo`, `0 photos`.
    package func counting(_ kind: String) -> String {
        "\(grouped) \(kind)\(self == 1 ? "" : "s")"
    }
}

extension Int64 {
    /// A number of bytes for people, in powers of 1,000 (SI, as file managers and disk makers count) with one
    /// fractional digit: `999 B`, `1.2 kB`, `3.4 GB`. Rounded half up; a negative number has a minus sign.
    package var byteSize: String {
        let bytes = magnitude
        guard bytes >= 1_000 else { return "\(self) B" }
        var unit: UInt64 = 1_000
        var name = 0
        while name + 1 < Self.unitNames.count, Self.tenths(bytes, unit) >= 10_000 {
            unit *= 1_000
            name += 1
        }
        let tenths = Self.tenths(bytes, unit)
        return "\(self < 0 ? "-" : "")\(tenths / 10).\(tenths % 10) \(Self.unitNames[name])"
    }

    private static let unitNames = ["kB", "MB", "GB", "TB", "PB", "EB"]

    private static func tenths(_ bytes: UInt64, _ unit: UInt64) -> UInt64 {
        (bytes + unit / 20) / (unit / 10)
    }
}

/// A length as users write it: `150m`, `1.5km`, `2mi`, `300ft`.
package struct Length: Hashable, Sendable {
    /// Metres; finite and at least 0.
    package let meters: Double

    /// Reads a number of at least 0 with one of the units `m`, `km`, `mi` (1,609.344 m) and `ft` (0.3048 m), a blank
    /// between them or none.
    package init(parsing text: String) throws(TextError) {
        for (unit, meters) in Self.units where text.hasSuffix(unit) {
            guard let number = decimal(trimmed(text.dropLast(unit.count))) else { break }
            guard number >= 0, (number * meters).isFinite else {
                throw TextError("a length is at least 0")
            }
            self.meters = number * meters
            return
        }
        let example = decimal(trimmed(text)) == nil ? "150m" : "\(trimmed(text))m"
        throw TextError("a length is a number and one of the units m, km, mi and ft, as in \(example)")
    }

    /// A unit comes before one that it ends with.
    private static let units = [("km", 1_000), ("mi", 1_609.344), ("ft", 0.304_8), ("m", 1)]
}

/// The value of a decimal number: digits with at most one point among them, an optional sign before and an optional
/// exponent after; nil for anything else and for what is no finite number.
///
/// Narrower than `Double.init`, which also takes hexadecimal, `inf` and `nan`.
package func decimal(_ text: some StringProtocol) -> Double? {
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

/// A text on one line: each run of white space and control characters is a blank, and there is none at its ends.
package func onOneLine(_ text: some StringProtocol) -> String {
    text.split {
        $0.isWhitespace || $0.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }.joined(separator: " ")
}

/// A text without blanks and tabs at its ends.
package func trimmed(_ text: some StringProtocol) -> String {
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    let rest = text.drop(while: isBlank)
    guard let end = rest.lastIndex(where: { !isBlank($0) }) else { return "" }
    return String(rest[...end])
}
