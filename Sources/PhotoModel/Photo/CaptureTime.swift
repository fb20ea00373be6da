/// When a photo was taken: the wall time at the place and, where it is known, how far that clock is from UTC.
package struct CaptureTime: Hashable, Sendable {
    /// What a clock at the place showed.
    package var wall: WallTime
    /// The clock's distance from UTC; nil where nothing says it. Never assumed.
    package var offset: UTCOffset?
    /// Where the wall time came from.
    package var source: CaptureTimeSource
    /// Whether the photo gives an offset that is not understood.
    package var hasUnreadableOffset: Bool

    package init(
        wall: WallTime, offset: UTCOffset?, source: CaptureTimeSource, hasUnreadableOffset: Bool = false
    ) {
        self.wall = wall
        self.offset = offset
        self.source = source
        self.hasUnreadableOffset = hasUnreadableOffset
    }

    /// The word for an offset that is there and not understood, where an ``UTCOffsetSource`` is expected.
    package static let unreadableOffset = "unreadable"

    /// Where the offset came from, as the contract's `utcOffsetSource`; nil if the photo gives none.
    package var offsetSource: String? {
        offset?.source.rawValue ?? (hasUnreadableOffset ? Self.unreadableOffset : nil)
    }

    /// The moment in UTC, as a wall time of Greenwich's clock; nil where the offset is not known.
    package var utc: WallTime? {
        offset.map { WallTime(microseconds: wall.microseconds - Int64($0.seconds) * 1_000_000) }
    }

    /// Whether it is a date of a file's name, of XMP or of IPTC, of which nobody knows the hour. One that says midnight
    /// to the second is taken for one as well.
    package var isDateOnly: Bool {
        source.mayBeDate && offset == nil && wall.microseconds % 86_400_000_000 == 0
    }

    /// Whether the wall time is UTC's, since nobody knows what a clock at the place showed; for all that is known.
    package var isOnlyUTC: Bool { offset?.source == .utc || isAssumedUTC }

    /// Whether it can be compared with the times of tracks and other photos: to the second, on a clock that is known.
    package var isComparable: Bool { !isDateOnly && !isAssumedUTC }

    /// Whether only the format says that the wall time is UTC's, and the camera may have written what its clock showed.
    package var isAssumedUTC: Bool { offset?.source == .assumed }
}

/// When a photo was taken, as far as a text says that gives no time of day.
package struct VagueTime: Hashable, Sendable {
    /// The first moment of the day, month or year, and the first one after it; nil for a text that cannot be read.
    package let days: Range<WallTime>?

    package init(days: Range<WallTime>?) {
        self.days = days
    }

    init(dayOf time: CaptureTime) {
        let midnight = time.wall.microseconds - (time.wall.microseconds % Self.day + Self.day) % Self.day
        self.init(days: WallTime(microseconds: midnight)..<WallTime(microseconds: midnight + Self.day))
    }

    /// What a text says that gives no time: a date, a month, a year, or what cannot be read. Nil for blanks, zeros and
    /// the day on which a clock begins, which say nothing.
    package init?(_ text: ShortText) {
        if (0..<text.count).allSatisfy({ text.holds(oneOf: " \t\r\n0:-/.TZ", at: $0) }) { return nil }
        days = Self.days(text)
        if days?.lowerBound.isClockZero == true { return nil }
    }

    /// The days that a text means which begins with a date, or is a year, or a year and its month.
    private static func days(_ text: ShortText) -> Range<WallTime>? {
        if let day = WrittenTime.midnight(text) {
            return day..<WallTime(microseconds: day.microseconds + Self.day)
        }
        var reader = TimeReader(text.inASCII)
        reader.skipBlanks()
        guard let year = reader.number(4...4) else { return nil }
        let month = reader.skip(oneOf: "-") == nil ? nil : reader.number(1...2)
        guard reader.isAtEnd, let start = WallTime(year: year, month: month ?? 1, day: 1) else { return nil }
        let last = month ?? 12
        return WallTime(year: year + last / 12, month: last % 12 + 1, day: 1).map { start..<$0 }
    }

    /// The day; nil for more than one, and for a text that cannot be read.
    var day: WallTime? {
        days.flatMap { $0.upperBound.microseconds - $0.lowerBound.microseconds == Self.day ? $0.lowerBound : nil }
    }

    /// Whether a photo of a time may be meant. A time that only UTC's clock showed may be another day's there.
    func mayMean(_ time: CaptureTime) -> Bool {
        guard let days else { return false }
        let unknown = time.isOnlyUTC ? Int64(CaptureTime.farthestZone) * 1_000_000 : 0
        return time.wall.microseconds + unknown >= days.lowerBound.microseconds
            && time.wall.microseconds - unknown < days.upperBound.microseconds
    }

    private static let day: Int64 = 86_400_000_000
}

