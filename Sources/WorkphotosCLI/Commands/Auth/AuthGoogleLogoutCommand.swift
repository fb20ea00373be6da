import ArgumentParser
import PhotoModel
import PhotoPipeline

struct AuthGoogleLogoutCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "logout",
        abstract: "Revoke the sign-in at Google and delete it here.",
        discussion: """
            The sign-in is deleted here even if Google cannot be reached. In that case the exit status is 3, and you \
            can revoke it at https://myaccount.google.com/connections. The key of a service account stays valid until \
            you delete it in Google's console.

            Examples:
              workphotos auth google logout
            """)

    @OptionGroup
    var global: GlobalOptions

    var activity: String { "Signing out" }

    func run(in session: Session) async throws -> ExitStatus {
        let google = try session.googleSignIn()
        let outcome = try await session.environment.untilSignal { try await google.signOut() }
        if session.reporter.isJSON {
            try session.reporter.print(AccountReport.summary(outcome))
        } else if !session.reporter.isQuiet {
            try session.reporter.print(AccountReport.line(outcome))
        }
        guard case .notRevoked(let reason) = outcome else { return .success }
        session.reporter.warn(
            "Google could not be reached, so access is still granted there: \(reason); revoke it at "
                + "https://myaccount.google.com/connections")
        return .partial
    }
}
