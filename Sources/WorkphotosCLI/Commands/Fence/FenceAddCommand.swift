import ArgumentParser
import PhotoModel
import PhotoPipeline

/// `workphotos fence add`.
struct FenceAddCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a place.",
        discussion: """
            Shows what the new fence does to verdicts and judges the index anew at once, without opening a photo.

            Examples:
              workphotos fence add Office --at 52.5200,13.4050 --radius 150m
              workphotos fence add Site --at 52.5300,13.3800 --radius 80m --hours "mon-fri 07:00-16:00" --until 2026-09-30
              workphotos fence add Home --kind never --at 52.4870,13.4250 --radius 80m -n
            """)

    @Argument(help: "The fence's name; no other fence has it.")
    var name: String

    @Option(help: ArgumentHelp("The middle of the place.", valueName: "lat,lon"), transform: coordinate)
    var at: Coordinate

    @Option(help: ArgumentHelp("How far it reaches, such as 150m.", valueName: "length"), transform: length)
    var radius: Double

    @Option(help: "Photos inside are work, or never work.")
    var kind = Fence.Kind.work

    @OptionGroup
    var schedule: ScheduleOptions

    @Flag(name: [.customShort("n"), .long], help: "Show what would change; write nothing.")
    var dryRun = false

    @OptionGroup
    var global: GlobalOptions

    func validate() throws {
        if name.isEmpty { throw ValidationError("A fence needs a name.") }
        if kind == .never, schedule.schedule.isLimited {
            throw ValidationError("A fence that is never work has no hours and no dates: it holds at all times.")
        }
    }

    func run(in session: Session) async throws -> ExitStatus {
        try schedule.checkTimeZone(in: session)
        let shape = FenceShape.circle(center: at, radius: radius)
        let fence = Fence(name: name, kind: kind, shape: shape, schedule: schedule.schedule)
        let changes = try session.fenceEdit().make(isDryRun: dryRun) { file in
            do throws(FenceFileError) {
                return try file.adding(fence)
            } catch {
                throw Failure(.failed, what: "fence", message: error.message, next: "workphotos fence list")
            }
        }
        try VerdictChangeReport(changes: changes, isDryRun: dryRun).print(to: session.reporter, command: "fence add")
        return .success
    }
}

extension Fence.Kind: ExpressibleByArgument {}
