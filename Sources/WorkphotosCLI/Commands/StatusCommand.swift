import ArgumentParser
import PhotoModel
import PhotoPipeline

/// `workphotos status`.
struct StatusCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show the library at a glance.",
        discussion: """
            Photos and bytes by verdict, what is uploaded, when the last scan was, and what needs a look.

            Examples:
              workphotos status
              workphotos status --json
            """)

    @OptionGroup
    var global: GlobalOptions

    func run(in session: Session) async throws -> ExitStatus {
        let status = try session.library().status()
        let text = StatusReport(status: status, now: session.environment.clock.now)
        if session.reporter.isJSON {
            try session.reporter.print(text.json)
        } else {
            try text.lines.forEach(session.reporter.print)
        }
        return .success
    }
}
