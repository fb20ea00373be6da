import ArgumentParser
import PhotoFiles
import PhotoFrontEnd
import PhotoModel
import PhotoPipeline
import SystemPackage

/// `workphotos config check`.
struct ConfigCheckCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check that the configuration and the fences are valid.",
        discussion: """
            Reads both files as every command does, and nothing else: no index, no destination. If something is \
            invalid, the exit status is 78 and the error names the file, the line and the reason. workphotos doctor \
            checks everything else.

            Examples:
              workphotos config check
              workphotos config check --fences site.geojson
            """)

    @OptionGroup
    var global: GlobalOptions

    func run(in session: Session) async throws -> ExitStatus {
        let configuration = try session.configuration()
        try session.checkConfiguration()
        let rules = try session.rules()
        _ = try session.uploadSettings(fences: rules.fences)
        for pattern in rules.emptyTrackPatterns { session.reporter.note(ActionNote.noTracks(pattern).words) }
        let path = try session.places.configuration().path
        let fences = try session.places.fences()
        let work = rules.fences.fences.count { $0.kind == .work }
        if session.reporter.isJSON {
            var summary = JSONLine(type: "summary")
            summary.set("command", "config check")
            summary.set("keys", configuration.values.count)
            summary.set("fences", rules.fences.fences.count)
            try session.reporter.print(summary)
        } else if !session.reporter.isQuiet {
            try printKeys(configuration, path, session)
            let found =
                SmallFile.exists(fences)
                ? "valid, \(work.counting("work fence")), \(rules.fences.fences.count - work) never"
                : "there is no such file"
            try session.reporter.print("\(terminalSafe(fences.bytes)): \(found)")
        }
        return .success
    }

    /// A line for each file, with the number of its keys that are in force.
    private func printKeys(_ configuration: Configuration, _ path: FilePath, _ session: Session) throws {
        let keys = Dictionary(grouping: configuration.values.values, by: \.path).mapValues(\.count)
        let system = session.environment.systemConfiguration
        for file in system == path ? [path] : [system, path] {
            let name = terminalSafe(file.bytes)
            if SmallFile.exists(file) {
                try session.reporter.print("\(name): valid, \((keys[file] ?? 0).counting("key"))")
            } else if file == path {
                try session.reporter.print("\(name): there is no such file")
            }
        }
    }
}
