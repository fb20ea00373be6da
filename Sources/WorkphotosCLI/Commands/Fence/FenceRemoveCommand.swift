import ArgumentParser
import PhotoModel
import PhotoPipeline
import SystemPackage

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
        let edit = try session.fenceEdit("fence remove")
        try edit.store.load().refuseShared(name)
        let changes = try await session.changeFences(
            by: edit, showing, confirmation, losesFence: true,
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

extension LoadedFences {
    /// Refuses to change a fence that counts for all users.
    func refuseShared(_ name: String) throws(Failure) {
        guard let shared = sharedPath, path(of: name) == shared else { return }
        throw Failure(
            .failed, what: "fence",
            message:
                "The fence '\(terminalSafe(name))' counts for all users: it is in \(terminalSafe(shared.bytes)), and "
                + "whoever may write that file, such as root, changes it there",
            next: "sudoedit \(shellQuoted(shared.bytes))")
    }
}

/// The failure for a fence name that does not exist.
func unknownFence(_ name: String, among names: [String]) -> Failure {
    let hint = nearestWord(to: name, among: names).map { "; did you mean '\(terminalSafe($0))'?" } ?? ""
    return Failure(
        .failed, what: "no-such-fence", message: "There is no fence '\(terminalSafe(name))'\(hint)",
        next: "workphotos fence list")
}
