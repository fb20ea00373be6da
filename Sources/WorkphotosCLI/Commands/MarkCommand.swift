import ArgumentParser
import PhotoModel

struct MarkCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "mark",
        abstract: "Mark photos as work or personal.",
        discussion: """
            A mark overrides every rule. It follows the photo's content: copies, renamed photos and photos that were \
            restored from a backup are marked too, in whatever directory and group they are; the copies that a mark \
            reaches are named. A personal mark also stays with the path, so that an edited photo is not judged work, \
            and reaches all files of the photo, such as JPEG and RAW, and what they become by edits. A file that was \
            never scanned can be marked, and so can a photo that purge removed, by the path that it had: others may \
            see its copies. A directory stands for all photos in it that the index knows, and those that \
            it does not know are counted; to know none, or to find no photo at all, is an error. The selection flags \
            of list narrow that, or select photos by themselves. On a terminal, several photos are only counted; -v \
            names each.

            work and auto ask, or require --yes, if they reverse personal marks, holds or the verdicts of fences that \
            are never work, or reach more than 100 photos; personal never asks. --undo takes back the last change by \
            mark, hold or unhold, of up to ten: only where it still stands, and never the hold of a photo that came \
            back after a purge.

            Examples:
              workphotos mark personal ~/Pictures/2026/IMG_1234.jpg
              workphotos mark personal ~/Pictures/2026
              workphotos mark work --unsure --near 52.52,13.405 --within 200m --since 30d
              workphotos list --unsure --near 52.52,13.405 --within 200m -0 \\
                | workphotos mark work --files-from0 -
              workphotos mark auto ~/Pictures/2026/IMG_1234.jpg
              workphotos mark --undo
            """)

    @Argument(help: "Mark to set; auto removes the mark.")
    var word: MarkWord?

    @OptionGroup
    var photos: PhotoArguments

    @OptionGroup
    var reasons: ReasonOption

    @Flag(help: "Undo the last change of marks or holds.")
    var undo = false

    @Flag(name: [.customShort("n"), .long], help: "Show what would change; write nothing.")
    var dryRun = false

    @OptionGroup
    var confirmation: ConfirmationOption

    @OptionGroup
    var global: GlobalOptions

    func validate() throws {
        if undo, word != nil { throw ValidationError("--undo takes no mark and no photos.") }
        if !undo, word == nil { throw ValidationError("Give a mark, work, personal or auto, or --undo.") }
    }

    var activity: String { "Marking" }

    func run(in session: Session) async throws -> ExitStatus {
        let report = DecisionReport(
            command: "mark", isDryRun: dryRun, confirmation: confirmation, session: session)
        guard let word else { return try await report.undo() }
        return try await report.record(word.decision, of: photos, because: reasons)
    }
}

enum MarkWord: String, CaseIterable, ExpressibleByArgument {
    case work, personal, auto

    var decision: UserDecision {
        switch self {
        case .work: .mark(.work)
        case .personal: .mark(.personal)
        case .auto: .unmark
        }
    }
}
