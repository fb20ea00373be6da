import ArgumentParser
import PhotoModel

/// `workphotos mark`.
struct MarkCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "mark",
        abstract: "Mark photos as work or personal.",
        discussion: """
            A mark overrides every rule. It follows the photo's content: copies, renamed photos and photos that were \
            restored from a backup are marked too, in whatever directory and group they are; the copies that a mark \
            reaches are named. A personal mark also stays with the path, so that an edited photo \
            is not judged work. A file that was never scanned can be marked. A directory stands for all photos in it \
            that the index knows; the selection flags of list narrow that, or select photos by themselves.

            Examples:
              workphotos mark personal ~/Pictures/2026/IMG_1234.jpg
              workphotos mark personal ~/Pictures/2026
              workphotos mark work --unsure --near 52.52,13.405 --within 200m --since 30d
              workphotos list --unsure --near 52.52,13.405 --within 200m -0 \\
                | workphotos mark work --files-from0 -
              workphotos mark auto ~/Pictures/2026/IMG_1234.jpg
            """)

    @Argument(help: "Mark to set; auto removes the mark.")
    var word: MarkWord

    @OptionGroup
    var photos: PhotoArguments

    @OptionGroup
    var reasons: ReasonOption

    @Flag(name: [.customShort("n"), .long], help: "Show what would change; write nothing.")
    var dryRun = false

    @OptionGroup
    var global: GlobalOptions

    var activity: String { "Marking" }

    func run(in session: Session) async throws -> ExitStatus {
        try DecisionReport(command: "mark", isDryRun: dryRun, session: session).record(
            word.decision, of: photos, because: reasons)
    }
}

/// The values that `mark` accepts.
enum MarkWord: String, CaseIterable, ExpressibleByArgument {
    case work, personal, auto

    /// The decision that the value stands for.
    var decision: UserDecision {
        switch self {
        case .work: .mark(.work)
        case .personal: .mark(.personal)
        case .auto: .unmark
        }
    }
}
