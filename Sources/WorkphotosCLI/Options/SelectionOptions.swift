import ArgumentParser
import PhotoFrontEnd
import PhotoModel
import PhotoPipeline
import SystemPackage

/// The photos that a command works on.
struct SelectionOptions: ParsableArguments {
    @Flag(help: "Photos judged work.")
    var work = false

    @Flag(help: "Photos judged personal.")
    var personal = false

    @Flag(help: "Photos judged unsure.")
    var unsure = false

    @Option(help: ArgumentHelp("Photos with this verdict (repeatable).", valueName: "verdict"))
    var verdict: [Verdict] = []

    @Flag(help: "Photos that you marked as work or personal.")
    var marked = false

    @Flag(help: "Photos that are held, by you or because they came back from a trash.")
    var held = false

    @Option(
        help: ArgumentHelp("Photos whose verdict this fence decided.", valueName: "name"),
        completion: Completions.fences)
    var fence: String?

    @Option(
        help: ArgumentHelp(
            "Taken on this day or later (wall time): 2026-05-01, 2026-05, 2026-W21, yesterday, or 30d for 30 days ago.",
            valueName: "date"),
        transform: dateText)
    var since: DateText?

    @Option(
        help: ArgumentHelp("Taken on this day or earlier (wall time), in the formats of --since.", valueName: "date"),
        transform: dateText)
    var until: DateText?

    @Option(
        help: ArgumentHelp(
            "Taken on these days of the week (wall time), such as mon-fri or sat,sun (repeatable).",
            valueName: "days"),
        transform: weekdays)
    var weekday: [String] = []

    @Option(
        help: ArgumentHelp(
            "Taken at these times of day (wall time), such as 08:00-18:00 (repeatable). Times that pass midnight belong "
                + "to the day on which they begin.", valueName: "times"),
        transform: timesOfDay)
    var time: [String] = []

    @Option(help: ArgumentHelp("Make or model contains this text, ignoring case.", valueName: "text"))
    var camera: String?

    @Flag(help: "Photos that are uploaded; of those that are not work, all of which anything was ever sent.")
    var uploaded = false

    @Flag(help: "Photos that are not uploaded.")
    var notUploaded = false

    @Option(
        help: ArgumentHelp("Near this point; requires --within.", valueName: "lat,lon"), transform: coordinate)
    var near: Coordinate?

    @Option(help: ArgumentHelp("Maximum distance, such as 500m or 2km.", valueName: "length"), transform: length)
    var within: Double?

    @Option(
        help: ArgumentHelp(
            "Path matches this pattern. A pattern that begins with neither / nor ~/ matches at any depth, such "
                + "as \"*.dng\" or 2026/Oslo. * also matches slashes, and a directory stands for all that is in it.",
            valueName: "glob"),
        transform: pathPattern)
    var path: String?

    @Option(help: ArgumentHelp("At most this many photos.", valueName: "n"))
    var limit: Int?

    func validate() throws {
        if uploaded && notUploaded { throw ValidationError("--uploaded and --not-uploaded cannot be combined.") }
        if (near == nil) != (within == nil) { throw ValidationError("--near and --within require each other.") }
        if let limit, limit < 0 { throw ValidationError("--limit must not be negative.") }
        if case .span(let since)? = since, case .span(let until)? = until, since.start >= until.end {
            throw ValidationError("--since is later than --until.")
        }
    }

    var isGiven: Bool {
        work || personal || unsure || !verdict.isEmpty || marked || held || uploaded || notUploaded || limit != nil
            || [fence, camera, path].contains { $0 != nil } || since != nil || until != nil || near != nil
            || hours != nil
    }

    /// The hours of the week that the flags select; nil if they select none.
    private var hours: WeeklyHours? {
        weekday.isEmpty && time.isEmpty ? nil : try? WeeklyHours(days: weekday, times: time)
    }

    /// The selection that the flags describe. The session's clock resolves relative dates, and its home directory `~/`.
    ///
    /// - Throws: `Failure` (64) for a pattern that cannot match anything, and (1) for a fence that does not exist;
    ///   `Failure`, or what the pipeline throws (78) if the fences cannot be read for that.
    func selection(in session: Session) throws -> PhotoSelection {
        if let fence {
            let names = try session.fenceStore().load().fences.map(\.name)
            if !names.contains(fence) { throw unknownFence(fence, among: names) }
        }
        var selection = PhotoSelection()
        selection.verdicts = Set(verdict)
        if work { selection.verdicts.insert(.work) }
        if personal { selection.verdicts.insert(.personal) }
        if unsure { selection.verdicts.insert(.unsure) }
        (selection.isMarked, selection.isHeld) = (marked, held)
        selection.fence = fence
        let now = session.environment.wallTime
        selection.since = since?.span(now: now).start
        selection.until = until?.span(now: now).end
        selection.hours = hours
        selection.camera = camera
        if uploaded || notUploaded {
            selection.upload = PhotoSelection.Upload(
                isDone: uploaded, unsentSidecars: try session.configuration().upload.unsentSidecars)
        }
        if let near, let within { selection.near = PhotoSelection.Circle(center: near, meters: within) }
        selection.paths = try paths(session)
        selection.limit = limit
        return selection
    }

    private func paths(_ session: Session) throws(Failure) -> [Glob] {
        guard let path else { return [] }
        let home = session.environment.variables["HOME"].flatMap { $0.hasPrefix("/") ? FilePath($0) : nil }
        do {
            return try KeepPatterns([path], home: home).globs
        } catch {
            throw Failure(.usage, what: "usage", message: "--path: \(error.message)")
        }
    }
}

/// Selects photos by the reason for their verdict.
struct ReasonOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Photos whose verdict has this reason, such as near-boundary (repeatable).", valueName: "reason"))
    var reason: [Reason] = []
}

extension Verdict: ExpressibleByArgument {}

extension Reason: ExpressibleByArgument {}
