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
        time.add(offset: offset, source: .exif)
        return time
    }

    /// GPSDateStamp and GPSTimeStamp, which are in UTC; nil if both are missing or one is invalid. A time after the
    /// date in GPSDateStamp is ignored.
    ///
    /// Of a time without a date, the moment is the one nearest to the capture, whose offset has to be known. A date
    /// without a time tells no moment, unless it is another day than the capture's in every zone: then the moment is
    /// the one at the hour of the capture.
    static func gpsTime(_ stamp: ShortText?, _ time: Fractions?, of photo: CaptureTime?) -> WallTime? {
        guard let stamp else { return time.flatMap(sinceMidnight).flatMap { nearest($0, to: photo?.utc) } }
        guard let midnight = WrittenTime.midnight(stamp)?.microseconds else { return nil }
        if let time { return sinceMidnight(time).map { WallTime(microseconds: midnight + $0) } }
        guard let wall = photo?.wall.microseconds else { return nil }
        let hour = hour(of: wall)
        return abs(midnight - (wall - hour)) > day ? WallTime(microseconds: midnight + hour) : nil
    }

    private static let day: Int64 = 86_400_000_000

    /// The time of the day, in microseconds.
    private static func hour(of microseconds: Int64) -> Int64 { (microseconds % day + day) % day }

    /// GPSTimeStamp in microseconds; nil if it is invalid.
    private static func sinceMidnight(_ time: Fractions) -> Int64? {
        guard time.count == 3,
            let hours = time[0].millionths, let minutes = time[1].millionths, let seconds = time[2].millionths,
            (0..<24_000_000).contains(hours), (0..<60_000_000).contains(minutes), (0..<60_000_000).contains(seconds)
        else { return nil }
        return Int64(hours * 3_600 + minutes * 60 + seconds)
    }

    /// The moment at a time of the day that is nearest to another.
    private static func nearest(_ time: Int64, to moment: WallTime?) -> WallTime? {
        moment.map { moment in
            let later = hour(of: time - moment.microseconds)
            return WallTime(microseconds: moment.microseconds + (later > day / 2 ? later - day : later))
        }
    }
}
