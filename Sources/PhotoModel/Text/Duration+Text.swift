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

    /// The duration as ``init(parsing:)`` reads it, in the largest unit of which it is a whole number; to the
    /// millisecond, and never 0 where it is none.
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

extension Duration {
    /// The duration for people, in at most two units: `0.8 s`, `12 s`, `3 min 20 s`, `2 h 5 min`, `2,038 d 3 h`. Below
    /// 10 s with one fractional digit; rounded half up, a negative duration counts as 0.
    package var brief: String {
        let (whole, attoseconds) = components
        guard whole >= 0, attoseconds >= 0 else { return "0.0 s" }
        let tenths =
            Int(min(whole, 1 << 50)) * 10 + Int((attoseconds + 50_000_000_000_000_000) / 100_000_000_000_000_000)
        if tenths < 100 { return "\(tenths / 10).\(tenths % 10) s" }
        let seconds = (tenths + 5) / 10
        if seconds < 60 { return "\(seconds) s" }
        if seconds < 3_600 { return Self.pair(seconds, 60, "min", 1, "s") }
        if seconds < 86_400 { return Self.pair(seconds, 3_600, "h", 60, "min") }
        return Self.pair(seconds, 86_400, "d", 3_600, "h")
    }

    /// The larger unit, and the smaller where any of it is left.
    private static func pair(_ seconds: Int, _ large: Int, _ name: String, _ small: Int, _ rest: String) -> String {
        let left = seconds % large / small
        let whole = "\((seconds / large).grouped) \(name)"
        return left == 0 ? whole : "\(whole) \(left) \(rest)"
    }
}
