import ArgumentParser
import PhotoPipeline

/// `workphotos root forget`.
struct RootForgetCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Take a directory and its photos out of the index.",
        discussion: """
            Touches no photo. Marks, receipts and the journal stay; a scan brings the rest back.

            Examples:
              workphotos root forget /mnt/old
            """)

    @Argument(help: ArgumentHelp("The path as the index has it.", valueName: "dir"), completion: .directory)
    var directory: String

    @Flag(name: [.customShort("n"), .long], help: "Check only; write nothing.")
    var dryRun = false

    @Flag(name: [.short, .long], help: "Ask nothing. (Nothing is asked: a scan brings it back.)")
    var yes = false

    @OptionGroup
    var global: GlobalOptions

    func run(in session: Session) async throws -> ExitStatus {
        let edit = RootEdit(
            path: try session.places.index(), isDryRun: dryRun, wait: global.wait, environment: session.environment)
        let root = try await edit.forget(session.places.absolute(directory))
        try RootEditReport(command: "root forget", path: root, isDryRun: dryRun).print(to: session.reporter)
        return .success
    }
}
