import ArgumentParser
import PhotoModel
import PhotoPipeline

/// `workphotos undo`.
struct UndoCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Bring back what a run removed.",
        discussion: """
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
              workphotos undo --parked ~/Pictures/2026/.workphotos-12-3.IMG_1234.jpg
            """)

    @Argument(help: ArgumentHelp("The number of a run.", valueName: "run"))
    var number: Int64?

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
        if (number == nil) == parked.isEmpty { throw ValidationError("Give the number of a run, or --parked files.") }
        if name != nil, parked.count != 1 { throw ValidationError("--name goes with one --parked file.") }
    }

    func run(in session: Session) async throws -> ExitStatus {
        let mode = dryRun ? PlanMode.dryRun : .carryOut
        guard let number else {
            let act = GiveBackAct(files: try parked.map { try ParkedArgument($0, name: name).file(session.places) })
            return try await session.carryOut(.giveBack(act), mode, as: "undo --parked")
        }
        return try await session.carryOut(.undo(UndoAct(run: number)), mode, as: "undo")
    }
}
