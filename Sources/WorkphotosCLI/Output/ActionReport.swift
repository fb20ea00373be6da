import PhotoModel
import PhotoPipeline
import SystemPackage

/// What became of groups, for people and for programs: a line each, and a summary.
struct ActionReport {
    /// The command's name.
    let command: String
    /// Nanoseconds since 1970-01-01T00:00:00Z, to say how long ago the last scan was.
    let now: Int64
    let reporter: Reporter

    /// Writes one action. A group that failed or was refused is also a line on standard error; for people, those that
    /// are done are not listed one by one unless they ask for more.
    func show(_ action: Action, detail: String?) throws {
        if reporter.isJSON { try reporter.print(JSONLine(action: action)) }
        switch action.state {
        case .failed, .refused:
            reporter.warn("\(Self.name(action)): \(Self.words(action))\(detail.map { ": \($0)" } ?? "")")
        case .planned, .staged:
            if !reporter.isJSON, !reporter.isQuiet { try reporter.print(Self.row(action)) }
        case .skipped:
            reporter.detail("\(Self.name(action)): \(Self.words(action))")
        case .done, .running:
            reporter.detail("\(Self.name(action)): done, \(terminalSafe(action.target?.string ?? ""))")
        }
    }

    /// Writes the summary; under `--quiet` nothing for people.
    func print(_ summary: ActionSummary) throws {
        for id in summary.unknown { reporter.warn("\(id): nothing staged has this number") }
        try reporter.end(
            lines(summary), json: JSONLine(summary, command: command),
            hasChanges: [.done, .staged, .planned].contains { summary.count($0) > 0 })
        if let error = summary.endedBy { reporter.warn("ended early: \(error.detail)") }
        if summary.signal != nil {
            reporter.warn("stopped; what was under way is finished or put back. Go on with the same command")
        }
    }

    /// An action as a row: number, files, bytes, where from and where to.
    static func row(_ action: Action) -> String {
        let number = action.id.map { padded("\($0)", to: 7) } ?? ""
        let target = action.destination.map { "  -> \(terminalSafe($0.name)): " } ?? "  -> "
        let why = action.why.map { "  (\($0.rawValue))" } ?? ""
        return "\(number)\(padded(action.bytes.byteSize, to: 9))\(name(action))\(target)"
            + (action.target.map { terminalSafe($0.bytes) } ?? "–") + why
    }

    /// The leader's path, and how many files are with it.
    static func name(_ action: Action) -> String {
        let path = action.members.first.map { terminalSafe($0.path.bytes) } ?? "–"
        return action.members.count > 1 ? "\(path) (+\(action.members.count - 1))" : path
    }

    private static func words(_ action: Action) -> String {
        action.state.rawValue + (action.why.map { ", \($0.rawValue)" } ?? "")
    }

    private func lines(_ summary: ActionSummary) -> [String] {
        let states: [(Action.State, String)] = [
            (.planned, "to upload"), (.staged, "staged"), (.failed, "failed"), (.refused, "refused"),
            (.skipped, "left for now"),
        ]
        let counts =
            [(summary.count(.done) - summary.alreadyThere, "uploaded")] + states.map { (summary.count($0.0), $0.1) }
        let told = counts.filter { $0.0 > 0 }.map { "\($0.0.grouped) \($0.1)" }
        var lines = ["\(told.isEmpty ? "Nothing to do" : told.joined(separator: ", "))\(size(summary))"]
        let stay: [(String, Int)] =
            Action.Reason.allCases.map { ($0.words, summary.reasons[$0] ?? 0) } + [
                ("at the destination already", summary.upToDate + summary.alreadyThere), ("personal", summary.personal),
                ("unsure", summary.unsure), ("not come to", summary.left),
            ]
        let kept = stay.filter { $0.1 > 0 }.map { "\($0.1.grouped) \($0.0)" }
        if !kept.isEmpty { lines.append("Not sent: \(kept.joined(separator: ", "))") }
        if let lastScan = summary.lastScan {
            lines.append("The last scan was \(Duration.nanoseconds(max(0, now - lastScan)).brief) ago")
        }
        return lines
    }

    private func size(_ summary: ActionSummary) -> String {
        let (files, bytes) = (summary.files - summary.filesThere, summary.bytes - summary.bytesThere)
        guard files > 0 else { return "" }
        return " (\(files.counting("file")), \(bytes.byteSize)) in \(Duration.seconds(summary.seconds).brief)"
    }
}

extension ExitStatus {
    /// What the end of a run that uploads or removes means to a script; the contract's order.
    init(_ summary: ActionSummary) {
        if let signal = summary.signal {
            self = ExitStatus(signal)
        } else if summary.endedBy?.kind == .signIn {
            self = .signIn
        } else if summary.endedBy?.kind == .quota {
            self = .quota
        } else if summary.count(.refused) > 0 {
            self = .refused
        } else if summary.count(.failed) > 0 || summary.endedBy != nil || !summary.unknown.isEmpty {
            self = summary.count(.done) + summary.count(.planned) > 0 ? .partial : .failed
        } else {
            self = .success
        }
    }
}
