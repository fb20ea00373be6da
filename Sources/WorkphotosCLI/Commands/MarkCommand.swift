import ArgumentParser
import PhotoModel

/// `workphotos mark`.
struct MarkCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "mark",
        abstract: "Mark photos as work or personal.",
        discussion: """
            Your word beats every rule. It follows the photo's content: a copy, a photo that was renamed, and one that \
            came back from a backup are marked too. Personal also stays with the path, so that an edited photo is not \
            taken for work. A file that was never scanned can be marked. \
            A directory stands for all photos in it that the index knows; list's selections narrow that, or select by \
            themselves.

            Examples:
              workphotos mark personal ~/Pictures/2026/IMG_1234.jpg
              workphotos mark personal ~/Pictures/2026
              workphotos mark work --unsure --near 52.52,13.405 --within 200m --since 30d
              workphotos list --unsure --near 52.52,13.405 --within 200m -0 \\
                | workphotos mark work --files-from0 -
              workphotos mark auto ~/Pictures/2026/IMG_1234.jpg
            """)

    @Argument(help: "What the photos are; auto takes a mark back.")
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
            word.word, of: photos, because: reasons)
    }
}

/// What `mark` takes.
enum MarkWord: String, CaseIterable, ExpressibleByArgument {
    case work, personal, auto

    /// What the person says with it.
    var word: UserDecision {
        switch self {
        case .work: .mark(.work)
        case .personal: .mark(.personal)
        case .auto: .unmark
        }
    }
}
