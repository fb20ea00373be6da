/// The stretch of wall time that a date or date-time as users write it stands for.
package struct WallTimeSpan: Hashable, Sendable {
    /// The first moment.
    package let start: WallTime
    /// The first moment after it.
    package let end: WallTime

    init(start: WallTime, end: WallTime) {
        self.start = start
        self.end = end
    }

    /// Reads ISO 8601 without an offset, to any precision: `2026`, `2026-05`, `2026-05-01` (that whole day),
    /// `2026-05-01T10:00` (that minute), `2026-05-01T10:00:30`; a blank may stand for the `T`.
    package init(parsing text: String) throws(TextError) {
        let halves = trimmed(text).split(
            maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: { $0 == "T" || $0 == "t" || $0 == " " })
        let date = Self.numbers(halves[0], separator: "-", widths: [4, 2, 2])
        // The T of a word is no separator: last-week says no offset.
        let isLocal = date == nil || halves.count < 2 || !halves[1].contains(where: { "Zz+-".contains($0) })
        guard isLocal else {
            throw TextError("a date is wall time at the place, without Z or an offset, as in 2026-05-01T10:00")
        }
        let time = halves.count == 2 ? Self.numbers(halves[1], separator: ":", widths: [2, 2, 2]) : []
        guard let date, let time, time.isEmpty || (date.count == 3 && time.count >= 2) else {
            throw TextError("a date is written YYYY-MM-DD, with THH:MM after it or not, as in 2026-05-01")
        }
        guard let span = Self.span(date + time) else {
            throw TextError("there is no such date or time: \(trimmed(text))")
        }
        (start, end) = span
    }

    /// The numbers of a text, 1 to as many as there are widths; nil where one has another width or is none.
    private static func numbers(_ text: Substring, separator: Character, widths: [Int]) -> [Int]? {
        let parts = text.split(separator: separator, omittingEmptySubsequences: false)
        guard parts.count <= widths.count else { return nil }
        var numbers: [Int] = []
        for (part, width) in zip(parts, widths) {
            guard part.utf8.count == width, part.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
                let number = Int(part)
            else { return nil }
            numbers.append(number)
        }
        return numbers
    }

    private static func span(_ parts: [Int]) -> (WallTime, WallTime)? {
        let full = parts + [0, 1, 1, 0, 0, 0].dropFirst(parts.count)
        let start = WallTime(
            year: full[0], month: full[1], day: full[2], hour: full[3], minute: full[4], second: full[5])
        guard let start else { return nil }
        let length =
            switch parts.count {
            case 1: 86_400 * (337 + WallTime.days(inMonth: 2, ofYear: full[0]))
            case 2: 86_400 * WallTime.days(inMonth: full[1], ofYear: full[0])
            case 3: 86_400
            case 5: 60
            default: 1
            }
        return (start, WallTime(microseconds: start.microseconds + Int64(length) * 1_000_000))
    }
}
