import ArgumentParser
import PhotoModel
import PhotoPipeline
import SystemPackage

/// `workphotos undo`.
struct UndoCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Bring back what a run removed.",
        discussion: """
            Without a number the last run that removed photos is proposed, and asked about. Files named behind a number \
            come back alone, each with its group; a directory stands for all that was in it.

            Files come out of the trash, or from their destination where the trash was emptied or they were removed \
            for good: with the same name, bytes, time and permissions, each read and compared. A file that has one of \
            the names by now is never overwritten: that group stays where it is.

            What came back is held, so that the next purge leaves it: workphotos unhold or workphotos mark work end \
            that. workphotos runs lists the runs.

            A removal for good that is killed leaves photos under names that begin with .workphotos-, and the next \
            command puts them back. Where the index was lost before, a scan reports such files, and --parked gives \
            them their names back: the part of a parked name behind the numbers. One without such a part was parked by \
            an older version, or is an unfinished copy from a destination: look at it, and say with --name what it is \
            to be called, or remove it.

            Examples:
              workphotos undo 12 --dry-run
              workphotos undo 12
              workphotos undo 12 ~/Pictures
              workphotos undo --parked ~/Pictures/2026/.workphotos-12-3.IMG_1234.jpg
            """)

    @Argument(
        help: ArgumentHelp("The number of a run; without one the last removal is proposed.", valueName: "run"),
        completion: Completions.runs)
    var number: Int64?

    @Argument(
        help: ArgumentHelp("Bring back these only, or what was in these directories.", valueName: "file"),
        completion: .file())
    var files: [String] = []

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Give these parked files, which no journal knows, their names back.", valueName: "file"),
        completion: .file())
    var parked: [String] = []

    @Option(help: ArgumentHelp("With one --parked file: the name that it gets.", valueName: "name"))
    var name: String?

    @Flag(name: [.customShort("n"), .long], help: "Show what would come back; write nothing.")
    var dryRun = false

    @OptionGroup
    var global: GlobalOptions

    func validate() throws {
        if number != nil, !parked.isEmpty { throw ValidationError("Give the number of a run, or --parked files.") }
        if name != nil, parked.count != 1 { throw ValidationError("--name goes with one --parked file.") }
    }

    func run(in session: Session) async throws -> ExitStatus {
        let mode = dryRun ? PlanMode.dryRun : .carryOut
        var number = number
        if number == nil { number = try await proposed(session) }
        guard let number else {
            let act = RestoreNamesAct(files: try parked.map { try ParkedArgument($0, name: name).file(session.places) })
            return try await session.carryOut(.restoreNames(act), mode, as: "undo --parked")
        }
        let files = files.map { session.places.absolute($0).lexicallyNormalized() }
        return try await session.carryOut(.undo(UndoAct(run: number, files: files)), mode, as: "undo")
    }

    /// The last run that removed something, where nobody says which, and a person agrees; nil where parked files are to
    /// get their names back.
    private func proposed(_ session: Session) async throws -> Int64? {
        guard parked.isEmpty else { return nil }
        let canAsk = dryRun || session.environment.confirmation.canAsk
        // Whoever is not there to be asked has to say a number, whatever there is.
        guard let last = canAsk ? try lastRemoval(session) : try? lastRemoval(session) else {
            if !canAsk {
                throw Failure(
                    .usage, what: "usage", message: "Give the number of a run that removed something",
                    next: "workphotos runs")
            }
            throw Failure(.failed, what: "unknown", message: "No run has removed anything that is not back")
        }
        if dryRun { return last.run }
        let age = last.removed.map { ", \(Duration.nanoseconds(max(0, session.environment.clock.now - $0)).brief) ago" }
        let what = "Run \(last.run)\(age ?? "") removed \(last.groups.counting("group")) (\(last.bytes.byteSize))"
        guard canAsk else {
            throw Failure(
                .usage, what: "unconfirmed", message: "\(what); say its number to bring that back",
                next: "workphotos undo \(last.run)")
        }
        let answer = await session.environment.confirmation.ask("\(what). Bring that back? [y/N]")
        guard let answer, ["y", "yes"].contains(answer.lowercased()) else {
            throw Failure(.failed, what: "declined", message: "Nothing was brought back")
        }
        return last.run
    }

    private func lastRemoval(_ session: Session) throws -> LastRemoval? {
        try session.unjudgedLibrary().lastRemoval()
    }
}
