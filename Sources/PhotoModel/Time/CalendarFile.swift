/// The whole-day events of an iCalendar file (RFC 5545): days off.
///
/// A rule that repeats an event every year is taken where it means days off as calendars of public holidays have them:
/// a date, or a weekday counted in a month (`BYMONTH`, `BYMONTHDAY`, `BYDAY=-1MO`), with `INTERVAL`, `COUNT`, `UNTIL`,
/// and `EXDATE` and `RDATE`. What repeats in another way is named and left out.
package struct CalendarFile: Sendable {
    /// The days, in the order of the file.
    package private(set) var days: [ExceptedDays] = []
    /// What is left out, and in which line.
    package private(set) var leftOut: [(line: Int, what: String)] = []

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - bytes: the file, UTF-8.
    ///   - end: the last day that is given of what repeats in other ways than a date that comes every year.
    /// - Throws: `CalendarFileError` where this is no iCalendar file.
    package init(parsing bytes: [UInt8], until end: CalendarDay) throws(CalendarFileError) {
        let lines = CalendarLine.all(of: bytes)
        guard lines.first?.name == "BEGIN", lines.first?.value.uppercased() == "VCALENDAR" else {
            throw CalendarFileError(line: 1, message: "this is not an iCalendar file: it does not begin with VCALENDAR")
        }
        var event: [CalendarLine]?
        var inner = 0
        for line in lines {
            switch (line.name, line.value.uppercased()) {
            case ("BEGIN", "VEVENT"): (event, inner) = ([line], 0)
            case ("BEGIN", _) where event != nil: inner += 1
            case ("END", "VEVENT"):
                if let event { take(event, until: end) }
                event = nil
            case ("END", _) where event != nil: inner -= 1
            default: if inner == 0 { event?.append(line) }
            }
        }
    }

    private mutating func take(_ lines: [CalendarLine], until end: CalendarDay) {
        let title = lines.first { $0.name == "SUMMARY" }.map { "\"\(terminalSafe($0.value))\"" } ?? "an event"
        guard let start = lines.first(where: { $0.name == "DTSTART" }), let first = start.day else {
            return leftOut.append((lines[0].line, "\(title) is not a whole day and is skipped"))
        }
        if lines.contains(where: { $0.name == "STATUS" && $0.value.uppercased() == "CANCELLED" }) { return }
        let length = max(1, lines.compactMap { $0.length(from: first) }.first ?? 1)
        let removed = Set(lines.filter { $0.name == "EXDATE" }.flatMap(\.allDays))
        let added = lines.filter { $0.name == "RDATE" }.flatMap(\.allDays)
        var starts = [first]
        if let written = lines.first(where: { $0.name == "RRULE" }) {
            guard let rule = YearlyRule(written.value, from: first) else {
                return leftOut.append(
                    (
                        written.line,
                        "\(title) repeats by an unsupported rule and is skipped: add it as a date"
                    ))
            }
            if rule.isEveryYear, length == 1, removed.isEmpty, added.isEmpty {
                return days.append(ExceptedDays(everyYear: first))
            }
            starts = rule.days(until: end)
        }
        for start in (starts + added).filter({ !removed.contains($0) }) {
            days.append(ExceptedDays(start...start.adding(days: length - 1)))
        }
    }
}

/// Why bytes are no calendar.
package struct CalendarFileError: Error, Hashable, Sendable {
    /// The line, from 1.
    package let line: Int
    /// What is wrong, in a sentence without a full stop.
    package let message: String
}

/// A line of content (RFC 5545, section 3.1).
private struct CalendarLine {
    /// In upper case, without parameters.
    let name: String
    private let parameters: String
    let value: String
    /// The line of the file, from 1.
    let line: Int

    /// All lines, with those put together that were folded.
    static func all(of bytes: [UInt8]) -> [CalendarLine] {
        var unfolded: [(text: [UInt8], line: Int)] = []
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (number, line) in lines.enumerated() {
            let text = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
            if let first = text.first, first == 0x20 || first == 0x09, !unfolded.isEmpty {
                unfolded[unfolded.count - 1].text += text.dropFirst()
            } else if !text.isEmpty {
                unfolded.append((Array(text), number + 1))
            }
        }
        return unfolded.compactMap { CalendarLine($0.text, line: $0.line) }
    }

    private init?(_ bytes: [UInt8], line: Int) {
        var text = String(decoding: bytes, as: UTF8.self)[...]
        if text.hasPrefix("\u{FEFF}") { text = text.dropFirst() }
        // The value begins at the first colon that is not in quotation marks.
        var isQuoted = false
        let colon = text.firstIndex { character in
            if character == "\"" { isQuoted.toggle() }
            return character == ":" && !isQuoted
        }
        guard let colon else { return nil }
        let head = text[..<colon].split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
        name = head[0].uppercased()
        parameters = head.count == 2 ? head[1].uppercased() : ""
        value = String(text[text.index(after: colon)...])
        self.line = line
    }

