import ArgumentParser
import PhotoModel
import PhotoPipeline

/// `workphotos auth google login`.
struct AuthGoogleLoginCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "login",
        abstract: "Sign in to Google, in place of who is signed in.",
        discussion: """
            Opens Google's page in the browser (BROWSER, else xdg-open) and waits for five minutes on a port of 127.0.0.1 \
            until you have consented. --no-browser only prints the page's address, for a browser of this machine, or of \
            another whose port leads here (ssh -L). --device prints a code to be typed into a page anywhere, and wants a \
            client of the type "TVs and Limited Input devices". --service-account signs in without anybody, for cron; \
            such an account sends to shared drives, or with --subject in the name of a user who permits it.

            With the scope drive.file, which is what you get, Google lets this program see what it has made itself and \
            nothing else. A shared drive, or a folder that you have made yourself, needs --scope drive.

            The client's file is Google's own JSON; it is read once, and what is needed of it is kept with the sign-in.

            Examples:
              workphotos auth google login --client-file ~/Downloads/client_secret.json
              workphotos auth google login --client-file client.json --device
              workphotos auth google login --service-account key.json --scope drive
            """)

    @Option(help: ArgumentHelp("The JSON of a client that you made in Google's console.", valueName: "file"))
    var clientFile: String?

    @Flag(help: "Print the address of Google's page and open no browser.")
    var noBrowser = false

    @Flag(help: "Print a code to be typed into a page on another machine.")
    var device = false

    @Option(help: ArgumentHelp("The JSON of a service account's key, to sign in without a person.", valueName: "file"))
    var serviceAccount: String?

    @Option(help: ArgumentHelp("In whose name the service account works.", valueName: "email"))
    var subject: String?

    @Option(help: ArgumentHelp("What is reached: drive.file or drive.", valueName: "scope"))
    var scope = GoogleScope.file

    @OptionGroup
    var global: GlobalOptions

    var activity: String { "Waiting for Google" }

    func validate() throws {
        guard (clientFile == nil) != (serviceAccount == nil) else {
            throw ValidationError(
                "Give one of --client-file and --service-account; workphotos-google(7) says how to get one.")
        }
        if serviceAccount != nil, device || noBrowser {
            throw ValidationError("A service account signs in without a page: leave --device and --no-browser out.")
        }
        if subject != nil, serviceAccount == nil { throw ValidationError("--subject goes with --service-account.") }
        if device, scope == .drive {
            throw ValidationError("Google gives devices the scope drive.file only: leave --device or --scope out.")
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
        do throws(PipelineError) {
            account = try await session.untilInterrupted { () async throws(PipelineError) in
                try await google.signIn(way, scope: scope) { authorization in
                    try? reporter.announce(authorization, report)
                }
            }
        } catch {
            // What is wrong with a file is told with its name.
            guard error.kind == .configuration, error.path == nil else { throw error }
            var error = error
            error.path = file.path
            throw error
        }
        return try reporter.show(account, report)
    }
}

extension GoogleScope: ExpressibleByArgument {}
