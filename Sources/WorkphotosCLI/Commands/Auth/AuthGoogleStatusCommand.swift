import ArgumentParser
import PhotoModel
import PhotoPipeline

/// `workphotos auth google status`.
struct AuthGoogleStatusCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Ask Google who is signed in, for what, and until when.",
        discussion: """
            Has the token renewed, so it tells whether the sign-in holds. Where nobody is signed in, or Google has ended \
            it, the exit status is 12. What will end it is told too: a client whose consent screen is in Testing gives \
            sign-ins of 7 days.

            Examples:
              workphotos auth google status
              workphotos auth google status --json
            """)

    @OptionGroup
    var global: GlobalOptions

    var activity: String { "Asking Google" }

    func run(in session: Session) async throws -> ExitStatus {
        let google = try session.googleSignIn()
        let account = try await session.untilInterrupted { () async throws(PipelineError) in try await google.account()
        }
        return try session.reporter.show(account, AccountReport(now: session.environment.clock.now))
    }
}
