import ArgumentParser

/// `workphotos auth`: groups the commands that sign in to the accounts of upload destinations.
struct AuthCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "auth",
        abstract: "Manage sign-ins for upload destinations.",
        discussion: """
            Credentials are stored in the state directory, readable only by you. They never appear in logs or error \
            messages.

            Examples:
              workphotos auth google login --client-file ~/Downloads/client_secret.json
              workphotos auth google status
            """,
        subcommands: [AuthGoogleCommand.self])
}

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
