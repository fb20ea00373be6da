/// A date and time of day as a clock on the wall showed it, in the proleptic Gregorian calendar, with no zone.
///
/// Kept as microseconds since 1970-01-01T00:00:00 on that clock, so order and difference are arithmetic; finer
/// sub-seconds are cut off. Years 1…9999.
package struct WallTime: Hashable, Comparable, Sendable {
    /// Microseconds since 1970-01-01T00:00:00 on the same clock.
    package let microseconds: Int64

    /// From the stored count; no check, for values this type gave out.
    package init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    /// Nil for a date or time that no calendar and clock show: month 13, 30 February, hour 24, second 60.
    package init?(
        year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0, microsecond: Int = 0
    ) {
        guard (1...9999).contains(year), (1...12).contains(month),
            (1...Self.days(inMonth: month, ofYear: year)).contains(day),
            (0..<24).contains(hour), (0..<60).contains(minute), (0..<60).contains(second),
            (0..<1_000_000).contains(microsecond)
        else { return nil }
        let seconds = Self.days(year: year, month: month, day: day) * 86_400 + hour * 3_600 + minute * 60 + second
        microseconds = Int64(seconds) * 1_000_000 + Int64(microsecond)
    }

    package static func < (left: WallTime, right: WallTime) -> Bool {
        left.microseconds < right.microseconds
    }

    /// Days from 1970-01-01 to a date that exists. Years are counted from March, so that a leap day ends its year.
    static func days(year: Int, month: Int, day: Int) -> Int {
        let shifted = month > 2 ? year : year - 1
        let monthFromMarch = (month + 9) % 12
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        return 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
    }

    /// The length of a month, 1…12.
    static func days(inMonth month: Int, ofYear year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
