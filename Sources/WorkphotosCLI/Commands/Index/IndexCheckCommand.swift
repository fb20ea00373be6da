import ArgumentParser
import PhotoModel
import PhotoPipeline

/// `workphotos index check`.
struct IndexCheckCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check that the index is whole.",
        discussion: """
            Reads all of it: SQLite's own integrity check, every reference, and what has to be true of photos, groups
            and verdicts. Exit status 1 where something is wrong.

            Examples:
              workphotos index check
            """)

    @OptionGroup
    var global: GlobalOptions

    func run(in session: Session) async throws -> ExitStatus {
        let faults = try session.unjudgedLibrary().faults()
        if session.reporter.isJSON {
            for fault in faults {
                var line = JSONLine(type: "fault")
                line.set("message", fault)
                try session.reporter.print(line)
            }
            var summary = JSONLine(type: "summary")
            summary.set("command", "index check")
            summary.set(path: try session.places.index())
            summary.set("faults", faults.count)
            try session.reporter.print(summary)
        } else {
            try faults.forEach(session.reporter.print)
            if faults.isEmpty, !session.reporter.isQuiet { try session.reporter.print("The index is whole.") }
        }
        return faults.isEmpty ? .success : .failed
    }
}
