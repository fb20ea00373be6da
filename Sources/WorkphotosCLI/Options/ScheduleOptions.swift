import ArgumentParser
import PhotoModel
import PhotoPipeline

/// When a fence holds.
struct ScheduleOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Work at these hours only, such as \"mon-fri 08:00-18:00\" (repeatable).", valueName: "hours"),
        transform: weeklyHours)
    var hours: [WeeklyHours] = []

    @Option(help: ArgumentHelp("The time zone of the place, such as Europe/Berlin.", valueName: "name"))
    var timeZone: String?

    @Option(help: ArgumentHelp("Work from this day on.", valueName: "date"), transform: calendarDay)
    var from: CalendarDay?

    @Option(help: ArgumentHelp("Work until the end of this day.", valueName: "date"), transform: calendarDay)
    var until: CalendarDay?

    @Option(help: ArgumentHelp("Not work on this day (repeatable).", valueName: "date"), transform: calendarDay)
    var except: [CalendarDay] = []

    func validate() throws {
        if let problem = schedule.problem { throw ValidationError(problem) }
    }

    /// What these flags come to.
    var schedule: FenceSchedule {
        var schedule = FenceSchedule()
        schedule.hours = hours
        schedule.timeZone = timeZone
        schedule.from = from
        schedule.until = until
        schedule.except = except
        return schedule
    }

    /// Refuses a time zone that there is not, before any work.
    func checkTimeZone(in session: Session) throws(Failure) {
        guard let timeZone else { return }
        do {
            _ = try session.timeZones.zone(named: timeZone)
        } catch {
            throw Failure(.usage, what: "usage", message: "--time-zone: \(error.message)")
        }
    }
}
