extension BinaryInteger {
    /// The number with a comma before every third digit: `1,234,567`.
    package var grouped: String {
        let digits = Array(String(magnitude).utf8)
        var text: [UInt8] = self < 0 ? [UInt8(ascii: "-")] : []
        for (place, digit) in digits.enumerated() {
            if place > 0, (digits.count - place) % 3 == 0 { text.append(UInt8(ascii: ",")) }
            text.append(digit)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The number with the word for one such thing, which adds an s where there is not one: `1 photo`, `0 photos`.
    package func counting(_ kind: String) -> String {
        "\(grouped) \(kind)\(self == 1 ? "" : "s")"
    }
}
