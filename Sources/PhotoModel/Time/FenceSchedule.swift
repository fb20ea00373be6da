/// When a fence holds.
///
/// Compared with what a clock at the fence shows. So an hour that a clock change repeats counts both times, and one
/// that it leaves out does not come up.
package struct FenceSchedule: Hashable, Sendable {
    /// Any of these; none means at all hours.
    package var hours: [WeeklyHours] = []
    /// The IANA name of the zone whose clock is meant; nil for that of the photo.
    package var timeZone: String?
    /// The first day.
    package var from: CalendarDay?
    /// The last day.
    package var until: CalendarDay?
    /// Days on which the fence does not hold.
    package var except: [ExceptedDays] = []

    package init() {}

    /// How a time fares.
    package enum Match: Hashable, Sendable {
        /// In the hours and on the days.
        case within
        /// At another hour.
        case outsideHours
        /// In the hours, but on another day.
        case outsideDates
    }

    /// Whether there are hours or days outside of which the fence does not hold.
    package var isLimited: Bool { !hours.isEmpty || from != nil || until != nil || !except.isEmpty }

    /// The same days, at all hours.
    package var withoutHours: FenceSchedule {
        var schedule = self
        schedule.hours = []
        return schedule
    }

    /// How what a clock at the fence shows fares. Hours that pass midnight belong to the day they begin on, with their
    /// part after midnight.
    package func match(_ time: WallTime) -> Match {
        let day = CalendarDay(time)
        guard !hours.isEmpty else { return holds(on: day) ? .within : .outsideDates }
        let minute = (Int(time.wholeSeconds) - day.number * 86_400) / 60
        let days = [(day, minute), (day.yesterday, minute + 1_440)].filter { day, minute in
            hours.contains { $0.covers(minute: minute, from: day) }
        }
        if days.isEmpty { return .outsideHours }
        return days.contains { holds(on: $0.0) } ? .within : .outsideDates
    }

    private func holds(on day: CalendarDay) -> Bool {
        if let from, day < from { return false }
        if let until, day > until { return false }
        return !except.contains { $0.contains(day) }
    }
}

