import ArgumentParser

/// `workphotos auth google`: groups the commands for Google's account.
struct AuthGoogleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "google",
        abstract: "Sign in to Google, show the current sign-in, or sign out.",
        discussion: """
            Signing in needs an OAuth client of your own, made in Google's console. workphotos-google(7) describes how \
            to make one, and which type of client and which scope to choose.

            Examples:
              workphotos auth google login --client-file ~/Downloads/client_secret.json
              workphotos auth google status
              workphotos auth google logout
            """,
        subcommands: [AuthGoogleLoginCommand.self, AuthGoogleStatusCommand.self, AuthGoogleLogoutCommand.self])
}
