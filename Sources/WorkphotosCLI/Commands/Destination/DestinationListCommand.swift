import ArgumentParser
import PhotoModel
import PhotoPipeline

struct DestinationListCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the upload destinations.",
        discussion: """
            Shows what each destination holds, counted from the receipts in the index. No destination is contacted.

            Examples:
              workphotos destination list
              workphotos destination list --json
            """)

    @OptionGroup
    var global: GlobalOptions

    func run(in session: Session) async throws -> ExitStatus {
        let all = try session.destinationList().all()
        let report = DestinationReport(now: session.environment.clock.now)
        guard session.reporter.isJSON else {
            for destination in all { try session.reporter.print(report.row(destination)) }
            if all.isEmpty {
                session.reporter.note(
                    "There is no destination yet. Add one with: workphotos destination add NAME "
                        + session.environment.destinationKinds.example)
            }
            return .success
        }
        for destination in all { try session.reporter.print(report.json(destination)) }
        try session.reporter.print(report.summary("destination list", count: all.count))
        return .success
    }
}
