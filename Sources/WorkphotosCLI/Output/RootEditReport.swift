import PhotoModel
import SystemPackage

/// What was done to a root.
struct RootEditReport {
    let command: String
    /// The root as the index has it now, or had it.
    let path: FilePath
    let isDryRun: Bool

    /// Writes a `summary` line for programs, a sentence for people.
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
