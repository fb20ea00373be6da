import ArgumentParser
import PhotoModel
import PhotoPipeline

struct AuthGoogleLoginCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "login",
        abstract: "Sign in to Google, replacing the current sign-in.",
        discussion: """
            Opens Google's consent page in the browser (BROWSER, else xdg-open) and waits up to five minutes for your \
            consent on a port of 127.0.0.1. --no-browser only prints the address, for a browser on this machine or on \
            another one whose port is forwarded to this one (ssh -L). --device prints a code to type on a page in any \
            browser; it needs a client of the type "TVs and Limited Input devices". --service-account signs in without \
            a person, for cron. A service account uploads to shared drives or, with --subject, on behalf of a user who \
            allows it.

            The default scope, drive.file, gives access only to files that this program created. A shared drive, or a \
            folder that you made yourself, needs --scope drive.

            The client file is the JSON file from Google's console. It is read once; what is needed of it is stored \
            with the sign-in.

            Examples:
              workphotos auth google login --client-file ~/Downloads/client_secret.json
              workphotos auth google login --client-file client.json --device
              workphotos auth google login --service-account key.json --scope drive
            """)

    @Option(help: ArgumentHelp("JSON file of your OAuth client, from Google's console.", valueName: "file"))
    var clientFile: String?

    @Flag(help: "Print the address of Google's page instead of opening a browser.")
    var noBrowser = false

    @Flag(help: "Print a code to type on another machine.")
    var device = false

    @Option(help: ArgumentHelp("JSON key file of a service account, to sign in without a person.", valueName: "file"))
    var serviceAccount: String?

    @Option(help: ArgumentHelp("User on whose behalf the service account acts.", valueName: "email"))
    var subject: String?

    @Option(help: ArgumentHelp("Scope of access: drive.file or drive.", valueName: "scope"))
    var scope = GoogleScope.file

    @OptionGroup
    var global: GlobalOptions

    var activity: String { "Waiting for Google" }

    func validate() throws {
        guard (clientFile == nil) != (serviceAccount == nil) else {
            throw ValidationError(
                "Give --client-file or --service-account; workphotos-google(7) describes how to get one.")
        }
        if serviceAccount != nil, device || noBrowser {
            throw ValidationError("A service account signs in without a page: omit --device and --no-browser.")
        }
        if subject != nil, serviceAccount == nil { throw ValidationError("--subject requires --service-account.") }
        if device, scope == .drive {
            throw ValidationError("Google gives devices only the scope drive.file: omit --device or --scope.")
        }
    }

    func run(in session: Session) async throws -> ExitStatus {
        let google = try session.googleSignIn()
        let file = try session.secretFile(clientFile ?? serviceAccount ?? "")
        let way: GoogleSignInWay =
            if serviceAccount != nil {
                .serviceAccount(key: file.content, subject: subject)
            } else if device {
                .device(client: file.content)
            } else {
                .browser(client: file.content, opens: !noBrowser)
            }
        let (scope, reporter) = (scope, session.reporter)
        let report = AccountReport(now: session.environment.clock.now)
        let account: GoogleAccount
        do {
            account = try await session.environment.untilSignal {
                try await google.signIn(way, scope: scope) { authorization in
                    try? reporter.announce(authorization, report)
                }
            }
        } catch var error as PipelineError where error.kind == .configuration && error.path == nil {
            // An error in a file is reported with the file's path.
            error.path = file.path
            throw error
        }
        return try reporter.show(account, report)
    }
}

extension GoogleScope: ExpressibleByArgument {}
