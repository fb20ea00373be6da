import PhotoModel
import PhotoPipeline
import SystemPackage

/// Reports the lines of a checkup, as text and as JSON.
struct CheckReport {
    private let reporter: Reporter
    private let options: GlobalOptions
    private var counts: [CheckLine.State: Int] = [:]
    private var wantsSignIn = false

    init(reporter: Reporter, options: GlobalOptions) {
        self.reporter = reporter
        self.options = options
    }

    /// The exit status for all lines so far.
    var status: ExitStatus { wantsSignIn ? .signIn : counts[.problem, default: 0] > 0 ? .failed : .success }

    /// Writes a line at once, because the next check may take a while.
    mutating func show(_ line: CheckLine) throws {
        counts[line.state, default: 0] += 1
        wantsSignIn = wantsSignIn || line.wantsSignIn
        let next = line.remedy.map { options.keepingPlaces(in: $0.command) }
        if reporter.isJSON {
            try reporter.print(json(line, next))
        } else if !reporter.isQuiet || line.state == .problem {
            try reporter.print(
                text(line, line.state == .ok ? nil : next), indent: reporter.fitting.isNarrow ? 2 : 23)
        }
        try reporter.flush()
    }

    /// Writes the number of lines in each state.
    func end() throws {
        if reporter.isJSON {
            var summary = JSONLine(type: "summary")
            summary.set("command", "doctor")
            summary.set("ok", count(.ok))
            summary.set("warnings", count(.warning))
            summary.set("problems", count(.problem))
            summary.set("skipped", count(.skipped))
            return try reporter.print(summary)
        }
        if reporter.isQuiet { return }
        let parts = [(count(.problem), "problem"), (count(.warning), "warning")].filter { $0.0 > 0 }
        try reporter.print(
            parts.isEmpty
                ? "No problems: \(count(.ok).counting("check")) ok"
                : parts.map { $0.0.counting($0.1) }.joined(separator: ", ") + ", \(count(.ok)) ok")
    }

    private func count(_ state: CheckLine.State) -> Int { counts[state, default: 0] }

    private func json(_ check: CheckLine, _ next: String?) -> JSONLine {
        var line = JSONLine(type: "check")
        line.set("name", check.name.rawValue)
        line.set("subject", check.subject.text)
        line.set("state", check.state.rawValue)
        line.set("detail", check.finding)
        line.set("next", next)
        return line
    }

    private func text(_ check: CheckLine, _ next: String?) -> String {
        let subject = check.subject.text.map { "\(terminalSafe($0)): " } ?? ""
        let line =
            "\(padded(check.state.rawValue, to: 8)) \(padded(check.name.rawValue, to: 13)) \(subject)\(check.finding)"
        return next.map { "\(line)\n  next: \($0)" } ?? line
    }
}

extension CheckLine.Subject {
    /// The subject in JSON; nil if the line is about the whole.
    fileprivate var text: String? {
        switch self {
        case .whole: nil
        case .path(let path): path.string
        case .name(let name): name
        }
    }
}
