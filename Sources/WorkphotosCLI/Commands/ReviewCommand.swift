import ArgumentParser
import PhotoModel
import PhotoPipeline

struct ReviewCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "review",
        abstract: "Look at photos in the browser, and decide on them.",
        discussion: """
            Opens a page with a map, a timeline and each day at each place, the unsure photos first. There photos and \
            whole days are marked, held and freed again, places are drawn as fences, with what they would change shown \
            before they are saved, and staged actions are looked at and dropped. The page asks before the same changes \
            as the commands, and undoes them: what it does is done by mark, hold, fence and unstage. Changes by other \
            commands are shown as they happen. It sends and removes nothing: when you are done, it shows the commands \
            that do.

            The page is served on this machine only, to the browser that was opened, until you are done, press \
            Control-C, or look at no page for half an hour. Without a selection it shows all photos. Original photos \
            are shown as they are; small pictures are those that the photos contain or that other programs have made.

            For a machine without a browser, --port serves on that port of 127.0.0.1, and prints the ssh command that \
            leads there from yours, and the address to open then.

            Examples:
              workphotos review
              workphotos review --unsure --since 30d
              workphotos review --reason near-boundary
              workphotos review --no-browser
              workphotos review --port 8417
            """)

    @Option(help: ArgumentHelp("Port of 127.0.0.1, for a tunnel; opens no browser.", valueName: "n"))
    var port: Int?

    @Flag(help: "Print the address of the page instead of opening a browser.")
    var noBrowser = false

    @OptionGroup
    var selection: SelectionOptions

    @OptionGroup
    var reasons: ReasonOption

    @OptionGroup
    var global: GlobalOptions

    func validate() throws {
        if let port, !(1...65_535).contains(port) { throw ValidationError("--port must be from 1 to 65535.") }
    }

    var activity: String { "Reading" }

    func run(in session: Session) async throws -> ExitStatus {
        var selection = try selection.selection(in: session)
        selection.reasons = Set(reasons.reason)
        return try await ReviewRun(port: port, opensBrowser: !noBrowser && port == nil, session: session)
            .serve(selection)
    }
}
