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
        let report = ActionReport(
            command: "undo", now: session.environment.clock.now, reporter: session.reporter)
        let work = UndoWork(
            path: try session.places.index(), owner: session.environment.owner, run: number,
            destinations: try session.destinationPlaces(), isDryRun: dryRun, wait: global.wait)
        let summary = try await work.run(
            in: session.environment, progress: session.progress, show: report.show, note: session.reporter.note)
        try report.print(summary, of: .undo)
        if summary.count(.done) > 0 {
            session.reporter.note("What came back is held: no purge takes it before workphotos unhold FILE")
        }
        return ExitStatus(summary)
    }
}
