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
