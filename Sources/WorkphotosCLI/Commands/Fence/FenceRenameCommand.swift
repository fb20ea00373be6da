import ArgumentParser
import PhotoModel
import PhotoPipeline

struct FenceRenameCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Rename a fence.",
        discussion: """
            Verdicts do not change. If the folder template contains {fence}, photos that are uploaded from now on go \
            to a folder of the new name; existing copies stay where they are.

            Examples:
              workphotos fence rename Office "Office Mitte"
            """)

    @Argument(help: "Name of the fence.", completion: Completions.fences)
    var old: String

    @Argument(help: "New name; no other fence may have it.")
    var new: String

    @Flag(name: [.customShort("n"), .long], help: "Check only; write nothing.")
    var dryRun = false

    @OptionGroup
    var global: GlobalOptions

    var activity: String { "Judging" }

    func run(in session: Session) async throws -> ExitStatus {
        let edit = try session.fenceEdit("fence rename")
        try edit.store.load().refuseShared(old)
        let changes = try edit.make(isDryRun: dryRun) { file in
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
