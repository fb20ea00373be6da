import PhotoModel

/// What a run has reported so far, for a notification. It contains paths but no positions, because no problem and no
/// summary contains positions.
struct RunNotification: Sendable {
    private static let mostProblems = 50
    /// The first problems and errors.
    private(set) var problems: [String] = []
    /// The number of further problems.
    private(set) var moreProblems = 0
    /// The last lines of the run's steps.
    var lines: [String] = []
    /// Whether any step had something to do.
    var hasChanges = false

    mutating func add(problem: String) {
        if problems.count < Self.mostProblems { problems.append(problem) } else { moreProblems += 1 }
    }

    /// The text that a command in `[notify]` reads: a line fit for a mail's subject, the problems, and the steps' last
    /// lines.
    ///
    /// - Returns: the text, with a line feed at its end.
    func text(_ status: ExitStatus) -> String {
        var parts = ["workphotos run: \(status.words(hasChanges: hasChanges))"]
        if !problems.isEmpty {
            let more = moreProblems > 0 ? ["and \(moreProblems.grouped) more"] : []
            parts.append((problems + more).joined(separator: "\n"))
        }
        if !lines.isEmpty { parts.append(lines.joined(separator: "\n")) }
        return terminalLines(parts.joined(separator: "\n\n") + "\n")
    }
}

extension ExitStatus {
    /// The status in a few words, for the first line.
    fileprivate func words(hasChanges: Bool) -> String {
        switch self {
        case .success: return hasChanges ? "done" : "nothing to do"
        default: return "\(words) (exit status \(rawValue))"
        }
    }

    private var words: String {
        switch self {
        case .success: "done"
        case .failed: "failed"
        case .partial: "partly done"
        case .refused: "refused by a safety rule"
        case .quota: "out of quota"
        case .noIndex: "no usable index"
        case .locked: "another workphotos is running"
        case .signIn: "sign-in is needed"
        case .usage: "the command line is wrong"
        case .configuration: "the configuration is invalid"
        case .interrupted, .terminated: "stopped by a signal"
        }
    }
}
