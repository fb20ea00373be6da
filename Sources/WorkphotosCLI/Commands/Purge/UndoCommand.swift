import ArgumentParser
import PhotoModel
import PhotoPipeline

/// `workphotos undo`.
struct UndoCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Bring back what a run removed.",
        discussion: """
            Files come out of the trash, or from their destination where the trash was emptied or they were removed for \
            good: with the same name, bytes, time and permissions, each read and compared. A file that has one of the \
            names by now is never overwritten: that group stays where it is.

            What came back is held, so that the next purge leaves it: workphotos unhold or workphotos mark work end \
            that. workphotos runs lists the runs.

            Examples:
              workphotos undo 12 --dry-run
              workphotos undo 12
            """)

    @Argument(help: ArgumentHelp("The number of a run.", valueName: "run"))
    var number: Int64

    @Flag(name: [.customShort("n"), .long], help: "Show what would come back; write nothing.")
    var dryRun = false

    @OptionGroup
    var global: GlobalOptions

    func run(in session: Session) async throws -> ExitStatus {
        try await session.carryOut(.undo(UndoAct(run: number)), dryRun ? .dryRun : .carryOut, as: "undo")
    }
}
