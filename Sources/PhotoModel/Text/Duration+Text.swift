extension Duration {
    /// Reads `90s`, `15m`, `2h`, `30d` (days of 24 hours), a fraction as in `1.5h`, and parts after one another as in
    /// `1h30m`; at least 0 and at most 100 years of 365 days.
    package init(parsing text: String) throws(TextError) {
        var total = 0.0
        var rest = trimmed(text)[...]
        guard !rest.isEmpty else { throw Self.malformed(text) }
        while !rest.isEmpty {
            guard let end = rest.firstIndex(where: { Self.seconds(of: $0) != nil }),
                let unit = Self.seconds(of: rest[end]), let number = decimal(trimmed(rest[..<end])), number >= 0
            else { throw Self.malformed(text) }
            total += number * unit
            rest = rest[rest.index(after: end)...]
        }
        guard total <= 100 * 365 * 86_400 else { throw TextError("a duration is at most 36500d") }
        self = .seconds(total)
    }

    /// The duration as ``init(parsing:)`` reads it, in the largest unit of which it is a whole number; to the millisecond,
    /// and never 0 where it is none.
    package var text: String {
        let milliseconds = self == .zero ? 0 : max(1, Int((self / .milliseconds(1)).rounded()))
        let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1_000)
        if rest > 0 { return "\(seconds).\(String(1_000 + rest).dropFirst())s" }
        let units = [(86_400, "d"), (3_600, "h"), (60, "m")]
        let unit = units.first { seconds > 0 && seconds % $0.0 == 0 } ?? (1, "s")
        return "\(seconds / unit.0)\(unit.1)"
    }

    private static func seconds(of unit: Character) -> Double? {
        switch unit {
        case "s": 1
        case "m": 60
        case "h": 3_600
        case "d": 86_400
        default: nil
        }
    }

    private static func malformed(_ text: String) -> TextError {
        let example = decimal(trimmed(text)) == nil ? "30d" : "\(trimmed(text))d"
        return TextError("a duration is a number and one of the units s, m, h and d, as in \(example)")
    }
}
