/// A local date and time of day.
struct WallClock: Hashable {
    let date: CalendarDate
    /// Milliseconds since midnight, below 86,400,000.
    let millisecond: Int

    init(date: CalendarDate, millisecond: Int) {
        self.date = date
        self.millisecond = millisecond
    }

    /// Milliseconds since 1970-01-01T00:00:00 on the same clock.
    init(milliseconds: Int) {
        self.init(date: CalendarDate(dayNumber: milliseconds / 86_400_000), millisecond: milliseconds % 86_400_000)
    }

    var milliseconds: Int { date.dayNumber * 86_400_000 + millisecond }
    var hour: Int { millisecond / 3_600_000 }
    var minute: Int { millisecond / 60_000 % 60 }
    var second: Int { millisecond / 1_000 % 60 }

    /// The same moment on a clock that is `minutes` ahead.
    func advanced(minutes: Int) -> WallClock {
        WallClock(milliseconds: milliseconds + minutes * 60_000)
    }

    /// Hours, minutes and seconds; `10:00:00` with a colon as separator.
    func timeText(separator: String) -> String {
        digits(hour, 2) + separator + digits(minute, 2) + separator + digits(second, 2)
    }

    /// The time in EXIF's format: `2026:05:01 10:00:00` (EXIF 3.0, 4.6.5, DateTimeOriginal).
    var exifText: String { date.text(separator: ":") + " " + timeText(separator: ":") }

    /// The first fractional digits of the second, with zeros after the third.
    func subSecond(digits count: Int) -> String {
        String((digits(millisecond % 1_000, 3) + "000").prefix(count))
    }
}

/// A day of the proleptic Gregorian calendar, independent of the machine's locale and time zone.
struct CalendarDate: Hashable {
    /// Days since 1970-01-01.
    let dayNumber: Int

    init(dayNumber: Int) {
        self.dayNumber = dayNumber
    }

    /// An existing date. Years are counted from March, so that a leap day is the last day of its year.
    init(_ year: Int, _ month: Int, _ day: Int) {
        let shifted = month > 2 ? year : year - 1
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        dayNumber = 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
    }

    /// Year, month 1…12 and day 1…31, for dates after 0000-03-01.
    var parts: (year: Int, month: Int, day: Int) {
        let days = dayNumber + 719_468
        let era = days / 146_097
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }

    /// 0 for Sunday to 6 for Saturday.
    var weekday: Int { (dayNumber + 4) % 7 }

    static func firstSunday(_ year: Int, _ month: Int) -> CalendarDate {
        let first = CalendarDate(year, month, 1)
        return CalendarDate(dayNumber: first.dayNumber + (7 - first.weekday) % 7)
    }

    /// The last Sunday of a month with 31 days.
    static func lastSunday(_ year: Int, _ month: Int) -> CalendarDate {
        let last = CalendarDate(year, month, 31)
        return CalendarDate(dayNumber: last.dayNumber - last.weekday)
    }

    /// The date as text; `2026-05-01` with a hyphen as separator.
    func text(separator: String) -> String {
        let (year, month, day) = parts
        return digits(year, 4) + separator + digits(month, 2) + separator + digits(day, 2)
    }
}

/// A number of at least 0 with leading zeros.
func digits(_ value: Int, _ width: Int) -> String {
    let text = String(value)
    return text.utf8.count >= width ? text : String(repeating: "0", count: width - text.utf8.count) + text
}

/// The time zones of the sample's places, with their daylight saving rules since 2016.
enum Zone {
    case germany, britain, uruguay, southAustralia, victoria

    /// Minutes ahead of UTC on a date, after the hour of a change.
    func offset(on date: CalendarDate) -> Int {
        switch self {
        case .germany: 60 + (Self.isEuropeanSummer(date) ? 60 : 0)
        case .britain: Self.isEuropeanSummer(date) ? 60 : 0
        case .uruguay: -180
        case .southAustralia: 570 + (Self.isAustralianSummer(date) ? 60 : 0)
        case .victoria: 600 + (Self.isAustralianSummer(date) ? 60 : 0)
        }
    }

    /// Directive 2000/84/EC, which Britain follows: from the last Sunday of March to the last Sunday of October.
    private static func isEuropeanSummer(_ date: CalendarDate) -> Bool {
        let year = date.parts.year
        return date.dayNumber >= CalendarDate.lastSunday(year, 3).dayNumber
            && date.dayNumber < CalendarDate.lastSunday(year, 10).dayNumber
    }

    /// From the first Sunday of October to the first Sunday of April.
    private static func isAustralianSummer(_ date: CalendarDate) -> Bool {
        let year = date.parts.year
        return date.dayNumber < CalendarDate.firstSunday(year, 4).dayNumber
            || date.dayNumber >= CalendarDate.firstSunday(year, 10).dayNumber
    }

    /// An offset in the format of EXIF and RFC 3339: `+09:30`.
    static func text(offset: Int) -> String {
        (offset < 0 ? "-" : "+") + digits(abs(offset) / 60, 2) + ":" + digits(abs(offset) % 60, 2)
    }
}
