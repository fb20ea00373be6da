import ArgumentParser
import PhotoModel

struct HoldCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "hold",
        abstract: "Keep photos from being purged.",
        discussion: """
            A held photo can be uploaded but is never purged. The hold follows the photo's content, and stays with its \
            path when the photo is edited; it reaches all files of the photo, and what they become by edits. Verdicts \
            do not change. workphotos mark --undo takes back the last change.

            Examples:
              workphotos hold ~/Pictures/2026/IMG_1234.jpg --reason "printing it in June"
              workphotos hold ~/Pictures/2026
              workphotos unhold ~/Pictures/2026/IMG_1234.jpg
            """)

    static let standardReason = "held"

    @OptionGroup
    var photos: PhotoArguments

    @Option(help: ArgumentHelp("Reason, shown with the photo.", valueName: "text"))
    var reason = HoldCommand.standardReason

    @Flag(name: [.customShort("n"), .long], help: "Show what would change; write nothing.")
    var dryRun = false

    @OptionGroup
    var global: GlobalOptions

    func validate() throws {
        if reason.isEmpty { throw ValidationError("--reason must not be empty.") }
        if reason == Photo.restoredReason {
            throw ValidationError(
                "'\(reason)' is the reason of what an undo has put back, and mark work ends such a hold: give another "
                    + "--reason.")
        }
    }

    var activity: String { "Holding" }

    func run(in session: Session) async throws -> ExitStatus {
        try await DecisionReport(command: "hold", isDryRun: dryRun, session: session).record(
            .hold(reason: reason), of: photos)
    }
}
