import ArgumentParser
import PhotoModel
import PhotoPipeline

struct IndexBackupCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Back up the index to a file.",
        discussion: """
            The backup is consistent even while a scan runs. It is an index itself: `--index FILE` opens it.

            Examples:
              workphotos index backup /mnt/backup/workphotos.sqlite
            """)

    @Argument(help: ArgumentHelp("File to write.", valueName: "file"), completion: .file())
    var file: String

    @Flag(name: [.short, .long], help: "Overwrite the file if it exists.")
    var yes = false

    @Flag(name: [.customShort("n"), .long], help: "Check only; write nothing.")
    var dryRun = false

    @OptionGroup
    var global: GlobalOptions

    var activity: String { "Copying the index" }

    func run(in session: Session) async throws -> ExitStatus {
        let target = session.places.absolute(file)
        let library = try session.unjudgedLibrary()
        _ = try session.output(file, .backup, isConfirmed: yes)
        try library.checkBackup(to: target)
        if !dryRun { try library.backUp(to: target, replacing: yes) }
        if session.reporter.isJSON {
            var summary = JSONLine(type: "summary")
            summary.set("command", "index backup")
            summary.set(path: target)
            summary.set("dryRun", dryRun)
            try session.reporter.print(summary)
        } else if !session.reporter.isQuiet {
            try session.reporter.print("\(dryRun ? "Would be written" : "Written"): \(terminalSafe(target.bytes))")
        }
        return .success
    }
}
