/// When a work fence holds.
///
/// Compared with what a clock at the fence shows. So an hour that a clock change repeats counts both times, and one that
/// it leaves out does not come up.
package struct FenceSchedule: Hashable, Sendable {
    /// Any of these; none means at all hours.
    package var hours: [WeeklyHours] = []
    /// The IANA name of the zone whose clock is meant; nil for that of the photo.
    package var timeZone: String?
    /// The first day.
    package var from: CalendarDay?
    /// The last day.
    package var until: CalendarDay?
    /// Days on which the fence does not hold.
    package var except: [CalendarDay] = []

    package init() {}

    /// How a time fares.
    package enum Match: Hashable, Sendable {
        /// In the hours and on the days.
        case within
        /// At another hour.
        case outsideHours
        /// In the hours, but on another day.
        case outsideDates
    }

    /// Whether there are hours or days outside of which the fence does not hold.
    package var isLimited: Bool { !hours.isEmpty || from != nil || until != nil || !except.isEmpty }

    /// How what a clock at the fence shows fares. Hours that pass midnight belong to the day they begin on, with their
    /// part after midnight.
    package func match(_ time: WallTime) -> Match {
        let day = CalendarDay(time)
        guard !hours.isEmpty else { return holds(on: day) ? .within : .outsideDates }
        let minute = (Int(time.wholeSeconds) - day.number * 86_400) / 60
        let days = [(day, minute), (day.yesterday, minute + 1_440)].filter { day, minute in
            hours.contains { $0.covers(minute: minute, from: day) }
        }
        if days.isEmpty { return .outsideHours }
        return days.contains { holds(on: $0.0) } ? .within : .outsideDates
    }

    private func holds(on day: CalendarDay) -> Bool {
        if let from, day < from { return false }
        if let until, day > until { return false }
        return !except.contains(day)
    }
}