    /// The day of a value that is a date; nil for a time of day.
    var day: CalendarDay? {
        let isDate = parameters.contains("VALUE=DATE") && !parameters.contains("VALUE=DATE-TIME")
        return isDate || value.utf8.count == 8 ? CalendarDay(basic: value[...]) : nil
    }

    /// The dates of a list.
    var allDays: [CalendarDay] { value.split(separator: ",").compactMap { CalendarDay(basic: $0.prefix(8)) } }

    /// Of `DTEND`, which is exclusive, and `DURATION` in days and weeks: how many days the event has.
    func length(from first: CalendarDay) -> Int? {
        if name == "DTEND" { return day.map { $0.number - first.number } }
        guard name == "DURATION", value.hasPrefix("P"), let unit = value.last,
            let count = Int(value.dropFirst().dropLast())
        else { return nil }
        return unit == "D" ? count : unit == "W" ? count * 7 : nil
    }
}

/// A rule of repetition that is understood (RFC 5545, section 3.3.10).
private struct YearlyRule {
    private let first: CalendarDay
    private var interval = 1
    private var count: Int?
    private var last: CalendarDay?
    private var month: Int?
    private var monthDay: Int?
    /// A weekday of the month: which, 0 for Monday, and the how manieth, from the end where it is negative.
    private var weekday: (day: Int, place: Int)?

    /// Nil for a rule that means something else.
    init?(_ text: String, from first: CalendarDay) {
        self.first = first
        for part in text.uppercased().split(separator: ";") {
            let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard halves.count == 2, read(halves[0], halves[1]) else { return nil }
        }
        guard text.uppercased().contains("FREQ=YEARLY") else { return nil }
        if weekday != nil, month == nil || monthDay != nil { return nil }
    }

    private mutating func read(_ name: Substring, _ value: Substring) -> Bool {
        switch name {
        case "FREQ": return value == "YEARLY"
        case "WKST": return true
        case "INTERVAL":
            interval = Int(value) ?? 0
            return interval > 0
        case "COUNT":
            count = Int(value)
            return count.map { $0 > 0 } ?? false
        case "UNTIL":
            last = CalendarDay(basic: value.prefix(8))
            return last != nil
        case "BYMONTH":
            month = Int(value)
            return month.map { (1...12).contains($0) } ?? false
        case "BYMONTHDAY":
            monthDay = Int(value)
            return monthDay.map { (1...31).contains($0) } ?? false
        case "BYDAY":
            let names = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
            guard let day = names.firstIndex(of: String(value.suffix(2))), let place = Int(value.dropLast(2)),
                (1...5).contains(abs(place))
            else { return false }
            weekday = (day, place)
            return true
        default: return false
        }
    }

    /// Whether it is the first day's date every year, for ever.
    var isEveryYear: Bool {
        let date = first.date
        return interval == 1 && count == nil && last == nil && weekday == nil && month ?? date.month == date.month
            && monthDay ?? date.day == date.day
    }

    /// The days up to one, the first included.
    func days(until end: CalendarDay) -> [CalendarDay] {
        let start = first.date
        var days: [CalendarDay] = []
        let lastYear = min(last ?? end, end).date.year
        for year in stride(from: start.year, through: max(lastYear, start.year), by: interval) {
            guard let day = day(in: year, start), day >= first, day <= min(last ?? end, end) || day == first else {
                continue
            }
            if let count, days.count == count { break }
            days.append(day)
        }
        return days
    }

    private func day(in year: Int, _ start: (year: Int, month: Int, day: Int)) -> CalendarDay? {
        let month = month ?? start.month
        let length = WallTime.days(inMonth: month, ofYear: year)
        guard let weekday else {
            let day = monthDay ?? start.day
            return day <= length ? WallTime(year: year, month: month, day: day).map(CalendarDay.init) : nil
        }
        guard let beginning = WallTime(year: year, month: month, day: 1).map(CalendarDay.init) else { return nil }
        let early = (weekday.day - beginning.weekday + 7) % 7 + 1
        let places = stride(from: early, through: length, by: 7).map(\.self)
        let index = weekday.place > 0 ? weekday.place - 1 : places.count + weekday.place
        return places.indices.contains(index) ? beginning.adding(days: places[index] - 1) : nil
    }
}

extension CalendarDay {
    /// Reads `YYYYMMDD` (RFC 5545, section 3.3.4); nil for anything else.
    fileprivate init?(basic text: Substring) {
        guard text.utf8.count == 8, text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
            let number = Int(text),
            let midnight = WallTime(year: number / 10_000, month: number / 100 % 100, day: number % 100)
        else { return nil }
        self.init(midnight)
    }

    /// The day so many days later.
    package func adding(days: Int) -> CalendarDay { CalendarDay(number: number + days) }
}
