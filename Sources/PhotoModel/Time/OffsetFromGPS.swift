/// The distance of a camera's clock from UTC by the time of its position fix.
enum OffsetFromGPS {
    /// Every offset that a zone of the tz database 2025b had at any moment since 2000, in seconds.
    static let known: [Int] = [
        -43_200, -39_600, -36_000, -34_200, -32_400, -28_800, -25_200, -21_600, -18_000, -16_200, -14_400, -12_600,
        -10_800, -9_000, -7_200, -3_600, 0, 3_600, 7_200, 10_800, 12_600, 14_400, 16_200, 18_000, 19_800, 20_700,
        21_600, 23_400, 25_200, 28_800, 30_600, 31_500, 32_400, 34_200, 35_100, 36_000, 37_800, 39_600, 41_400, 43_200,
        45_900, 46_800, 49_500, 50_400,
    ]

    /// Clock and fix may differ by so much from a known offset.
    static let tolerance: Int64 = 120_000_000
    /// A known offset may be so many seconds from the sun's time at the place, 240 seconds a degree. Legal time is
    /// farther only beyond the date line (Samoa, Tonga, Kiribati), where a zone has to be given.
    static let reach = 4.0 * 3_600

    /// A clock that differs by so little from the time of the fix shows UTC: 1 minute.
    static let toleranceOfUTC: Int64 = 60_000_000

    /// The offset in seconds; nil where the two times are none that a right clock and a fresh fix show.
    static func offset(wall: WallTime, fix: WallTime, longitude: Double) -> Int? {
        let difference = wall.microseconds - fix.microseconds
        let distance = { (offset: Int) in abs(difference - Int64(offset) * 1_000_000) }
        guard let nearest = known.min(by: { distance($0) < distance($1) }), distance(nearest) <= tolerance,
            abs(Double(nearest) - longitude * 240) <= reach
        else { return nil }
        return nearest
    }

    /// The offsets in seconds that the zone of a place may have, also where the date line is bent around that.
    static func offsets(atLongitude longitude: Double) -> [Int] {
        known.filter { offset in
            let distance = abs(Double(offset) - longitude * 240)
            return min(distance, abs(distance - 86_400)) <= reach
        }
    }

    /// The offset in seconds between a wall time and the same moment in UTC; nil if no zone has it.
    static func offset(wall: WallTime, utc: WallTime) -> Int? {
        known.first { abs(wall.microseconds - utc.microseconds - Int64($0) * 1_000_000) <= tolerance }
    }
}

extension PhotoFacts {
    /// Takes from the camera the moment of capture in UTC: it gives a wall time its offset, and where there is no time
    /// it is the time. One that does not belong to the wall time, which was changed then, says nothing.
    package mutating func add(momentOfCapture moment: WallTime) {
        if let time = captureTime {
            guard time.offset == nil, let seconds = OffsetFromGPS.offset(wall: time.wall, utc: moment) else { return }
            captureTime?.offset = UTCOffset(seconds: seconds, source: .exif)
        } else {
            captureTime = CaptureTime(wall: moment, offset: UTCOffset(seconds: 0, source: .utc), source: .exif)
        }
    }

    /// The capture time with its offset by what the photo alone says: what is given with the time, else the time of its
    /// position fix. A time given in UTC stays so, a clock that shows the very time of the fix is one on UTC, wherever
    /// it is, and a date without an hour has no offset.
    package var ownCaptureTime: CaptureTime? {
        guard var time = captureTime, time.offset == nil, !time.isDateOnly, let gpsTime,
            let coordinate = position.coordinate
        else { return captureTime }
        if abs(time.wall.microseconds - gpsTime.microseconds) <= OffsetFromGPS.toleranceOfUTC {
            time.offset = UTCOffset(seconds: 0, source: .utc)
            return time
        }
        guard let seconds = OffsetFromGPS.offset(wall: time.wall, fix: gpsTime, longitude: coordinate.longitude)
        else { return captureTime }
        time.offset = UTCOffset(seconds: seconds, source: .gps)
        return time
    }
}
