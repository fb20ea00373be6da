/// How fast may be sent, always or by the hours of the week, as rclone's `--bwlimit` has it: `2M`,
/// `08:00,512k 19:00,10M 23:00,off`, `mon-08:00,1M sat-00:00,off`.
///
/// Rates are bytes a second: a number with `B`, `K`, `M`, `G`, `T` or `P`, powers of 1,024, or of `K` where there is
/// none; `off` and 0 are no limit. Two with a colon between are for sending and for fetching. A time counts from then
/// to the next one that is written, over midnight and the week's end; a time without a day is of every day.
package struct RateLimit: Hashable, Sendable {
    /// As it was written, without blanks at the ends.
    package let text: String
    private let slots: [Slot]

    private struct Slot: Hashable {
        /// Minutes since the midnight that Monday begins with.
        let start: Int
        /// Bytes a second; nil for no limit.
        let rate: Double?
    }

    /// - Parameter text: a rate, or times with rates, parted by blanks.
    /// - Throws: where rclone would not take it either.
    package init(parsing text: String) throws(TextError) {
        self.text = trimmed(text)
        guard self.text.contains(where: { $0 == "," || $0 == " " }) else {
            slots = [Slot(start: 0, rate: try Self.rate(self.text[...]))]
            return
        }
        var slots: [Slot] = []
        for word in self.text.split(separator: " ", omittingEmptySubsequences: false) {
            let parts = word.split(separator: ",", omittingEmptySubsequences: false)
            guard parts.count == 2, let starts = Self.starts(parts[0]) else { throw Self.malformed(word) }
            let rate = try Self.rate(parts[1])
            slots += starts.map { Slot(start: $0, rate: rate) }
        }
        // Of two at one time the one that was written later counts.
        self.slots = slots.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
            .map(\.element)
    }

    /// How fast may be sent at a moment.
    ///
    /// - Parameter moment: what the clock on the wall shows.
    /// - Returns: bytes a second, above 0; nil where there is no limit.
    package func bytesPerSecond(at moment: WallTime) -> Double? {
        let time = CivilTime(moment)
        let minute = CalendarDay(moment).weekday * 1_440 + time.hour * 60 + time.minute
        return (slots.last { $0.start <= minute } ?? slots.last)?.rate
    }

    private static let days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    private static let units = ["b": 0, "": 1, "k": 1, "m": 2, "g": 3, "t": 4, "p": 5]

    /// The minutes of the week at which `08:00` or `mon-08:00` comes; nil where it is no time.
    private static func starts(_ text: Substring) -> [Int]? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard let time = parts.last.flatMap(minute), parts.count <= 2 else { return nil }
        if parts.count == 1 { return (0..<7).map { $0 * 1_440 + time } }
        let word = parts[0].lowercased()
        guard let day = days.firstIndex(where: { $0 == word || $0.prefix(3) == word }) else { return nil }
        return [day * 1_440 + time]
    }

    /// Minutes after midnight of `HH:MM`.
    private static func minute(_ text: Substring) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.utf8.count == 2 && $0.utf8.allSatisfy(isDigit) }),
            let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24, minute < 60
        else { return nil }
        return hour * 60 + minute
    }

    /// The rate for sending, in bytes a second; nil for no limit.
    private static func rate(_ text: Substring) throws(TextError) -> Double? {
        let pair = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        var rates: [Double] = []
        for part in pair {
            guard let rate = bytes(part) else { throw malformed(text) }
            rates.append(rate)
        }
        return rates.first.flatMap { $0 > 0 ? $0 : nil }
    }

    /// Bytes of `512k`, `1.5M`, `10Mi`, `10MiB`, `100` (KiB) or `off`; nil where it is none.
    private static func bytes(_ text: Substring) -> Double? {
        if text.lowercased() == "off" { return 0 }
        let number = text.prefix { $0 == "." || $0.isASCII && $0.isNumber }
        guard number.contains(where: \.isNumber), let value = Double(String(number)) else { return nil }
        var unit = text.dropFirst(number.count).lowercased()
        // `Ki` and `KiB` are `K`.
        for ending in ["ib", "i"] where unit.count == 1 + ending.count && unit.hasSuffix(ending) {
            unit = String(unit.prefix(1))
        }
        return units[unit].map { (0..<$0).reduce(value) { value, _ in value * 1_024 } }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func malformed(_ text: Substring) -> TextError {
        TextError(
            "\"\(terminalSafe(String(text)))\" is not a rate limit; write bytes per second, as in \"2M\", or times, as in "
                + "\"08:00,512k 19:00,10M 23:00,off\"")
    }
}
