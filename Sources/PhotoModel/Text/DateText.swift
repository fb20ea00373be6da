/// A date as users write it: a day or longer, a moment, or how long ago.
package enum DateText: Hashable, Sendable {
    /// A stretch of wall time that says itself when it is.
    case span(WallTimeSpan)
    /// A whole day, so many before today.
    case daysAgo(Int)
    /// The moment that was so long ago.
    case ago(Duration)

    private static let lengths: [Character: Int] = ["h": 3_600, "d": 86_400, "w": 7 * 86_400, "y": 365 * 86_400]

    /// Reads what ``WallTimeSpan`` reads; `today` and `yesterday`; a week of ISO 8601, `2026-W21`, from Monday to
    /// Sunday; and `36h`, `30d`, `2w` or `1y`: so long before now, a year having 365 days.
    package init(parsing text: String) throws(TextError) {
        let word = trimmed(text).lowercased()
        switch word {
        case "today": self = .daysAgo(0)
        case "yesterday": self = .daysAgo(1)
        default:
            if let duration = Self.duration(word) {
                self = .ago(duration)
            } else if let week = try Self.week(word) {
                self = .span(week)
            } else {
                self = .span(try WallTimeSpan(parsing: text))
            }
        }
    }

    /// The stretch that it means; of a moment that one alone.
    ///
    /// - Parameter now: the time on the user's clock.
    package func span(now: WallTime) -> WallTimeSpan {
        switch self {
        case .span(let span): span
        case .daysAgo(let days): WallTimeSpan(days: CalendarDay(number: CalendarDay(now).number - days), count: 1)
        case .ago(let duration):
            WallTimeSpan(moment: WallTime(microseconds: now.microseconds - duration.components.seconds * 1_000_000))
        }
    }

    /// A whole number and a unit; nil for anything else.
    private static func duration(_ word: String) -> Duration? {
        guard let unit = word.last, let length = lengths[unit], let count = Int(word.dropLast()), count >= 0,
            count < 1_000_000
        else { return nil }
        return .seconds(count * length)
    }

    /// A week of ISO 8601: the first of a year is the one with its first Thursday. Nil for what is written otherwise.
    private static func week(_ word: String) throws(TextError) -> WallTimeSpan? {
        let parts = word.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.count == 4, parts[1].utf8.count == 3, parts[1].first == "w",
            let year = Int(parts[0]), let week = Int(parts[1].dropFirst())
        else { return nil }
        let monday = try monday(ofFirstWeekOf: year)
        let next = try self.monday(ofFirstWeekOf: year + 1)
        let start = CalendarDay(number: monday.number + 7 * (week - 1))
        guard week >= 1, start < next else { throw TextError("there is no such week: \(word)") }
        return WallTimeSpan(days: start, count: 7)
    }

    private static func monday(ofFirstWeekOf year: Int) throws(TextError) -> CalendarDay {
        guard let fourth = WallTime(year: year, month: 1, day: 4) else { throw TextError("there is no year \(year)") }
        let day = CalendarDay(fourth)
        return CalendarDay(number: day.number - day.weekday)
    }
}

extension WallTimeSpan {
    /// So many days from one on.
    fileprivate init(days first: CalendarDay, count: Int) {
        let length: Int64 = 86_400_000_000
        self.init(
            start: WallTime(microseconds: Int64(first.number) * length),
            end: WallTime(microseconds: Int64(first.number + count) * length))
    }

    /// A moment, which is as long as nothing.
    fileprivate init(moment: WallTime) { self.init(start: moment, end: moment) }
}
