/// When a photo was taken: the wall time at the place and, where it is known, how far that clock is from UTC.
package struct CaptureTime: Hashable, Sendable {
    /// What a clock at the place showed.
    package var wall: WallTime
    /// The clock's distance from UTC; nil where nothing says it. Never assumed.
    package var offset: UTCOffset?
    /// Where the wall time came from.
    package var source: CaptureTimeSource

    package init(wall: WallTime, offset: UTCOffset?, source: CaptureTimeSource) {
        self.wall = wall
        self.offset = offset
        self.source = source
    }

    /// The moment in UTC, as a wall time of Greenwich's clock; nil where the offset is not known.
    package var utc: WallTime? {
        offset.map { WallTime(microseconds: wall.microseconds - Int64($0.seconds) * 1_000_000) }
    }

    /// Whether it is the date of a file's name, of which nobody knows the hour. A name that says midnight to the second
    /// is taken for one as well.
    package var isDateOnly: Bool {
        source == .filename && offset == nil && wall.microseconds % 86_400_000_000 == 0
    }

    /// Whether the wall time is UTC's, since nobody knows what a clock at the place showed.
    package var isOnlyUTC: Bool { offset?.source == .utc }
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
    /// A clip's creation date, or XMP, with an offset of its own.
    case quicktime, xmp
    /// The source gives the time in UTC and nobody knows what a clock at the place showed: the wall time is UTC's.
    case utc
}

/// Where a capture time came from. The raw values are the contract's `takenAtSource`.
package enum CaptureTimeSource: String, CaseIterable, Hashable, Sendable {
    case exif, xmp, quicktime, takeout, filename
}
