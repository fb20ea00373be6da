import ArgumentParser
import PhotoModel
import PhotoPipeline

/// The schedule of a fence.
struct ScheduleOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Work only at these hours, such as \"mon-fri 08:00-18:00\" (repeatable).", valueName: "hours"),
        transform: weeklyHours)
    var hours: [WeeklyHours] = []

    @Option(help: ArgumentHelp("Time zone of the fence, such as Europe/Berlin.", valueName: "name"))
    var timeZone: String?

    @Option(help: ArgumentHelp("First day of work.", valueName: "date"), transform: calendarDay)
    var from: CalendarDay?

    @Option(help: ArgumentHelp("Last day of work.", valueName: "date"), transform: calendarDay)
    var until: CalendarDay?

    @Option(
        help: ArgumentHelp(
            "Days off: 2026-12-24, 2026-12-24..2027-01-02, or every year 12-25 or 12-24..01-02 (repeatable).",
            valueName: "days"),
        transform: exceptedDays)
    var except: [ExceptedDays] = []

    @Option(
        help: ArgumentHelp("iCalendar file whose whole-day events are days off.", valueName: "file"),
        completion: .file())
    var exceptIcs: String?

    func validate() throws {
        if let problem = schedule.problem { throw ValidationError(problem) }
    }

    /// The schedule that the flags describe, including the calendar's days off.
    ///
    /// - Throws: `Failure` if the calendar cannot be read.
    func schedule(in session: Session) throws(Failure) -> FenceSchedule {
        var schedule = schedule
        schedule.except += try daysOff(in: session)
        return schedule
    }

    /// The calendar's days off, up to ten years ahead; none without a calendar. Events that do not last whole days, or
    /// whose days are not clear, are reported and skipped.
    ///
    /// - Throws: `Failure` if the calendar cannot be read, or has no all-day event.
    private func daysOff(in session: Session) throws(Failure) -> [ExceptedDays] {
        guard let exceptIcs else { return [] }
        let path = session.places.absolute(exceptIcs)
        let now = CalendarDay(WallTime(microseconds: session.environment.clock.now / 1_000))
        let calendar: CalendarFile
        do {
            calendar = try CalendarFile(parsing: try namedFile(path, in: session), until: now.adding(days: 3_653))
        } catch let error as CalendarFileError {
            throw Failure(.failed, what: "calendar", message: error.message, path: path, line: error.line)
        } catch {
            throw Failure(error)
        }
        for (line, what) in calendar.leftOut {
            session.reporter.warn("\(terminalSafe(exceptIcs)):\(line): \(what)")
        }
        guard !calendar.days.isEmpty else {
            throw Failure(
                .failed, what: "calendar", message: "The calendar has no whole-day event to use as a day off",
                path: path)
        }
        return calendar.days
    }

    /// The schedule that the flags describe, without the calendar.
    var schedule: FenceSchedule {
        var schedule = FenceSchedule()
        schedule.hours = hours
        schedule.timeZone = timeZone
        schedule.from = from
        schedule.until = until
        schedule.except = except
        return schedule
    }

    /// Whether any flag gives days off.
    var hasDaysOff: Bool { !except.isEmpty || exceptIcs != nil }

    /// Refuses an unknown time zone before any work.
    func checkTimeZone(in session: Session) throws(Failure) {
        guard let timeZone else { return }
        do {
            _ = try session.timeZones.zone(named: timeZone)
        } catch {
            throw Failure(.usage, what: "usage", message: "--time-zone: \(error.message)")
        }
    }
}
