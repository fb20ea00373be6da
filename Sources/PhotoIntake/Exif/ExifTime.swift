internal import PhotoModel

/// Dates, times and offsets in EXIF (EXIF 3.0, 4.6.5 and 4.6.6).
enum ExifTime {
    /// Parses `YYYY:MM:DD HH:MM:SS`; nil for spaces, zeros and an invalid date or time.
    ///
    /// Some writers use ISO 8601 with an offset (``WrittenTime``), which takes precedence over `offset`. `subSeconds`,
    /// the digits of SubSecTime, take precedence over a fraction in the text; both are truncated to microseconds.
    static func captureTime(_ text: ShortText, subSeconds: ShortText?, offset: ShortText?) -> CaptureTime? {
        let microseconds = subSeconds?.millionths(at: 0)
        guard let written = WrittenTime(text, microseconds: microseconds, source: .exif) else { return nil }
        var time = written.captureTime(.exif)
        if time.offset == nil, let offset {
            let apart = WrittenTime.offset(offset)
            time.offset = apart.seconds.map { UTCOffset(seconds: $0, source: .exif) }
            time.hasUnreadableOffset = time.offset == nil && (time.hasUnreadableOffset || apart.isUnreadable)
        }
        return time
    }

    /// GPSDateStamp and GPSTimeStamp, which are in UTC; nil if either is missing or invalid. A time after the date in
    /// GPSDateStamp is ignored.
    static func gpsTime(_ stamp: ShortText, _ time: Fractions) -> WallTime? {
        guard time.count == 3, let midnight = WrittenTime.midnight(stamp),
            let hours = time[0].millionths, let minutes = time[1].millionths, let seconds = time[2].millionths,
            (0..<24_000_000).contains(hours), (0..<60_000_000).contains(minutes), (0..<60_000_000).contains(seconds)
        else { return nil }
        return WallTime(microseconds: midnight.microseconds + Int64(hours * 3_600 + minutes * 60 + seconds))
    }
}
