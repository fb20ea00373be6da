/// A date and time of day in parts, in the proleptic Gregorian calendar.
package struct CivilTime: Hashable, Sendable {
    /// Year, month 1…12, day 1…31, hour 0…23, minute and second 0…59, and microseconds within the second.
    package let year, month, day, hour, minute, second, microsecond: Int

    /// The parts of a wall time.
    package init(_ time: WallTime) {
        self.init(microseconds: time.microseconds)
    }

    /// The parts of a count of microseconds since 1970-01-01T00:00:00, which may be negative.
    init(microseconds: Int64) {
        let (seconds, fraction) = Self.floorDivide(Int(microseconds), 1_000_000)
        let (days, time) = Self.floorDivide(seconds, 86_400)
        microsecond = fraction
        (hour, minute, second) = (time / 3_600, time / 60 % 60, time % 60)
        // Counted from 0000-03-01 in eras of 400 years, so that a leap day ends its year.
        let (era, dayOfEra) = Self.floorDivide(days + 719_468, 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    }

    private static func floorDivide(_ value: Int, _ divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
