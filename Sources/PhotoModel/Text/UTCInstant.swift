/// A moment, as nanoseconds since 1970-01-01T00:00:00Z without leap seconds, as a file system counts.
package struct UTCInstant: Hashable, Sendable {
    /// The count; negative before 1970.
    package let nanoseconds: Int64

    package init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// RFC 3339 in UTC: `2026-05-01T08:00:00Z`, with 3, 6 or 9 digits of a fraction where the second has one.
    package var text: String {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends ``text`` as ASCII.
    func append(to bytes: inout [UInt8]) {
        let (quotient, remainder) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        let seconds = remainder < 0 ? quotient - 1 : quotient
        let fraction = Int(remainder < 0 ? remainder + 1_000_000_000 : remainder)
        bytes.append(time: CivilTime(microseconds: seconds * 1_000_000))
        appendFraction(fraction, to: &bytes)
        bytes.append(UInt8(ascii: "Z"))
    }

    private func appendFraction(_ fraction: Int, to bytes: inout [UInt8]) {
        guard fraction != 0 else { return }
        bytes.append(UInt8(ascii: "."))
        if fraction % 1_000_000 == 0 {
            bytes.append(decimal: fraction / 1_000_000, width: 3)
        } else if fraction % 1_000 == 0 {
            bytes.append(decimal: fraction / 1_000, width: 6)
        } else {
            bytes.append(decimal: fraction, width: 9)
        }
    }
}

extension UTCInstant {
    /// Reads what ``text`` gives: RFC 3339 in UTC with `T` and `Z`, and up to 9 digits of a fraction.
    ///
    /// - Throws: for anything else, and for what does not fit into nanoseconds (before 1678, after 2261).
    package init(parsing text: String) throws(TextError) {
        guard let nanoseconds = Self.nanoseconds(of: Array(text.utf8)) else {
            throw TextError("a time is written as in 2026-05-01T08:00:00.123456789Z")
        }
        self.init(nanoseconds: nanoseconds)
    }

    private static func nanoseconds(of text: [UInt8]) -> Int64? {
        let form = Array("0000-00-00T00:00:00".utf8)
        guard text.count > form.count, text.last == UInt8(ascii: "Z") else { return nil }
        for (byte, wanted) in zip(text, form) where isASCIIDigit(wanted) ? !isASCIIDigit(byte) : byte != wanted {
            return nil
        }
        func number(_ range: Range<Int>) -> Int { text[range].reduce(0) { $0 * 10 + Int($1 - 0x30) } }
        let wall = WallTime(
            year: number(0..<4), month: number(5..<7), day: number(8..<10), hour: number(11..<13),
            minute: number(14..<16), second: number(17..<19))
        guard let wall, let fraction = fraction(text[form.count..<(text.count - 1)]) else { return nil }
        // Wider, since the second may begin out of reach.
        return Int64(exactly: Int128(wall.microseconds) * 1_000 + Int128(fraction))
    }

    /// The nanoseconds of `.123`; 0 for nothing.
    private static func fraction(_ text: ArraySlice<UInt8>) -> Int64? {
        guard let point = text.first else { return 0 }
        let digits = text.dropFirst()
        guard point == UInt8(ascii: "."), (1...9).contains(digits.count), digits.allSatisfy(isASCIIDigit) else {
            return nil
        }
        let number = digits.reduce(Int64(0)) { $0 * 10 + Int64($1 - 0x30) }
        return (digits.count..<9).reduce(number) { number, _ in number * 10 }
    }
}

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
