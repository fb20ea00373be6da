import PhotoModel
import PhotoPipeline
import SystemPackage

/// Reports what scans could not read, as text and as JSON.
struct ProblemReport {
    let reporter: Reporter
    let path: ShownPath
    /// Formats a moment by the user's clock, to the minute.
    let minute: (Int64) -> String

    func show(_ problem: ProblemView) throws {
        if reporter.isJSON {
            var line = jsonLine(of: problem.finding)
            line.set("since", UTCInstant(nanoseconds: problem.since).text)
            line.set("accepted", problem.isAccepted)
            return try reporter.print(line)
        }
        if problem.isAccepted, reporter.isQuiet { return }
        let day = minute(problem.since).prefix(10)
        let accepted = problem.isAccepted ? "  (accepted)" : ""
        try reporter.print(
            "\(day)  \(padded(problem.finding.kind.rawValue, to: 14)) \(path.text(problem.finding.path)): "
                + "\(problem.finding.words)\(accepted)", indent: 12)
    }

    func end(_ problems: [ProblemView]) throws {
        let accepted = problems.count(where: \.isAccepted)
        if reporter.isJSON {
            var summary = JSONLine(type: "summary")
            summary.set("command", "problems")
            summary.set("problems", problems.count)
            summary.set("accepted", accepted)
            return try reporter.print(summary)
        }
        if reporter.isQuiet { return }
        let text = problems.isEmpty ? "No scan has reported a problem." : problems.count.counting("problem")
        try reporter.print(text + (accepted > 0 ? ", \(accepted.grouped) accepted" : ""))
    }

    /// Writes a file in a format that is not read.
    func show(unsupported finding: Finding) throws {
        if reporter.isJSON { return try reporter.print(jsonLine(of: finding)) }
        try reporter.print("\(path.text(finding.path)): \(finding.words)")
    }

    /// Writes the end of a list of such files.
    func end(unsupported count: Int) throws {
        if reporter.isJSON {
            var summary = JSONLine(type: "summary")
            summary.set("command", "problems")
            summary.set("problems", 0)
            summary.set("accepted", 0)
            summary.set("unsupported", count)
            return try reporter.print(summary)
        }
        if !reporter.isQuiet { try reporter.print("\(count.counting("file")) in unsupported formats") }
    }

    func show(accepted finding: Finding, isDryRun: Bool) throws {
        if reporter.isJSON {
            var line = JSONLine(type: "acceptance")
            line.set(path: finding.path)
            line.set("what", finding.kind.rawValue)
            line.set("detail", finding.detail)
            return try reporter.print(line)
        }
        if reporter.isQuiet { return }
        try reporter.print(
            "\(terminalSafe(finding.path.bytes)): \(isDryRun ? "would be accepted" : "accepted") as it is, "
                + "\(finding.kind.rawValue): \(finding.detail)")
    }

    func end(accepted: Int, of files: Int, isDryRun: Bool) throws {
        guard reporter.isJSON else { return }
        var summary = JSONLine(type: "summary")
        summary.set("command", "problems")
        summary.set("files", files)
        summary.set("accepted", accepted)
        summary.set("problems", reporter.problems)
        summary.set("dryRun", isDryRun)
        try reporter.print(summary)
    }
}

extension ProblemAcceptance.Refusal {
    /// Why a file was not accepted.
    func finding(_ path: FilePath) -> Finding {
        switch self {
        case .noProblem:
            Finding(
                path: path, kind: .missing, detail: "no scan has reported a problem with it", remedy: .listProblems)
        case .notAcceptable(let finding):
            Finding(
                path: path, kind: finding.kind,
                detail: "is \(finding.kind.rawValue) (\(finding.detail)), which cannot be accepted; fix it")
        case .changed: Finding(path: path, kind: .vanished, detail: "no longer exists", remedy: .scan())
        }
    }
}
