import ArgumentParser
import PhotoModel

struct UnholdCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "unhold",
        abstract: "Allow held photos to be purged again.",
        discussion: """
            Ends the holds of workphotos hold, and those of photos that undo restored. Asks, or requires --yes, if any \
            photo is held; workphotos mark --undo takes it back.

            Examples:
              workphotos unhold ~/Pictures/2026/IMG_1234.jpg
              workphotos unhold --held --since 2026-05
            """)

    @OptionGroup
    var photos: PhotoArguments

    @OptionGroup
    var reasons: ReasonOption

    @Flag(name: [.customShort("n"), .long], help: "Show what would change; write nothing.")
    var dryRun = false

    @OptionGroup
    var confirmation: ConfirmationOption

    @OptionGroup
    var global: GlobalOptions

    var activity: String { "Releasing holds" }

    func run(in session: Session) async throws -> ExitStatus {
        try await DecisionReport(
            command: "unhold", isDryRun: dryRun, confirmation: confirmation, session: session
        ).record(
            .unhold, of: photos, because: reasons)
    }
}
