import ArgumentParser
import PhotoModel
import PhotoPipeline

struct RunsCommand: WorkphotosCommand {
    /// The number of runs shown without `--limit`.
    private static let standardLimit = 20

    static let configuration = CommandConfiguration(
        commandName: "runs",
        abstract: "Show what each run did.",
        discussion: """
            Lists the commands that changed something, newest first: number, start (local time), duration, and what \
            they did. With the number of a run, also shows the result of each photo in it, and what of it is still in \
            the trash. On a terminal, its photos are counted by result, fence and month; -v lists each.

            A run is `running` while its process lives on this machine, and `interrupted` if it was killed; the next \
            command of its kind settles what it had begun. So it does with photos that are `interrupted`, such as \
            those on the way to a destination that was lost.

            --empty-trash permanently deletes what a purge moved to the trash. It deletes only what is unchanged since \
            its removal and whose copies are still at the destination, from which undo then restores it. The copies \
            are checked once more after the files have got another name in the trash, which begins with `emptying-`. \
            Files that a killed run leaves under such a name are still in the trash, for undo and for the next \
            --empty-trash.

            Examples:
              workphotos runs
              workphotos runs 12
              workphotos runs 12 --html run.html
              workphotos runs --empty-trash 12
              workphotos runs --all --json | jq 'select(.state == "interrupted")'
            """)

    @Argument(help: ArgumentHelp("Number of a run.", valueName: "run"), completion: Completions.runs)
    var number: Int64?

    @Option(help: ArgumentHelp("Show at most this many runs.", valueName: "n"))
    var limit: Int?

    @Flag(help: "Show all runs.")
    var all = false

    @Option(
        help: ArgumentHelp("Permanently delete what this run moved to the trash.", valueName: "run"),
        completion: Completions.runs)
    var emptyTrash: Int64?

    @OptionGroup
    var page: PageOptions

    @Flag(name: [.customShort("n"), .long], help: "With --empty-trash: show what would be deleted; write nothing.")
    var dryRun = false

    @Flag(name: [.customShort("y"), .long], help: "With --empty-trash: do not ask for confirmation.")
    var yes = false

    @OptionGroup
    var global: GlobalOptions

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit must be 1 or more.") }
        if all, limit != nil { throw ValidationError("--all and --limit cannot be combined.") }
        if number != nil, all || limit != nil {
            throw ValidationError("A single run is shown completely: omit --all and --limit.")
        }
        if emptyTrash != nil, number != nil || all || limit != nil {
            throw ValidationError(
                "--empty-trash takes the number of its run and lists nothing: omit the other number, --all and --limit."
            )
        }
        try page.validatePlan(isShown: true)
        if page.html != nil, number == nil { throw ValidationError("--html requires the number of a run.") }
        if emptyTrash == nil, dryRun || yes { throw ValidationError("--dry-run and --yes require --empty-trash.") }
    }

    var activity: String { "Reading the journal" }

    func run(in session: Session) async throws -> ExitStatus {
        if let emptyTrash {
            let emptying = EmptyTrashAct(run: emptyTrash, isConfirmed: yes) { try session.now.purgeSettings() }
            return try await session.carryOut(
                .emptyTrash(emptying), dryRun ? .dryRun : .carryOut, as: "runs --empty-trash")
        }
        let library = try session.unjudgedLibrary()
        let report = RunReport(
            reporter: session.reporter, now: session.environment.clock.now, minute: session.minute,
            path: try session.shownPath { library })
        if let number {
            try await show(number, library, report, session)
        } else {
            var runs: [RunRecord] = []
            try library.runs(limit: all ? nil : limit ?? Self.standardLimit) { run in
                runs.append(run)
                return session.environment.interruption.signal == nil
            }
            // The index is not asked for one thing while it gives another.
            for run in runs { try report.show(run, photos: try library.photos(ofRun: run.id)) }
            try report.end(runs: runs.count, actions: nil)
        }
        return session.environment.interruption.signal.map { ExitStatus($0) } ?? .success
    }

    private func show(_ number: Int64, _ library: Library, _ report: RunReport, _ session: Session) async throws {
        guard let run = try library.run(number) else {
            throw Failure(.failed, what: "unknown", message: "There is no run \(number)", next: "workphotos runs")
        }
        let photos = try library.photos(ofRun: number)
        try report.show(run, photos: photos)
        var count = 0
        var isRemoval = false
        var counted: [Action] = []
        var interrupted: Action?
        let page = try PageReport(page, title: "Run \(number)", fates: ("done", "not done"), session)
        let groups = ShownGroups()
        try library.actions(ofRun: number) { action in
            count += 1
            isRemoval = isRemoval || action.kind == .purge
            let isInterrupted = action.state == .running && run.isOver
            if isInterrupted { interrupted = action }
            if page != nil {
                var shown = action
                if isInterrupted { (shown.state, shown.why) = (.skipped, .interrupted) }
                groups.add(shown)
            }
            if session.reporter.tellsTotals { counted.append(action) } else { try report.show(action, of: run) }
            return true
        }
        for action in counted { report.count(action, on: try library.ground(of: action), of: run) }
        let trash = isRemoval ? try library.trash(in: session.environment).filter { $0.run == number } : []
        try report.end(
            runs: 1, actions: count, photos: (run, photos),
            settling: interrupted.map { session.options.keepingPlaces(in: Self.settling($0).command) }, trash: trash)
        try await page?.write(groups)
    }

    /// An upload settles what goes to its own destination, a scan everything else.
    private static func settling(_ action: Action) -> Remedy {
        guard action.kind == .upload else { return .scan() }
        return action.destination.map { .upload(to: $0.name, makingDestination: false) } ?? .uploadAll
    }
}
