/// A date and time as in EXIF, `YYYY:MM:DD hh:mm:ss` (EXIF 3.0, 4.6.5), or in ISO 8601 in XMP's profile (XMP
/// specification, part 1, Date). Writers confuse the two, so both are accepted everywhere.
package struct WrittenTime: Sendable {
    /// The date and time of day as written, truncated to microseconds.
    package let wall: WallTime
    /// The offset from UTC; nil if the text has none. `Z` means that the time is in UTC, not that a clock at the
    /// location showed it.
    package let offset: UTCOffset?
    /// Whether an offset or a zone is written that is not understood.
    package let hasUnreadableOffset: Bool

    /// The moment in UTC; without an offset, the text is assumed to be UTC.
    package var utc: WallTime {
        WallTime(microseconds: wall.microseconds - Int64(offset?.seconds ?? 0) * 1_000_000)
    }

    /// The time as a photo's.
    package func captureTime(_ source: CaptureTimeSource) -> CaptureTime {
        CaptureTime(wall: wall, offset: offset, source: source, hasUnreadableOffset: hasUnreadableOffset)
    }

    /// Parses `YYYY-MM-DDThh:mm`, optionally with `:ss` and a fraction, and optionally with an offset
    /// (``TimeReader/offset()``). Colons, slashes and points in the date, numbers of one digit, blanks for `T` and
    /// hours of twelve with `AM` and `PM` are accepted too, the digits of other scripts, the names of months
    /// (``TimeReader/namedMonth()``), dates without dividers and a sixtieth second, which begins the next minute.
    ///
    /// Returns nil for a date without a time of day, which XMP allows, and for an invalid date or time.
    ///
    /// - Parameters:
    ///   - microseconds: a separate fraction of the second, which takes precedence over one in the text.
    ///   - source: the source to record for an offset in the text.
    package init?(_ text: ShortText, microseconds: Int? = nil, source: UTCOffsetSource) {
        var reader = TimeReader(text.inASCII)
        reader.skipBlanks()
        let parts = reader.isAtDigit ? reader.numbered() : nil
        if parts == nil { reader = TimeReader(text.inASCII) }
        guard let (day, clock) = parts ?? reader.namedMonth(), let written = reader.offset(),
            let wall = WallTime(
                year: day.year, month: day.month, day: day.day, hour: clock.hour, minute: clock.minute,
                second: clock.second == 60 ? 59 : clock.second, microsecond: microseconds ?? clock.microsecond)
        else { return nil }
        // The sixtieth second is that of a leap second, or one that was rounded up.
        self.wall = clock.second == 60 ? WallTime(microseconds: wall.microseconds + 1_000_000) : wall
        hasUnreadableOffset = written == .unreadable
        offset =
            switch written {
            case .utc: UTCOffset(seconds: 0, source: .utc)
            case .seconds(let seconds): UTCOffset(seconds: seconds, source: source)
            case .absent, .unreadable: nil
            }
    }

    /// The midnight that begins the day at the start of a text, behind which only a time of day may follow; nil if
    /// there is none.
    package static func midnight(_ text: ShortText) -> WallTime? {
        var reader = TimeReader(text.inASCII)
        guard let day = reader.date(.by(":-/.")), reader.isAtEnd || reader.skip(oneOf: "Tt ") != nil else { return nil }
        return WallTime(year: day.year, month: day.month, day: day.day)
    }

    /// The seconds east of Greenwich that a text of its own gives; `Z` and `UTC` are 0. Nil for a text that is blank or
    /// not understood, which `isUnreadable` tells apart.
    package static func offset(_ text: ShortText) -> (seconds: Int?, isUnreadable: Bool) {
        let text = text.inASCII
        guard (0..<text.count).contains(where: { !text.holds(oneOf: " :", at: $0) }) else { return (nil, false) }
        var reader = TimeReader(text)
        return switch reader.offset() {
        case .utc: (0, false)
        case .seconds(let seconds): (seconds, false)
        case .absent, .unreadable, nil: (nil, true)
        }
    }
}

extension CaptureTime {
    /// Adds an offset that is written apart from the time, unless the time has one itself.
    package mutating func add(offset text: ShortText?, source: UTCOffsetSource) {
        guard offset == nil, let text else { return }
        let apart = WrittenTime.offset(text)
        offset = apart.seconds.map { UTCOffset(seconds: $0, source: source) }
        hasUnreadableOffset = offset == nil && (hasUnreadableOffset || apart.isUnreadable)
    }
}
