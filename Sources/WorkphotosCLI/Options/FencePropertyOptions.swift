import ArgumentParser
import PhotoModel
import PhotoPipeline

/// The flags that set the properties of a fence, one for each of `FenceProperty.all`, and `--except-ics`.
struct FencePropertyOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Work only at these hours, such as \"mon-fri 08:00-18:00\" (repeatable).", valueName: "hours"),
        transform: weeklyHours)
    var hours: [WeeklyHours] = []

    @Option(help: ArgumentHelp("Time zone of the fence, such as Europe/Berlin.", valueName: "name"))
    var timeZone: String?

    @Option(help: ArgumentHelp("First day on which the fence holds.", valueName: "date"), transform: calendarDay)
    var from: CalendarDay?

    @Option(help: ArgumentHelp("Last day on which the fence holds.", valueName: "date"), transform: calendarDay)
    var until: CalendarDay?

    @Option(
        help: ArgumentHelp(
            "Days on which the fence does not hold, such as days off: 2026-12-24, 2026-12-24..2027-01-02, or every year 12-25 or 12-24..01-02 (repeatable).",
            valueName: "days"),
        transform: exceptedDays)
    var except: [ExceptedDays] = []

    @Option(
        help: ArgumentHelp("iCalendar file whose whole-day events are days off.", valueName: "file"),
        completion: .file())
    var exceptIcs: String?

    @Option(
        help: ArgumentHelp(
            "Folder for the photos of this fence, below the top of the destination, such as "
                + "\"{fence}/{year}/{name}\".", valueName: "template"),
        transform: folderTemplate)
    var folder: FolderTemplate?

    @Option(
        help: ArgumentHelp(
            "Destination for the photos of this fence: a name, or a place such as folder:PATH.", valueName: "dest"),
        completion: Completions.destinations)
    var to: String?

    /// What the flags say, but for the calendar.
    var terms: FenceTerms {
        var terms = FenceTerms()
        terms.schedule.hours = hours
        terms.schedule.timeZone = timeZone
        terms.schedule.from = from
        terms.schedule.until = until
        terms.schedule.except = except
        terms.sending.folder = folder
        terms.sending.to = to
        return terms
    }

    /// Whether a flag gives the property.
    func gives(_ property: FenceProperty) -> Bool {
        !property.texts(terms).isEmpty || (property.name == "except" && exceptIcs != nil)
    }

    func validate() throws {
        if let problem = terms.schedule.problem { throw ValidationError(problem) }
    }

    /// What the flags say, including the calendar's days off. A destination is stored by its name, or by its spec if it
    /// has none.
    ///
    /// - Throws: `Failure` (64) for an unknown destination, and if the calendar cannot be read.
    func terms(in session: Session) throws -> FenceTerms {
        var terms = terms
        terms.sending.to = try to.map { try name(ofDestination: $0, in: session) }
        terms.schedule.except += try daysOff(in: session)
        return terms
    }

    private func name(ofDestination text: String, in session: Session) throws -> String {
        do {
            return try session.destination(text).name
        } catch let error as PipelineError where error.kind == .unknown {
            throw Failure(.usage, what: "usage", message: "--to: \(error.message)", next: error.remedy?.command)
        }
    }

    /// The calendar's days off, up to ten years ahead; none without a calendar. Events that do not last whole days, or
    /// whose days are not clear, are reported and skipped.
    ///
    /// - Throws: if the calendar cannot be read, or has no all-day event.
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

/// The flags that take properties of a fence away, as `FenceProperty.removal` names them.
struct FenceRemovalOptions: ParsableArguments {
    @Flag(help: "Remove the hours: work at all hours.")
    var noHours = false

    @Flag(help: "Remove the first and the last day: work on all dates.")
    var noDates = false

    @Flag(help: "Remove the days off.")
    var noExcept = false

    @Flag(help: "Remove the time zone: that of the photo counts.")
    var noTimeZone = false

    @Flag(help: "Remove the fence's own folder.")
    var noFolder = false

    @Flag(help: "Remove the fence's own destination.")
    var noTo = false

    /// The names of those that were given, without `--no-`.
    var names: Set<String> {
        let flags = [
            (noHours, "hours"), (noDates, "dates"), (noExcept, "except"), (noTimeZone, "time-zone"),
            (noFolder, "folder"), (noTo, "to"),
        ]
        return Set(flags.filter(\.0).map(\.1))
    }
}
