internal import PhotoModel

/// A date and time as EXIF and XMP write it: `YYYY:MM:DD hh:mm:ss` (EXIF 3.0, 4.6.5), and ISO 8601 in XMP's profile (XMP
/// specification, part 1, Date). Writers put either in the place of the other.
struct WrittenTime {
    /// The date and time of day as written. Finer fractions than microseconds are cut off.
    let wall: WallTime
    /// The distance from UTC: none where the text says none. `Z` gives the time in UTC and does not say what a clock
    /// at the place showed.
    let offset: UTCOffset?

    /// The moment in UTC; without an offset the text is taken for UTC.
    var utc: WallTime {
        WallTime(microseconds: wall.microseconds - Int64(offset?.seconds ?? 0) * 1_000_000)
    }

    /// `YYYY-MM-DDThh:mm`, then `:ss` and a fraction or not, then `Z`, `±hh:mm`, `±hhmm`, `±hh` or nothing; colons,
    /// slashes or points in the date, and a blank behind it, are taken too.
    ///
    /// Nil for a date without a time of day, which XMP allows and which tells no hour, and for what no calendar or
    /// clock shows.
    ///
    /// - Parameters:
    ///   - text: the text.
    ///   - microseconds: the fraction of the second, where it stands apart and goes before one in the text.
    ///   - source: whose an offset in the text is.
    init?(_ text: ShortText, microseconds: Int? = nil, source: UTCOffsetSource) {
        guard let (year, month, day) = ExifTime.date(text), text.holds(oneOf: "Tt ", at: 10),
            let hour = text.number(at: 11, length: 2), text.holds(oneOf: ":", at: 13),
            let minute = text.number(at: 14, length: 2)
        else { return nil }
        var (second, microsecond, end) = (0, 0, 16)
        if text.holds(oneOf: ":", at: end) {
            guard let number = text.number(at: end + 1, length: 2) else { return nil }
            (second, end) = (number, end + 3)
            if text.holds(oneOf: ".,", at: end) { (microsecond, end) = Self.fraction(text, at: end + 1) }
        }
        if text.holds(oneOf: " ", at: end) { end += 1 }
        let offset = Self.offset(text, at: end, source)
        let wall = WallTime(
            year: year, month: month, day: day, hour: hour, minute: minute, second: second,
            microsecond: microseconds ?? microsecond)
        guard let wall, offset != nil || end == text.count else { return nil }
        self.wall = wall
        self.offset = offset
    }

    /// The digits from `place` on as microseconds, and where they end.
    private static func fraction(_ text: ShortText, at place: Int) -> (microseconds: Int, end: Int) {
        var (microseconds, weight, end) = (0, 100_000, place)
        while let digit = text.number(at: end, length: 1) {
            microseconds += digit * weight
            weight /= 10
            end += 1
        }
        return (microseconds, end)
    }

    /// The offset that takes all of the text from `place` on; nil where there stands anything else.
    private static func offset(_ text: ShortText, at place: Int, _ source: UTCOffsetSource) -> UTCOffset? {
        if text.holds(oneOf: "Zz", at: place) {
            return text.count == place + 1 ? UTCOffset(seconds: 0, source: .utc) : nil
        }
        let hasColon = text.holds(oneOf: ":", at: place + 3)
        let end = place + (hasColon ? 4 : 3)
        guard text.holds(oneOf: "+-", at: place), let hours = text.number(at: place + 1, length: 2) else { return nil }
        let minutes = text.count == end && !hasColon ? 0 : text.number(at: end, length: 2)
        guard let minutes, text.count <= end + 2, minutes < 60, hours * 60 + minutes <= 14 * 60 else { return nil }
        let seconds = (hours * 60 + minutes) * 60
        return UTCOffset(seconds: text.holds(oneOf: "-", at: place) ? -seconds : seconds, source: source)
    }
}
