/// Times that clocks show which were never set, and times that have not come yet.
extension WallTime {
    /// Where clocks and formats begin to count: 1904 (QuickTime, HFS), 1970 (Unix), 1980 (FAT, and GPS on 6 January),
    /// 2001 (Cocoa, Matroska). A zero of 1970 that was taken for one of 1904, and so was shifted twice, shows
    /// 2036-01-02; NTP's counter starts over in 2036, QuickTime's in 2040.
    private static let zeros: [WallTime] = [
        WallTime(year: 1904, month: 1, day: 1), WallTime(year: 1970, month: 1, day: 1),
        WallTime(year: 1980, month: 1, day: 1), WallTime(year: 1980, month: 1, day: 6),
        WallTime(year: 2001, month: 1, day: 1), WallTime(year: 2036, month: 1, day: 2),
        WallTime(year: 2036, month: 2, day: 7, hour: 6, minute: 28, second: 16),
        WallTime(year: 2040, month: 2, day: 6, hour: 6, minute: 28, second: 16),
    ].compactMap(\.self)

    private static let quarterHour: Int64 = 900_000_000
    private static let day: Int64 = 86_400_000_000
    /// 1,024 weeks, after which the week number of GPS starts over (IS-GPS-200, 20.3.3.3.1.1): on 1999-08-22,
    /// 2019-04-07 and 2038-11-21.
    private static let weeksOfGPS = 1_024 * 7 * day
    /// 1980-01-06, on which it began.
    private static let epochOfGPS = 3_657 * day
    private static let year = 366 * day

    /// How long the week number of GPS has been counted from zero, in microseconds.
    private var sinceRollover: Int64 { Self.modulo(microseconds - Self.epochOfGPS, Self.weeksOfGPS) }

    /// Whether it is exactly such a beginning in some zone: whole quarters of an hour away, 14 hours at most.
    package var isClockZero: Bool {
        Self.zeros.contains { zero in
            let distance = microseconds - zero.microseconds
            return distance % Self.quarterHour == 0 && abs(distance) <= 14 * 4 * Self.quarterHour
        }
    }

    /// Whether a receiver that did not know the date shows this moment of a fix.
    ///
    /// - Parameter distance: from the moment of capture, in microseconds; more than ``Triage/freshness`` either way.
    /// - Returns: true on a day on which a clock begins, and a whole multiple of 1,024 weeks from the capture; on a
    ///   day on which the week number of GPS started over only more than a year from it, since fixes were taken then.
    func isUnsetFix(_ distance: Int64) -> Bool {
        let day = microseconds - Self.modulo(microseconds, Self.day)
        let isFirstDay = Self.zeros.contains { $0.microseconds - Self.modulo($0.microseconds, Self.day) == day }
        let beyond = Self.modulo(distance + Triage.freshness, Self.weeksOfGPS)
        let isRollover = sinceRollover < Self.day && abs(distance) > Self.year
        return isFirstDay || isRollover || beyond <= 2 * Triage.freshness
    }

    /// Whether a receiver that did not know the date shows this moment of a fix, where nothing else in the photo tells
    /// a time: the very beginning of a week number, or whole multiples of 1,024 weeks before the time in its name.
    ///
    /// - Parameter name: the time in the photo's name; nil where there is none. Its zone and its hour may be unknown,
    ///   so that a day and 14 hours are left open.
    /// - Returns: whether the moment is no time of capture.
    package func isUnsetFix(ofName name: CaptureTime?) -> Bool {
        if sinceRollover == 0 { return true }
        guard let name else { return false }
        let open = Self.day + Int64(CaptureTime.farthestZone) * 1_000_000
        let distance = name.wall.microseconds - microseconds
        return distance > open && Self.modulo(distance + open, Self.weeksOfGPS) <= 2 * open
    }

