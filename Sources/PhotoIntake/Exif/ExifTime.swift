internal import PhotoModel

/// Dates, times and offsets in EXIF (EXIF 3.0, 4.6.5 and 4.6.6).
enum ExifTime {
    /// Parses `YYYY:MM:DD HH:MM:SS`; nil for spaces, zeros and an invalid date or time.
    ///
    /// Some writers use ISO 8601 with an offset (``WrittenTime``), which takes precedence over `offset`. `subSeconds`,
    /// the digits of SubSecTime, take precedence over a fraction in the text; both are truncated to microseconds.
    static func captureTime(_ text: ShortText, subSeconds: ShortText?, offset: ShortText?) -> CaptureTime? {
        let microseconds = subSeconds?.millionths(at: 0)
        guard let time = WrittenTime(text, microseconds: microseconds, source: .exif) else { return nil }
        let apart = offset.flatMap(Self.offset).map { UTCOffset(seconds: $0, source: .exif) }
        return CaptureTime(wall: time.wall, offset: time.offset ?? apart, source: .exif)
    }

    /// Parses `+HH:MM`, `-HH:MM` or `Z`, in seconds east of Greenwich; nil for anything else, and beyond 14 hours, the
    /// largest offset of any time zone.
    static func offset(_ text: ShortText) -> Int? {
        if text.count == 1, text.holds(oneOf: "Zz", at: 0) { return 0 }
        guard text.count == 6, text.holds(oneOf: "+-", at: 0), text[3] == 0x3A,
            let hours = text.number(at: 1, length: 2), let minutes = text.number(at: 4, length: 2),
            minutes < 60, hours * 60 + minutes <= 14 * 60
        else { return nil }
        let seconds = (hours * 60 + minutes) * 60
        return text.holds(oneOf: "-", at: 0) ? -seconds : seconds
    }

    /// GPSDateStamp and GPSTimeStamp, which are in UTC; nil if either is missing or invalid. A time after the date in
    /// GPSDateStamp is ignored.
    static func gpsTime(_ stamp: ShortText, _ time: Fractions) -> WallTime? {
        guard time.count == 3, let (year, month, day) = date(stamp),
            stamp.count == 10 || stamp.holds(oneOf: "Tt ", at: 10),
            let hours = time[0].millionths, let minutes = time[1].millionths, let seconds = time[2].millionths,
            let midnight = WallTime(year: year, month: month, day: day),
            (0..<24_000_000).contains(hours), (0..<60_000_000).contains(minutes), (0..<60_000_000).contains(seconds)
        else { return nil }
        return WallTime(microseconds: midnight.microseconds + Int64(hours * 3_600 + minutes * 60 + seconds))
    }

    /// The year, month and day in the text's first ten characters; nil if it has none.
    static func date(_ text: ShortText) -> (year: Int, month: Int, day: Int)? {
        guard let year = text.number(at: 0, length: 4), text.holds(oneOf: ":-/.", at: 4), text[7] == text[4],
            let month = text.number(at: 5, length: 2), let day = text.number(at: 8, length: 2)
        else { return nil }
        return (year, month, day)
    }
}

/// A date and time as in EXIF, `YYYY:MM:DD hh:mm:ss` (EXIF 3.0, 4.6.5), or in ISO 8601 in XMP's profile (XMP
/// specification, part 1, Date). Writers confuse the two, so both are accepted everywhere.
struct WrittenTime {
    /// The date and time of day as written, truncated to microseconds.
    let wall: WallTime
    /// The offset from UTC; nil if the text has none. `Z` means that the time is in UTC, not that a clock at the
    /// location showed it.
    let offset: UTCOffset?

    /// The moment in UTC; without an offset, the text is assumed to be UTC.
    var utc: WallTime {
        WallTime(microseconds: wall.microseconds - Int64(offset?.seconds ?? 0) * 1_000_000)
    }

    /// Parses `YYYY-MM-DDThh:mm`, optionally with `:ss` and a fraction, and optionally with `Z`, `±hh:mm`, `±hhmm` or
    /// `±hh`. Colons, slashes and points in the date, and a space after it, are accepted too.
    ///
    /// Returns nil for a date without a time of day, which XMP allows, and for an invalid date or time.
    ///
    /// - Parameters:
    ///   - text: the text.
    ///   - microseconds: a separate fraction of the second, which takes precedence over one in the text.
    ///   - source: the source to record for an offset in the text.
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

    /// The digits from `place` on as microseconds, and the offset of their end.
    private static func fraction(_ text: ShortText, at index: Int) -> (microseconds: Int, end: Int) {
        var (microseconds, weight, end) = (0, 100_000, index)
        while let digit = text.number(at: end, length: 1) {
            microseconds += digit * weight
            weight /= 10
            end += 1
        }
        return (microseconds, end)
    }

    /// The offset that fills the text from `place` to its end; nil if there is anything else.
    private static func offset(_ text: ShortText, at index: Int, _ source: UTCOffsetSource) -> UTCOffset? {
        if text.holds(oneOf: "Zz", at: index) {
            return text.count == index + 1 ? UTCOffset(seconds: 0, source: .utc) : nil
        }
        let hasColon = text.holds(oneOf: ":", at: index + 3)
        let end = index + (hasColon ? 4 : 3)
        guard text.holds(oneOf: "+-", at: index), let hours = text.number(at: index + 1, length: 2) else { return nil }
        let minutes = text.count == end && !hasColon ? 0 : text.number(at: end, length: 2)
        guard let minutes, text.count <= end + 2, minutes < 60, hours * 60 + minutes <= 14 * 60 else { return nil }
        let seconds = (hours * 60 + minutes) * 60
        return UTCOffset(seconds: text.holds(oneOf: "-", at: index) ? -seconds : seconds, source: source)
    }
}
