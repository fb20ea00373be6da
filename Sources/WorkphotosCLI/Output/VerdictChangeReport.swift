import PhotoModel
import PhotoPipeline

struct VerdictChangeReport {
    let changes: [VerdictChange]
    let isDryRun: Bool

    /// Writes a line for each change, such as `12 personal -> work`; `more` adds to the JSON summary.
    func print(to reporter: Reporter, command: String, more: (inout JSONLine) -> Void = { _ in }) throws {
        try printChanges(to: reporter)
        guard reporter.isJSON else { return }
        var summary = JSONLine(type: "summary")
        summary.set("command", command)
        summary.set("changes", changes.reduce(0) { $0 + $1.photos })
        summary.set("dryRun", isDryRun)
        more(&summary)
        try reporter.print(summary)
    }

    /// The same without the summary.
    func printChanges(to reporter: Reporter) throws {
        if reporter.isJSON {
            for change in changes { try reporter.print(json(change)) }
            return
        }
        guard !reporter.isQuiet else { return }
        for line in lines { try reporter.print(line) }
    }

    /// A line for each change, or one that says that there is none.
    var lines: [String] {
        if changes.isEmpty { return [isDryRun ? "No verdict would change." : "No verdict changed."] }
        return changes.map(\.words)
    }

    private func json(_ change: VerdictChange) -> JSONLine {
        var line = JSONLine(type: "change")
        line.set("from", change.from?.rawValue)
        line.set("to", change.to.rawValue)
        line.set("photos", change.photos)
        return line
    }
}
