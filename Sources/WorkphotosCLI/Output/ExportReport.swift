import PhotoModel
import PhotoPipeline
import SystemPackage

/// Reports what was copied out of the library, as text and as JSON. The text lists files that have no copy, and in a
/// dry run or with `-v` each file.
struct ExportReport {
    let reporter: Reporter
    /// Whether nothing was written.
    let isDryRun: Bool

    func show(_ result: ExportResult) throws {
        if reporter.isJSON { return try reporter.print(JSONLine(export: result)) }
        let path = terminalSafe(result.path.bytes)
        if let why = result.why {
            return try reporter.print(row(result.state.rawValue, "\(path): \(terminalSafe(why))"), indent: Self.indent)
        }
        guard let target = result.target, !reporter.isQuiet, isDryRun || reporter.isVerbose else { return }
        var text = "\(path) -> \(terminalSafe(target.bytes))"
        if !result.removed.isEmpty { text += ", without \(result.removed.map(\.rawValue).joined(separator: ", "))" }
        if result.isKnown { text += " (already there)" }
        try reporter.print(row(isDryRun ? "would copy" : "copied", text), indent: Self.indent)
    }

    private static let indent = 12

    private func row(_ word: String, _ text: String) -> String { padded(word, to: Self.indent) + text }

    func print(_ summary: ExportSummary) throws {
        if reporter.isJSON {
            try reporter.print(json(summary))
        } else if !reporter.isQuiet {
            try reporter.print(sentence(summary))
        }
        if let first = summary.unfinished.first {
            reporter.warn(
                "\(summary.unfinished.count.counting("file")) of another export that was interrupted or is running, such "
                    + "as \(terminalSafe(first.bytes)); to remove it once none is running: "
                    + "rm -- \(shellQuoted(first.bytes))")
        }
        if summary.signal != nil {
            reporter.warn("stopped; \(summary.left.grouped) left. To continue, run the same command again")
        }
    }

    private func json(_ summary: ExportSummary) -> JSONLine {
        var line = JSONLine(type: "summary")
        line.set("command", "export")
        line.set(path: summary.directory)
        line.set("photos", summary.photos)
        for state in ExportResult.State.allCases { line.set(state.rawValue, summary.count(state)) }
        line.set("alreadyThere", summary.known)
        line.set("bytes", summary.bytes)
        line.set("left", summary.left)
        line.set("dryRun", isDryRun)
        line.set("seconds", summary.seconds)
        return line
    }

    private func sentence(_ summary: ExportSummary) -> String {
        let files = summary.count(.done) + summary.count(.planned)
        let missing = [ExportResult.State.refused, .failed].filter { summary.count($0) > 0 }.map {
            "\(summary.count($0).grouped) \($0.rawValue)"
        }
        if files == 0, missing.isEmpty { return "There are no photos to export." }
        var parts = [
            "\(isDryRun ? "Would export" : "Exported") \(summary.photos.counting("photo")), "
                + "\(files.counting("file")) (\(summary.bytes.byteSize)), to \(terminalSafe(summary.directory.bytes))"
        ]
        if summary.known > 0 { parts.append("\(summary.known.grouped) already there") }
        return (parts + missing).joined(separator: "; ")
    }
}

extension JSONLine {
    /// The `export` line.
    fileprivate init(export result: ExportResult) {
        self.init(type: "export")
        set(path: result.path)
        set("target", path: result.target)
        set("removed", result.removed.map(\.rawValue))
        set("state", result.state.rawValue)
        set("why", result.why)
    }
}

extension ExitStatus {
    init(_ summary: ExportSummary) {
        self.init(worstOf: [
            summary.signal.map { ExitStatus($0) },
            .failed(
                if: summary.count(.failed) + summary.count(.refused) > 0,
                besides: summary.count(.done) + summary.count(.planned)),
        ])
    }
}