    private static func modulo(_ value: Int64, _ divisor: Int64) -> Int64 {
        let rest = value % divisor
        return rest < 0 ? rest + divisor : rest
    }
}

extension CaptureTime {
    /// Zones are at most so many seconds from UTC.
    package static let farthestZone = 14 * 3_600
    /// A clock may run so far ahead before its time is taken for one that it cannot be: a day.
    private static let leeway: Int64 = 86_400_000_000
    /// 2026-11-01: this was written later, so that no earlier time lies in the future, whatever a computer's clock
    /// says.
    private static let written: Int64 = 1_793_491_200_000_000

    /// Whether it is the beginning of a clock that was never set (``WallTime/isClockZero``), and so no time of capture.
    package var isClockZero: Bool { (source != .filename || !isDateOnly) && wall.isClockZero }

    /// The earliest moment that it may mean, microseconds since 1970-01-01T00:00:00Z.
    private var earliest: Int64 { utc?.microseconds ?? wall.microseconds - Int64(Self.farthestZone) * 1_000_000 }

    /// The latest moment at which a photo may have been taken, microseconds since 1970-01-01T00:00:00Z: a day after the
    /// present, or after this was written.
    ///
    /// - Parameter now: the present, in nanoseconds since 1970; nil where no time counts as lying in the future.
    /// - Returns: the moment; the greatest number for nil.
    package static func latestMoment(at now: Int64?) -> Int64 {
        now.map { max($0 / 1_000, written) + leeway } ?? .max
    }

    /// Whether it lies in the past whenever somebody asks.
    var isCertainlyPast: Bool { earliest - Self.leeway <= Self.written }

    /// Whether it may count where the other lies in the future: it is more than a day earlier.
    func mayReplace(_ other: CaptureTime) -> Bool { other.wall.microseconds - wall.microseconds > Self.leeway }

    /// Whether it lies more than a day after a moment, in nanoseconds since 1970. After the present, it is no time of
    /// capture. False for nil.
    func isAhead(of now: Int64?) -> Bool { earliest > Self.latestMoment(at: now) }
}

extension PhotoFacts {
    /// Takes the time of the next source in the order of precedence. It becomes ``captureTime`` if that is not known
    /// yet, or only its day, and ``nextCaptureTime`` if ``captureTime`` may prove to lie in the future. The beginning
    /// of a clock's count is no time, and only told (``unsetTime``).
    package mutating func take(_ time: CaptureTime?) {
        guard let time else { return }
        if time.isClockZero {
            if captureTime == nil, unsetTime == nil {
                unsetTime = CaptureTime(wall: time.wall, offset: nil, source: time.source)
            }
            return
        }
        guard let captureTime else {
            self.captureTime = time
            return
        }
        if captureTime.isDateOnly, !time.isDateOnly, VagueTime(dayOf: captureTime).mayMean(time) {
            self.captureTime = time
        } else if mayLieAhead, time.mayReplace(captureTime) {
            nextCaptureTime = time
        }
    }

    /// Whether the time of a further source would be kept.
    package var wantsTime: Bool { captureTime?.isDateOnly ?? true || mayLieAhead }

    /// Whether a time is known that may prove to lie in the future, and not what counts then.
    private var mayLieAhead: Bool { captureTime?.isCertainlyPast == false && nextCaptureTime == nil }

    /// The facts as they count at a moment: a time that lies ahead of it gives way to that of the next source.
    ///
    /// Facts are read without regard to the present, so that they do not change with it.
    ///
    /// - Parameter now: the present, in nanoseconds since 1970; nil where it is not known.
    /// - Returns: the same facts, but for a time in the future.
    package func counting(at now: Int64?) -> PhotoFacts {
        guard let time = captureTime, time.isAhead(of: now) else { return self }
        var facts = self
        facts.captureTime = nextCaptureTime.flatMap { $0.isAhead(of: now) ? nil : $0 }
        facts.nextCaptureTime = nil
        return facts
    }
}
