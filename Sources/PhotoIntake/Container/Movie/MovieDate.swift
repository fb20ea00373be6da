internal import PhotoModel

/// Times as movies write them: ISO 8601, with an offset or without.
enum MovieDate {
    /// `2026-05-01T10:00:00+0200`, with a fraction of the second, and `+02:00`, `+02` or `Z`. Nil for anything else, and
    /// for what no calendar and clock show; without an offset for one beyond 14 hours.
    static func captureTime(_ text: ShortText) -> CaptureTime? {
        guard let year = text.number(at: 0, length: 4), text.holds(oneOf: "-:", at: 4), text[7] == text[4],
            let month = text.number(at: 5, length: 2), let day = text.number(at: 8, length: 2),
            text.holds(oneOf: "T ", at: 10), let hour = text.number(at: 11, length: 2), text[13] == 0x3A,
            let minute = text.number(at: 14, length: 2), text[16] == 0x3A,
            let second = text.number(at: 17, length: 2)
        else { return nil }
        var place = 19
        let fraction = microseconds(text, at: &place)
        guard
            let wall = WallTime(
                year: year, month: month, day: day, hour: hour, minute: minute, second: second, microsecond: fraction)
        else { return nil }
        return CaptureTime(wall: wall, offset: offset(text, at: place), source: .quicktime)
    }

    /// The fraction at `place`, cut to microseconds; 0 where there is none. `place` moves behind it.
    private static func microseconds(_ text: ShortText, at place: inout Int) -> Int {
        guard text.holds(oneOf: ".,", at: place) else { return 0 }
        place += 1
        var number = 0
        var weight = 100_000
        while let digit = text.number(at: place, length: 1) {
            number += digit * weight
            weight /= 10
            place += 1
        }
        return number
    }

    /// The offset that ends the text; nil where none does. `Z` says that the time is UTC's, not what a clock showed.
    private static func offset(_ text: ShortText, at place: Int) -> UTCOffset? {
        if text.holds(oneOf: "Zz", at: place), text.count == place + 1 { return UTCOffset(seconds: 0, source: .utc) }
        guard text.holds(oneOf: "+-", at: place), let hours = text.number(at: place + 1, length: 2) else { return nil }
        let isNegative = text.holds(oneOf: "-", at: place)
        var minutes = 0
        if text.count > place + 3 {
            let start = place + (text[place + 3] == 0x3A ? 4 : 3)
            guard let number = text.number(at: start, length: 2), text.count == start + 2, number < 60 else {
                return nil
            }
            minutes = number
        }
        let seconds = (hours * 60 + minutes) * 60
        guard seconds <= 14 * 3_600 else { return nil }
        return UTCOffset(seconds: isNegative ? -seconds : seconds, source: .quicktime)
    }
}
