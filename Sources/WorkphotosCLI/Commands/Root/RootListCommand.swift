import ArgumentParser
import PhotoModel
import PhotoPipeline

struct RootListCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the roots, the directories that were scanned.",
        discussion: """
            Examples:
              workphotos root list
            """)

    @OptionGroup
    var global: GlobalOptions

    func run(in session: Session) async throws -> ExitStatus {
        let roots = try session.unjudgedLibrary().roots()
        for entry in roots {
            if session.reporter.isJSON {
                var line = JSONLine(type: "root")
                line.set(path: entry.path)
                line.set("fileSystem", entry.fileSystem)
                line.set("photos", entry.photos)
                line.set("lastScan", entry.lastScan.map { UTCInstant(nanoseconds: $0).text })
                try session.reporter.print(line)
            } else {
                let photos = padded(entry.photos.counting("photo"), to: 16)
                try session.reporter.print("\(photos)  \(terminalSafe(entry.path.bytes))")
            }
        }
        if session.reporter.isJSON {
            var summary = JSONLine(type: "summary")
            summary.set("command", "root list")
            summary.set("roots", roots.count)
            try session.reporter.print(summary)
        }
        return .success
    }
}
