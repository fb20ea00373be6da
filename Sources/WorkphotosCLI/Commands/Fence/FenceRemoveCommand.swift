import ArgumentParser
import PhotoModel
import PhotoPipeline

/// `workphotos fence remove`.
struct FenceRemoveCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a fence.",
        discussion: """
            Shows how verdicts change and judges the index again at once. Asks, or requires --yes, if a verdict \
            changes; workphotos fence undo brings the fence back.

            Examples:
              workphotos fence remove Office -n
              workphotos fence remove Office
            """)

    @Argument(help: "Name of the fence.", completion: Completions.fences)
    var name: String

    @OptionGroup
    var showing: ChangeOptions

    @OptionGroup
    var confirmation: ConfirmationOption

    @OptionGroup
    var global: GlobalOptions

    var activity: String { "Judging" }

    func run(in session: Session) async throws -> ExitStatus {
        let changes = try await session.changeFences(
            by: session.fenceEdit("fence remove"), showing, confirmation, losesFence: true,
            headline: "This removes the fence \(terminalSafe(name))"
        ) { file in
            guard let bytes = file.removing(name: name) else {
                throw unknownFence(name, among: file.fences.map(\.name))
            }
            return bytes
        }
        try VerdictChangeReport(changes: changes, isDryRun: showing.dryRun)
            .print(to: session.reporter, command: "fence remove")
        return .success
    }
}

/// The failure for a fence name that does not exist.
func unknownFence(_ name: String, among names: [String]) -> Failure {
    let hint = nearestWord(to: name, among: names).map { "; did you mean '\(terminalSafe($0))'?" } ?? ""
    return Failure(
        .failed, what: "no-such-fence", message: "There is no fence '\(terminalSafe(name))'\(hint)",
        next: "workphotos fence list")
}
