/// Times in the formats of the protocol. A time is a number of milliseconds since 1970 in UTC.
enum Times {
    /// A time in Drive's format: `2026-05-04T10:00:00.000Z`.
    static func text(_ milliseconds: Int) -> String {
        let (days, rest) = floored(milliseconds, 86_400_000)
        let (year, month, day) = civil(days)
        let seconds = rest / 1000
        return "\(digits(year, 4))-\(digits(month))-\(digits(day))T\(digits(seconds / 3600)):"
            + "\(digits(seconds / 60 % 60)):\(digits(seconds % 60)).\(digits(rest % 1000, 3))Z"
    }

    /// A time in the format of the header `Date` (RFC 9110, 5.6.7): `Mon, 04 May 2026 10:00:00 GMT`.
    static func header(_ milliseconds: Int) -> String {
        let (days, rest) = floored(milliseconds, 86_400_000)
        let (year, month, day) = civil(days)
        let seconds = rest / 1000
        let weekday = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"][floored(days, 7).rest]
        let names = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        return "\(weekday), \(digits(day)) \(names[month - 1]) \(digits(year, 4)) \(digits(seconds / 3600)):"
            + "\(digits(seconds / 60 % 60)):\(digits(seconds % 60)) GMT"
    }

    /// Reads an RFC 3339 time with any offset. Digits beyond milliseconds are dropped.
    ///
    /// - Returns: nil if the text is not a time.
    static func read(_ text: String) -> Int? {
        let bytes = Array(text.utf8)
        func number(_ range: Range<Int>) -> Int? {
            guard range.upperBound <= bytes.count, bytes[range].allSatisfy({ (0x30...0x39).contains($0) }) else {
                return nil
            }
            return Int(String(decoding: bytes[range], as: UTF8.self))
        }
        func has(_ character: String, at index: Int) -> Bool {
            index < bytes.count && character.uppercased().utf8.first == bytes[index] & 0xDF
                || index < bytes.count && character.utf8.first == bytes[index]
        }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10), let hour = number(11..<13),
            let minute = number(14..<16), let second = number(17..<19), has("-", at: 4), has("-", at: 7),
            has("T", at: 10),
            has(":", at: 13), has(":", at: 16), (1...12).contains(month), (1...31).contains(day), hour < 24,
            minute < 60,
            second <= 60
        else { return nil }
        var at = 19
        var thousandths = 0
        if has(".", at: at) {
            var end = at + 1
            while end < bytes.count, (0x30...0x39).contains(bytes[end]) { end += 1 }
            guard end > at + 1 else { return nil }
            let fraction = String(decoding: bytes[at + 1..<end], as: UTF8.self) + "00"
            thousandths = Int(fraction.prefix(3)) ?? 0
            at = end
        }
        var offset = 0
        if has("Z", at: at) {
            at += 1
        } else {
            guard has("+", at: at) || has("-", at: at), has(":", at: at + 3), let hours = number(at + 1..<at + 3),
                let minutes = number(at + 4..<at + 6)
            else { return nil }
            offset = (hours * 60 + minutes) * (bytes[at] == UInt8(ascii: "-") ? -1 : 1)
            at += 6
        }
        guard at == bytes.count else { return nil }
        let days = dayNumber(year, month, day)
        return (((days * 24 + hour) * 60 + minute - offset) * 60 + second) * 1000 + thousandths
    }

    private static func digits(_ value: Int, _ count: Int = 2) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }

    private static func floored(_ value: Int, _ by: Int) -> (quotient: Int, rest: Int) {
        let rest = ((value % by) + by) % by
        return ((value - rest) / by, rest)
    }

    /// The number of days since 1970 of a Gregorian date, computed with years that begin in March.
    private static func dayNumber(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = floored(shifted, 400)
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
        let (era, dayOfEra) = floored(days + 719_468, 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }
}
