import ArgumentParser
import PhotoModel
import PhotoPipeline

struct RootRenameCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Tell the index that a root has moved.",
        discussion: """
            Changes only the index. The photos are known under their new paths at once, and nothing is read again. \
            Of a personal mark and one as work on the same photo that meet at a new path, the personal one stands.

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
        let renamed = try await edit.rename(session.places.absolute(old), to: session.places.absolute(new))
        try RootEditReport(command: "root rename", path: renamed.root, isDryRun: dryRun).print(to: session.reporter)
        if renamed.yielded > 0 {
            session.reporter.note(
                "Marks as work that give way to personal ones at the new paths: \(renamed.yielded.grouped). "
                    + "To send such a photo: " + global.keepingPlaces(in: "workphotos mark work FILE"))
        }
        return .success
    }
}
