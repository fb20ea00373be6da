import ArgumentParser

/// `workphotos auth`: groups the commands for accounts that uploads go to.
struct AuthCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "auth",
        abstract: "Sign in where uploads go, and out.",
        discussion: """
            Who is signed in is kept below the state directory, readable by you alone, and in no log and no error.

            Examples:
              workphotos auth google login --client-file ~/Downloads/client_secret.json
              workphotos auth google status
            """,
        subcommands: [AuthGoogleCommand.self])
}
