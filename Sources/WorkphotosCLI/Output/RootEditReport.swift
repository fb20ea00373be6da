import PhotoModel
import SystemPackage

struct RootEditReport {
    let command: String
    /// The root's path in the index, now or before it was forgotten.
    let path: FilePath
    let isDryRun: Bool

    /// Writes a `summary` line in JSON, or a sentence.
    func print(to reporter: Reporter) throws {
        if reporter.isJSON {
            var summary = JSONLine(type: "summary")
            summary.set("command", command)
            summary.set(path: path)
            summary.set("dryRun", isDryRun)
            try reporter.print(summary)
        } else if !reporter.isQuiet {
            let verb = command.hasSuffix("forget") ? "forgotten" : "renamed"
            try reporter.print("\(isDryRun ? "would be \(verb)" : verb): \(terminalSafe(path.bytes))")
        }
    }
}
