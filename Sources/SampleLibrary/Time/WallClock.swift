/// A date and time of day on a clock at the place.
struct WallClock: Hashable {
    let date: CalendarDate
    /// Milliseconds since midnight, below 86,400,000.
    let millisecond: Int

    init(date: CalendarDate, millisecond: Int) {
        self.date = date
        self.millisecond = millisecond
    }

    /// Milliseconds since 1970-01-01T00:00:00 on the same clock.
    init(milliseconds: Int) {
        self.init(date: CalendarDate(dayNumber: milliseconds / 86_400_000), millisecond: milliseconds % 86_400_000)
    }

    var milliseconds: Int { date.dayNumber * 86_400_000 + millisecond }
    var hour: Int { millisecond / 3_600_000 }
    var minute: Int { millisecond / 60_000 % 60 }
    var second: Int { millisecond / 1_000 % 60 }

    /// The same moment on a clock that is `minutes` ahead of this one.
    func advanced(minutes: Int) -> WallClock {
        WallClock(milliseconds: milliseconds + minutes * 60_000)
    }

    /// Hours, minutes and seconds, `10:00:00` with a colon as separator.
    func timeText(separator: String) -> String {
        digits(hour, 2) + separator + digits(minute, 2) + separator + digits(second, 2)
    }

    /// As EXIF writes it: `2026:05:01 10:00:00` (EXIF 3.0, 4.6.5, DateTimeOriginal).
    var exifText: String { date.text(separator: ":") + " " + timeText(separator: ":") }

    /// The first digits of the fraction of a second, zeros behind the third.
    func subSecond(digits count: Int) -> String {
        String((digits(millisecond % 1_000, 3) + "000").prefix(count))
    }
}
