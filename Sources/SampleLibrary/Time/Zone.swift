/// The time zones of the sample's places, with the daylight saving rules that hold there since 2016.
enum Zone {
    case germany, britain, uruguay, southAustralia, victoria

    /// Minutes that clocks are ahead of UTC on a date, after the hour of a change.
    func offset(on date: CalendarDate) -> Int {
        switch self {
        case .germany: 60 + (Self.isEuropeanSummer(date) ? 60 : 0)
        case .britain: Self.isEuropeanSummer(date) ? 60 : 0
        case .uruguay: -180
        case .southAustralia: 570 + (Self.isAustralianSummer(date) ? 60 : 0)
        case .victoria: 600 + (Self.isAustralianSummer(date) ? 60 : 0)
        }
    }

    /// Directive 2000/84/EC, which Britain follows: from the last Sunday of March to the last Sunday of October.
    private static func isEuropeanSummer(_ date: CalendarDate) -> Bool {
        let year = date.parts.year
        return date.dayNumber >= CalendarDate.lastSunday(year, 3).dayNumber
            && date.dayNumber < CalendarDate.lastSunday(year, 10).dayNumber
    }

    /// From the first Sunday of October to the first Sunday of April.
    private static func isAustralianSummer(_ date: CalendarDate) -> Bool {
        let year = date.parts.year
        return date.dayNumber < CalendarDate.firstSunday(year, 4).dayNumber
            || date.dayNumber >= CalendarDate.firstSunday(year, 10).dayNumber
    }

    /// An offset as EXIF and RFC 3339 write it: `+09:30`.
    static func text(offset: Int) -> String {
        (offset < 0 ? "-" : "+") + digits(abs(offset) / 60, 2) + ":" + digits(abs(offset) % 60, 2)
    }
}
