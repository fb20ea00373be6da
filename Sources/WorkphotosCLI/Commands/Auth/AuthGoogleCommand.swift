import ArgumentParser

/// `workphotos auth google`: groups the commands for Google's account.
struct AuthGoogleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "google",
        abstract: "Sign in to Google, see who is signed in, and sign out.",
        discussion: """
            One signs in by a client of one's own, which is made in Google's console: workphotos-google(7) says how, and \
            which sort of client and scope is for which use.

            Examples:
              workphotos auth google login --client-file ~/Downloads/client_secret.json
              workphotos auth google status
              workphotos auth google logout
            """,
        subcommands: [AuthGoogleLoginCommand.self, AuthGoogleStatusCommand.self, AuthGoogleLogoutCommand.self])
}