/// Hours that come every week, as a fence's `hours` has them: `mon-fri 08:00-18:00`.
package struct WeeklyHours: Hashable, Sendable {
    /// What was written, without blanks at the ends.
    package let text: String
    /// The days on which they begin: bit 0 is Monday.
    private let days: UInt8
    /// Minutes after midnight of the day they begin on; beyond 1,440 where they pass the next midnight. Ends are
    /// exclusive.
    private let spans: [Range<Int>]

    /// Reads days and times of day.
    ///
    /// Days are `mon` to `sun` or whole English names in any case, ranges of them, which may wrap (`fri-mon`), lists
    /// (`mon,wed`), `weekdays`, `weekend`, or `daily`, which may be left out. Times are `08:00-18:00`, `8-18` or
    /// `8am-6pm`, more after commas; `24:00` ends a day; an end before the beginning lies on the next day. Without
    /// times whole days are meant.
    package init(parsing text: String) throws(TextError) {
        self.text = trimmed(text)
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        // Blanks after a comma or around a dash are not ends of words.
        let words = self.text.replacing("\u{2013}", with: "-").split(whereSeparator: isBlank)
        let parts = words.reduce(into: [String]()) { parts, word in
            let joins = { (character: Character?) in character == "," || character == "-" }
            if let last = parts.last, joins(last.last) || joins(word.first) {
                parts[parts.count - 1] = last + word
            } else {
                parts.append(String(word))
            }
        }
        guard let first = parts.first, parts.count <= 2 else { throw Self.malformed(self.text) }
        let hasDays = first.first?.isNumber == false
        guard parts.count == (hasDays ? 2 : 1) || (hasDays && parts.count == 1) else {
            throw Self.malformed(self.text)
        }
        days = hasDays ? try Self.days(first) : Self.everyDay
        let times = hasDays ? parts.dropFirst().first : first
        spans = if let times { try Self.spans(times) } else { Self.wholeDay }
    }

    /// Hours of some days, each read from a text of its own.
    ///
    /// - Parameters:
    ///   - days: days without times, such as `mon-fri`; none means every day.
    ///   - times: times without days, such as `08:00-18:00`; none means all hours.
    /// - Throws: where one contains what belongs to the other.
    package init(days: [String], times: [String]) throws(TextError) {
        text = (days + times).joined(separator: " ")
        var (named, spans): (UInt8, [Range<Int>]) = (0, [])
        for text in days {
            let hours = try WeeklyHours(parsing: text)
            guard hours.spans == Self.wholeDay else { throw TextError("days have no times; write them as in mon-fri") }
            named |= hours.days
        }
        for text in times {
            guard text.contains(where: \.isNumber) else {
                throw TextError("\"\(terminalSafe(text))\" is no time of day; write times as in 08:00-18:00")
            }
            let hours = try WeeklyHours(parsing: text)
            guard hours.days == Self.everyDay else {
                throw TextError("times have no days; write them as in 08:00-18:00")
            }
            spans += hours.spans
        }
        self.days = days.isEmpty ? Self.everyDay : named
        self.spans = times.isEmpty ? Self.wholeDay : spans
    }

    /// Whether they are parts of days; else they are whole days.
    package var areOfADay: Bool { spans != Self.wholeDay }

    /// The minutes of a week that they cover, from Monday, 00:00, at most 10,080. What passes the end of the week is a
    /// range at its beginning. Ranges may overlap.
    package var minutesOfWeek: [Range<Int>] {
        let week = 10_080
        return (0..<7).filter { days & 1 << UInt8($0) != 0 }.flatMap { day in
            spans.flatMap { span -> [Range<Int>] in
                let (start, end) = (day * 1_440 + span.lowerBound, day * 1_440 + span.upperBound)
                return end <= week ? [start..<end] : [start..<week, 0..<(end - week)]
            }
        }
    }

    private static let everyDay: UInt8 = 0b111_1111
    private static let wholeDay = [0..<1_440]

    /// Whether a minute, counted from the midnight a day begins with, is in hours that begin on that day.
    func covers(minute: Int, from day: CalendarDay) -> Bool {
        days & 1 << UInt8(day.weekday) != 0 && spans.contains { $0.contains(minute) }
    }

    private static let names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

    private static func days(_ text: String) throws(TextError) -> UInt8 {
        if text.lowercased() == "daily" { return everyDay }
        var days: UInt8 = 0
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            if let group = groups[part.lowercased()] {
                days |= group
                continue
            }
            let ends = part.split(separator: "-", omittingEmptySubsequences: false)
            guard ends.count <= 2, let first = ends.first, let last = ends.last else { throw malformed(text) }
            let (start, end) = (try day(first), try day(last))
            for step in 0...(end - start + 7) % 7 { days |= 1 << UInt8((start + step) % 7) }
        }
        return days
    }

    private static let groups: [String: UInt8] = [
        "weekdays": 0b001_1111, "weekend": 0b110_0000, "weekends": 0b110_0000,
    ]

    private static func day(_ word: Substring) throws(TextError) -> Int {
        let word = word.lowercased()
        if let day = names.firstIndex(where: { $0 == word || $0.prefix(3) == word }) { return day }
        let known = names.map { String($0.prefix(3)) } + names + groups.keys.sorted()
        let hint = nearestWord(to: word, among: known).map { "; did you mean \($0)?" } ?? ""
        throw TextError("there is no day \"\(terminalSafe(word))\"; days are mon, tue, wed, thu, fri, sat, sun\(hint)")
    }

    private static func spans(_ text: String) throws(TextError) -> [Range<Int>] {
        var spans: [Range<Int>] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let ends = part.split(separator: "-", omittingEmptySubsequences: false)
            // Of 2-6pm nobody knows which half of the day it begins in.
            guard ends.count == 2, (half(ends[0]) == nil) == (half(ends[1]) == nil), let start = minute(ends[0]),
                let end = minute(ends[1])
            else { throw malformed(text) }
            guard start < 1_440, start != end else {
                throw TextError("the hours \(terminalSafe(String(part))) hold no time; a whole day is 00:00-24:00")
            }
            spans.append(start..<(end > start ? end : end + 1_440))
        }
        return spans
    }

    /// Minutes after midnight of `HH:MM` or `HH`, at most 24:00, or at most 12:59 of a half of the day.
    private static func minute(_ text: Substring) -> Int? {
        let half = half(text)
        let parts = text.dropLast(half == nil ? 0 : 2).split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 2, (1...2).contains(parts[0].utf8.count),
            parts.dropFirst().allSatisfy({ $0.utf8.count == 2 }),
            parts.allSatisfy({ $0.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) }),
            let hour = Int(parts[0]), let minute = Int(parts.dropFirst().first ?? "0"), minute < 60
        else { return nil }
        if let half { return (1...12).contains(hour) ? (hour % 12 + half) * 60 + minute : nil }
        return hour * 60 + minute <= 1_440 ? hour * 60 + minute : nil
    }

    /// The hour with which the half of a day begins that a time ends with, `am` or `pm`; nil where it names none.
    private static func half(_ time: Substring) -> Int? {
        switch time.suffix(2).lowercased() {
        case "am": 0
        case "pm": 12
        default: nil
        }
    }

    private static func malformed(_ text: String) -> TextError {
        TextError(
            "\"\(terminalSafe(text))\" is not a valid time span; write days and times, as in \"mon-fri 08:00-18:00\"")
    }
}