/// A distance from UTC and who said so.
package struct UTCOffset: Hashable, Sendable {
    /// Seconds east of Greenwich; within a day either way.
    package let seconds: Int
    /// Who said so.
    package let source: UTCOffsetSource

    package init(seconds: Int, source: UTCOffsetSource) {
        self.seconds = seconds
        self.source = source
    }
}

/// Where an offset came from. The raw values are the contract's `utcOffsetSource`.
package enum UTCOffsetSource: String, CaseIterable, Hashable, Sendable {
    case exif, gps, fence, configuration
    /// A clip's creation date, XMP or IPTC, with an offset of its own.
    case quicktime, xmp, iptc
    /// The file's name.
    case filename
    /// The source gives the time in UTC and nobody knows what a clock at the place showed: the wall time is UTC's.
    case utc
    /// The same by the rule of a film's format, which many cameras break: the wall time may be what a clock showed.
    case assumed
}

/// Where a capture time came from. The raw values are the contract's `takenAtSource`.
package enum CaptureTimeSource: String, CaseIterable, Hashable, Sendable {
    case exif, xmp, iptc, quicktime, takeout, filename

    /// Whether it has dates without an hour.
    package var mayBeDate: Bool { self == .filename || self == .xmp || self == .iptc }
}

/// A date and time of day as a clock on the wall showed it, in the proleptic Gregorian calendar, with no zone.
///
/// Kept as microseconds since 1970-01-01T00:00:00 on that clock, so order and difference are arithmetic; finer
/// sub-seconds are cut off. Years 1…9999.
package struct WallTime: Hashable, Comparable, Sendable {
    /// Microseconds since 1970-01-01T00:00:00 on the same clock.
    package let microseconds: Int64

    /// From the stored count; no check, for values this type gave out.
    package init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    /// Nil for a date or time that no calendar and clock show: month 13, 30 February, hour 24, second 60.
    package init?(
        year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0, microsecond: Int = 0
    ) {
        guard (1...9999).contains(year), (1...12).contains(month),
            (1...Self.days(inMonth: month, ofYear: year)).contains(day),
            (0..<24).contains(hour), (0..<60).contains(minute), (0..<60).contains(second),
            (0..<1_000_000).contains(microsecond)
        else { return nil }
        let seconds = Self.days(year: year, month: month, day: day) * 86_400 + hour * 3_600 + minute * 60 + second
        microseconds = Int64(seconds) * 1_000_000 + Int64(microsecond)
    }

    package static func < (left: WallTime, right: WallTime) -> Bool {
        left.microseconds < right.microseconds
    }

    /// Days from 1970-01-01 to a date that exists. Years are counted from March, so that a leap day ends its year.
    static func days(year: Int, month: Int, day: Int) -> Int {
        let shifted = month > 2 ? year : year - 1
        let monthFromMarch = (month + 9) % 12
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        return 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
    }

    /// The length of a month, 1…12.
    static func days(inMonth month: Int, ofYear year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension CaptureTime {
    /// The latest moment that it may mean, microseconds since 1970-01-01T00:00:00Z.
    ///
    /// Without an offset that is the moment of a clock twelve hours behind UTC, as none on Earth is further; of a date
    /// whose hour nobody knows it is the end of that day there.
    package var latest: Int64 {
        if let utc { return utc.microseconds }
        return wall.microseconds + (isDateOnly ? 36 : 12) * 3_600_000_000
    }
}
