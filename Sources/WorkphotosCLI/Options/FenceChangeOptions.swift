import ArgumentParser
import PhotoModel
import PhotoPipeline

/// The changes to a fence.
struct FenceChangeOptions: ParsableArguments {
    @OptionGroup
    var ground: FenceGroundOptions

    @Option(help: "Whether photos inside are work, or never work.")
    var kind: Fence.Kind?

    @OptionGroup
    var schedule: ScheduleOptions

    @OptionGroup
    var sending: SendingOptions

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

    func validate() throws {
        if ground.ways > 1 {
            throw ValidationError("Give only one of --at, --polygon and --from-photo.")
        }
        if ground.polygon != nil && ground.radius != nil { throw ValidationError("A polygon has no --radius.") }
        let pairs = [
            (noHours && !schedule.hours.isEmpty, "hours"), (noExcept && schedule.hasDaysOff, "except"),
            (noDates && (schedule.from != nil || schedule.until != nil), "dates"),
            (noTimeZone && schedule.timeZone != nil, "time-zone"), (noFolder && sending.folder != nil, "folder"),
            (noTo && sending.to != nil, "to"),
        ]
        if let (_, name) = pairs.first(where: \.0) {
            throw ValidationError("--no-\(name) cannot be combined with a flag that sets it.")
        }
    }

    /// Combines the flags.
    ///
    /// - Parameters:
    ///   - fence: the current fence.
    ///   - session: resolves file names and destinations.
    /// - Returns: the change; empty if no flag was given.
    /// - Throws: `Failure` if a value is invalid.
    func change(of fence: Fence, in session: Session) throws -> FenceChange {
        try schedule.checkTimeZone(in: session)
        var change = FenceChange()
        change.shape = try shape(of: fence, in: session)
        change.kind = kind
        let given = try schedule.schedule(in: session)
        change.hours = noHours ? [] : given.hours.isEmpty ? nil : given.hours
        change.except = noExcept ? [] : given.except.isEmpty ? nil : given.except
        change.timeZone = noTimeZone ? .some(nil) : given.timeZone.map { $0 }
        change.from = noDates ? .some(nil) : given.from.map { $0 }
        change.until = noDates ? .some(nil) : given.until.map { $0 }
        let sent = try sending.sending(in: session)
        change.folder = noFolder ? .some(nil) : sent.folder.map { $0 }
        change.to = noTo ? .some(nil) : sent.to.map { $0 }
        return change
    }

    private func shape(of fence: Fence, in session: Session) throws(Failure) -> FenceShape? {
        if let polygon = try ground.polygonShape(in: session) { return polygon }
        let (center, radius) = (try ground.center(in: session), ground.radius)
        if center == nil && radius == nil { return nil }
        guard case .circle(let oldCenter, let oldRadius) = fence.shape else {
            guard let center, let radius else {
                throw Failure(
                    .usage, what: "usage",
                    message: "The fence is a polygon: to make it a circle, give --at and --radius")
            }
            return .circle(center: center, radius: radius)
        }
        return .circle(center: center ?? oldCenter, radius: radius ?? oldRadius)
    }
}
