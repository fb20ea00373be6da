internal import PhotoModel

/// Dates, times and offsets as EXIF writes them (EXIF 3.0, 4.6.5 and 4.6.6).
enum ExifTime {
    /// `YYYY:MM:DD HH:MM:SS`; nil for blanks, zeros and what no calendar or clock shows.
    ///
    /// Some writers put it as ISO 8601 has it, with an offset of its own (``WrittenTime``), which goes before the one
    /// that stands apart. `subSeconds`, the digits of SubSecTime, goes before a fraction behind the second; both are cut
    /// to microseconds.
    static func captureTime(_ text: ShortText, subSeconds: ShortText?, offset: ShortText?) -> CaptureTime? {
        let microseconds = subSeconds?.millionths(at: 0)
        guard let time = WrittenTime(text, microseconds: microseconds, source: .exif) else { return nil }
        let apart = offset.flatMap(Self.offset).map { UTCOffset(seconds: $0, source: .exif) }
        return CaptureTime(wall: time.wall, offset: time.offset ?? apart, source: .exif)
    }

    /// `+HH:MM`, `-HH:MM` or `Z`, in seconds east of Greenwich; nil for anything else and beyond 14 hours, the farthest
    /// that any clock has been set since time zones are.
    static func offset(_ text: ShortText) -> Int? {
        if text.count == 1, text.holds(oneOf: "Zz", at: 0) { return 0 }
        guard text.count == 6, text.holds(oneOf: "+-", at: 0), text[3] == 0x3A,
            let hours = text.number(at: 1, length: 2), let minutes = text.number(at: 4, length: 2),
            minutes < 60, hours * 60 + minutes <= 14 * 60
        else { return nil }
        let seconds = (hours * 60 + minutes) * 60
        return text.holds(oneOf: "-", at: 0) ? -seconds : seconds
    }

    /// GPSDateStamp and GPSTimeStamp, which are UTC; nil where either is missing or no calendar and clock show it. A time
    /// behind the date says nothing new.
    static func gpsTime(_ stamp: ShortText, _ time: Fractions) -> WallTime? {
        guard time.count == 3, let (year, month, day) = date(stamp),
            stamp.count == 10 || stamp.holds(oneOf: "Tt ", at: 10),
            let hours = time[0].millionths, let minutes = time[1].millionths, let seconds = time[2].millionths,
            let midnight = WallTime(year: year, month: month, day: day),
            (0..<24_000_000).contains(hours), (0..<60_000_000).contains(minutes), (0..<60_000_000).contains(seconds)
        else { return nil }
        return WallTime(microseconds: midnight.microseconds + Int64(hours * 3_600 + minutes * 60 + seconds))
    }

    /// The year, month and day that the text begins with, as ten characters; nil where it does not.
    static func date(_ text: ShortText) -> (year: Int, month: Int, day: Int)? {
        guard let year = text.number(at: 0, length: 4), text.holds(oneOf: ":-/.", at: 4), text[7] == text[4],
            let month = text.number(at: 5, length: 2), let day = text.number(at: 8, length: 2)
        else { return nil }
        return (year, month, day)
    }
}
