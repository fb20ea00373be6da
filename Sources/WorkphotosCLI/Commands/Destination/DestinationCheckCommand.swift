import ArgumentParser
import PhotoModel
import PhotoPipeline

/// `workphotos destination check`.
struct DestinationCheckCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "See whether a destination is there, is itself, and lies outside of the library.",
        discussion: """
            Writes nothing, neither there nor here. What was uploaded is checked by workphotos verify.

            Examples:
              workphotos destination check nas
              workphotos destination check folder:/mnt/nas/work
            """)

    @Argument(help: ArgumentHelp("The destination's name, or where it is.", valueName: "name"))
    var name: String

    @OptionGroup
    var global: GlobalOptions

    func run(in session: Session) async throws -> ExitStatus {
        let found = try await session.destinationList().check(name, directory: session.places.expanded)
        let report = DestinationReport(now: session.environment.clock.now)
        if session.reporter.isJSON {
            try session.reporter.print(report.json(found))
            try session.reporter.print(report.summary("destination check", count: 1))
        } else if !session.reporter.isQuiet {
            try report.lines(found).forEach(session.reporter.print)
        }
        return .success
    }
}
