/// A day of the proleptic Gregorian calendar, independent of the machine's locale and time zone.
struct CalendarDate: Hashable {
    /// Days since 1970-01-01.
    let dayNumber: Int

    init(dayNumber: Int) {
        self.dayNumber = dayNumber
    }

    /// A date that exists. Years are counted from March, so that a leap day ends its year.
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

    /// The last Sunday of a month of 31 days.
    static func lastSunday(_ year: Int, _ month: Int) -> CalendarDate {
        let last = CalendarDate(year, month, 31)
        return CalendarDate(dayNumber: last.dayNumber - last.weekday)
    }

    /// The date in text, `2026-05-01` with a hyphen as separator.
    func text(separator: String) -> String {
        let (year, month, day) = parts
        return digits(year, 4) + separator + digits(month, 2) + separator + digits(day, 2)
    }
}

/// A number from 0 up with leading zeros.
func digits(_ value: Int, _ width: Int) -> String {
    let text = String(value)
    return text.utf8.count >= width ? text : String(repeating: "0", count: width - text.utf8.count) + text
}
