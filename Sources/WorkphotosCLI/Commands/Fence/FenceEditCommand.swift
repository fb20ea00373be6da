import ArgumentParser
import PhotoModel
import PhotoPipeline

struct FenceEditCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change a fence.",
        discussion: """
            Changes only what the flags name. Everything else is kept, including what other programs wrote into the \
            file. Shows how verdicts change and judges the index again at once, without opening a photo. --hours and \
            --except replace the previous values. `fence rename` changes the name. Asks, or requires --yes, if more than \
            100 personal photos become work, or any that a fence that is never work kept personal; workphotos fence \
            undo takes it back.

            Examples:
              workphotos fence edit Office --radius 200m -n --list
              workphotos fence edit Office --hours "mon-fri 07:00-19:00"
              workphotos fence edit Office --except 05-01 --except-ics feasts.ics
              workphotos fence edit Office --no-hours --no-dates
            """)

    @Argument(help: "Name of the fence.", completion: Completions.fences)
    var name: String

    @OptionGroup
    var changing: FenceChangeOptions

    @OptionGroup
    var showing: ChangeOptions

    @OptionGroup
    var confirmation: ConfirmationOption

    @OptionGroup
    var global: GlobalOptions

    var activity: String { "Judging" }

    func run(in session: Session) async throws -> ExitStatus {
        let edit = try session.fenceEdit("fence edit")
        let loaded = try edit.store.load()
        try loaded.refuseShared(name)
        let fences = loaded.fences
        guard let fence = fences.first(where: { $0.name == name }) else {
            throw unknownFence(name, among: fences.map(\.name))
        }
        var change = try changing.change(of: fence, in: session)
        if change.isEmpty {
            throw Failure(
                .usage, what: "usage", message: "Nothing to change: give a flag, such as --radius 200m",
                next: "workphotos fence edit --help")
        }
        if let shape = change.shape {
            change.shape = try await session.understood(shape, "now", showing, confirmation).shape
        }
        let changes = try await session.changeFences(
            by: edit, showing, confirmation, headline: "This changes the fence \(terminalSafe(name))"
        ) { [change] file in
            do throws(FenceFileError) {
                if let bytes = try file.editing(name, change) { return bytes }
            } catch {
                throw Failure(.usage, what: "fence", message: error.message, next: "workphotos fence list")
            }
            throw unknownFence(name, among: file.fences.map(\.name))
        }
        try VerdictChangeReport(changes: changes, isDryRun: showing.dryRun)
            .print(to: session.reporter, command: "fence edit")
        return .success
    }
}
