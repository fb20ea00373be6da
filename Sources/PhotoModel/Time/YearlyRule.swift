/// A rule by which an event comes every year, or every few years (RFC 5545, section 3.3.10).
///
/// Supported are dates (`BYMONTH`, `BYMONTHDAY`), weekdays of a month or of the year, with and without a number
/// (`BYDAY=4TH`, `BYDAY=-1MO`, `BYDAY=MO`), weekdays among dates (`BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8`), and choices of
/// these by `BYSETPOS`, all of them also as lists; with `INTERVAL`, `COUNT` and `UNTIL`.
struct YearlyRule {
    private let first: CalendarDay
    private var interval = 1
    private var count: Int?
    private var last: CalendarDay?
    private var months: [Int] = []
    /// Days of the months, negative from their ends.
    private var monthDays: [Int] = []
    /// Weekdays, 0 for Monday; and the how manieth, negative from the end, nil for all.
    private var weekdays: [(day: Int, place: Int?)] = []
    /// Which of a year's days count, negative from the end; empty for all.
    private var positions: [Int] = []

    /// Nil for a rule that is not supported or means nothing, and for one whose first day it does not contain: programs
    /// disagree on what that means.
    init?(_ text: String, from first: CalendarDay) {
        self.first = first
        var names: Set<Substring> = []
        for part in text.uppercased().split(separator: ";") {
            let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard halves.count == 2, names.insert(halves[0]).inserted, read(halves[0], halves[1]) else { return nil }
        }
        let areNumbered = weekdays.contains { $0.place != nil }
        guard names.contains("FREQ"), count == nil || last == nil, monthDays.isEmpty || !areNumbered,
            days(in: first.date.year).contains(first)
        else { return nil }
    }

    private mutating func read(_ name: Substring, _ value: Substring) -> Bool {
        switch name {
        case "FREQ": return value == "YEARLY"
        case "WKST": return Self.weekday(value) != nil
        case "INTERVAL":
            interval = Int(value) ?? 0
            return (1...1_000).contains(interval)
        case "COUNT":
            count = Int(value)
            return count.map { $0 > 0 } ?? false
        case "UNTIL":
            last = CalendarDay(basic: value, orWith: ["T000000", "T235959"])
            return last != nil
        case "BYMONTH": return Self.read(value, into: &months) { (1...12).contains($0) }
        case "BYMONTHDAY": return Self.read(value, into: &monthDays) { (1...31).contains(abs($0)) }
        case "BYSETPOS": return Self.read(value, into: &positions) { (1...366).contains(abs($0)) }
        case "BYDAY":
            for text in Self.parts(of: value) {
                let place = text.dropLast(2)
                guard let day = Self.weekday(text.suffix(2)), place.isEmpty || Int(place).map({ $0 != 0 }) == true
                else {
                    return false
                }
                weekdays.append((day, Int(place)))
            }
            return true
        default: return false
        }
    }

    /// The parts of a list of at most as many as a year has days. A longer one ends with a part that cannot be read.
    private static func parts(of value: Substring) -> [Substring] {
        value.split(separator: ",", maxSplits: 365, omittingEmptySubsequences: false)
    }

    private static func read(_ value: Substring, into list: inout [Int], _ isValid: (Int) -> Bool) -> Bool {
        let texts = parts(of: value)
        list = texts.compactMap { Int($0) }
        return list.count == texts.count && list.allSatisfy(isValid)
    }

    private static func weekday(_ text: Substring) -> Int? {
        ["MO", "TU", "WE", "TH", "FR", "SA", "SU"].firstIndex(of: text)
    }

    /// Whether it is the first day's date every year, for ever.
    var isEveryYear: Bool {
        let date = first.date
        let isDate =
            monthDays.isEmpty
            ? months.isEmpty || months == [date.month] : months == [date.month] && monthDays == [date.day]
        return isDate && interval == 1 && count == nil && last == nil && weekdays.isEmpty && positions.isEmpty
    }

    /// The days up to one, the first included.
    func days(until end: CalendarDay) -> [CalendarDay] {
        let limit = max(min(last ?? end, end), first)
        var days: [CalendarDay] = []
        for year in stride(from: first.date.year, through: limit.date.year, by: interval) {
            for day in self.days(in: year) where day >= first && day <= limit {
                days.append(day)
                if days.count == count { return days }
            }
        }
        return days
    }

    private func days(in year: Int) -> [CalendarDay] {
        let days = Set(spans(of: year).flatMap(days)).sorted()
        if positions.isEmpty { return days }
        let places = positions.map { $0 > 0 ? $0 - 1 : days.count + $0 }
        return Set(places.filter(days.indices.contains)).sorted().map { days[$0] }
    }

    /// The months in which days are counted; the whole year for weekdays without a month.
    private func spans(of year: Int) -> [ClosedRange<CalendarDay>] {
        if months.isEmpty, monthDays.isEmpty, !weekdays.isEmpty {
            return [Self.span(1, year).lowerBound...Self.span(12, year).upperBound]
        }
        let all = monthDays.isEmpty ? [first.date.month] : Array(1...12)
        return (months.isEmpty ? all : months).map { Self.span($0, year) }
    }

    private static func span(_ month: Int, _ year: Int) -> ClosedRange<CalendarDay> {
        let beginning = WallTime(year: year, month: month, day: 1).map(CalendarDay.init) ?? CalendarDay(number: 0)
        return beginning...beginning.adding(days: WallTime.days(inMonth: month, ofYear: year) - 1)
    }

    private func days(in span: ClosedRange<CalendarDay>) -> [CalendarDay] {
        if monthDays.isEmpty, !weekdays.isEmpty { return weekdays.flatMap { Self.days($0, in: span) } }
        let dates = monthDays.isEmpty ? [first.date.day] : monthDays
        let days = dates.map { ($0 > 0 ? span.lowerBound.adding(days: $0 - 1) : span.upperBound.adding(days: $0 + 1)) }
        return days.filter { day in
            span.contains(day) && (weekdays.isEmpty || weekdays.contains { $0.day == day.weekday })
        }
    }

    private static func days(_ weekday: (day: Int, place: Int?), in span: ClosedRange<CalendarDay>) -> [CalendarDay] {
        let early = span.lowerBound.adding(days: (weekday.day - span.lowerBound.weekday + 7) % 7)
        let days = stride(from: early.number, through: span.upperBound.number, by: 7).map(CalendarDay.init(number:))
        guard let place = weekday.place else { return days }
        let index = place > 0 ? place - 1 : days.count + place
        return days.indices.contains(index) ? [days[index]] : []
    }
}
