import ArgumentParser
import PhotoPipeline

struct RootRenameCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Tell the index that a root has moved.",
        discussion: """
            Changes only the index. The photos are known under their new paths at once, and nothing is read again.

            Examples:
              workphotos root rename /mnt/old /mnt/new
            """)

    @Argument(help: "Path of the root, as in the index.", completion: .directory)
    var old: String

    @Argument(help: "New path, an existing directory.", completion: .directory)
    var new: String

    @Flag(name: [.customShort("n"), .long], help: "Check only; write nothing.")
    var dryRun = false

    @OptionGroup
    var global: GlobalOptions

    var activity: String { "Renaming" }

    func run(in session: Session) async throws -> ExitStatus {
        let edit = RootEdit(
            path: try session.places.index(), isDryRun: dryRun, wait: global.wait, environment: session.environment)
        let root = try await edit.rename(session.places.absolute(old), to: session.places.absolute(new))
        try RootEditReport(command: "root rename", path: root, isDryRun: dryRun).print(to: session.reporter)
        return .success
    }
}
