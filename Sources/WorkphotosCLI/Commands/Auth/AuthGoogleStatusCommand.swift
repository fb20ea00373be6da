import ArgumentParser
import PhotoModel
import PhotoPipeline

struct AuthGoogleStatusCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show which Google account is signed in, its scopes and its expiry.",
        discussion: """
            Renews the token, so the result shows whether the sign-in still works. The exit status is 12 if nobody is \
            signed in, or if Google has ended the sign-in. A warning says what will end it: a client whose consent \
            screen is in Testing gets sign-ins that last 7 days.

            Examples:
              workphotos auth google status
              workphotos auth google status --json
            """)

    @OptionGroup
    var global: GlobalOptions

    var activity: String { "Asking Google" }

    func run(in session: Session) async throws -> ExitStatus {
        let google = try session.googleSignIn()
        let account = try await session.environment.untilSignal { try await google.account() }
        return try session.reporter.show(account, AccountReport(now: session.environment.clock.now))
    }
}
