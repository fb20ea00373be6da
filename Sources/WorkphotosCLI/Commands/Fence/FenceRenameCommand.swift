import ArgumentParser
import PhotoModel
import PhotoPipeline

/// `workphotos fence rename`.
struct FenceRenameCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Give a place another name.",
        discussion: """
            Verdicts stay as they are. Photos that are uploaded from now on go to a folder of the new name, where the \
            template has {fence} in it; copies that were sent before stay where they are.

            Examples:
              workphotos fence rename Office "Office Mitte"
            """)

    @Argument(help: "The fence's name.")
    var old: String

    @Argument(help: "The new name; no other fence has it.")
    var new: String

    @Flag(name: [.customShort("n"), .long], help: "Look whether it can be done; write nothing.")
    var dryRun = false

    @OptionGroup
    var global: GlobalOptions

    var activity: String { "Judging" }

    func run(in session: Session) async throws -> ExitStatus {
        let changes = try session.fenceEdit().make(isDryRun: dryRun) { file in
            do throws(FenceFileError) {
                if let bytes = try file.renaming(old, to: new) { return bytes }
            } catch {
                throw Failure(.failed, what: "fence", message: error.message, next: "workphotos fence list")
            }
            throw unknownFence(old, among: file.fences.map(\.name))
        }
        if session.reporter.isJSON {
            try VerdictChangeReport(changes: changes, isDryRun: dryRun)
                .print(to: session.reporter, command: "fence rename")
        } else if !session.reporter.isQuiet {
            let verb = dryRun ? "Would be renamed" : "Renamed"
            try session.reporter.print("\(verb): \(terminalSafe(old)) -> \(terminalSafe(new))")
        }
        return .success
    }
}
