/// A day of the proleptic Gregorian calendar.
package struct CalendarDay: Hashable, Comparable, Sendable {
    /// Days since 1970-01-01.
    let number: Int

    init(number: Int) {
        self.number = number
    }

    /// The day a clock on the wall is in.
    package init(_ time: WallTime) {
        let second = Int(time.wholeSeconds)
        let (quotient, remainder) = second.quotientAndRemainder(dividingBy: 86_400)
        number = remainder < 0 ? quotient - 1 : quotient
    }

    /// Reads `YYYY-MM-DD`.
    package init(parsing text: String) throws(TextError) {
        let parts = trimmed(text).split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2],
            parts.allSatisfy({ $0.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) })
        else { throw TextError("a date is written YYYY-MM-DD, as in 2026-05-01") }
        let numbers = parts.compactMap { Int($0) }
        guard let midnight = WallTime(year: numbers[0], month: numbers[1], day: numbers[2]) else {
            throw TextError("there is no such date: \(trimmed(text))")
        }
        self.init(midnight)
    }

    /// ISO 8601: `2026-05-01`.
    package var text: String {
        String(WallTime(microseconds: Int64(number) * 86_400_000_000).text.prefix(10))
    }

    /// 0 for Monday to 6 for Sunday.
    package var weekday: Int {
        // 1970-01-01 was a Thursday.
        ((number + 3) % 7 + 7) % 7
    }

    var yesterday: CalendarDay { CalendarDay(number: number - 1) }

    package static func < (left: CalendarDay, right: CalendarDay) -> Bool {
        left.number < right.number
    }
}
