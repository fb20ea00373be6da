extension Duration {
    /// The duration for people, in at most two units: `0.8 s`, `12 s`, `3 min 20 s`, `2 h 5 min`, `4 d 3 h`. Below 10 s
    /// with one fractional digit; rounded half up, a negative duration counts as 0.
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
        return left == 0 ? "\(seconds / large) \(name)" : "\(seconds / large) \(name) \(left) \(rest)"
    }
}
