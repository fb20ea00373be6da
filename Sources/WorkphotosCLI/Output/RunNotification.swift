import PhotoModel

/// What a run has said so far, kept for somebody who was not there. Paths are in it, positions are not: they are in no
/// problem and in no summary.
struct RunNotification: Sendable {
    private static let mostProblems = 50
    /// The problems and errors, the first of many.
    private(set) var problems: [String] = []
    /// How many more there were.
    private(set) var moreProblems = 0
    /// The ends of its steps.
    var lines: [String] = []
    /// Whether one of them had anything to do.
    var hasChanges = false

    /// Notes a problem.
    mutating func add(problem: String) {
        if problems.count < Self.mostProblems { problems.append(problem) } else { moreProblems += 1 }
    }

    /// The text that a command of `[notify]` reads: a line that could be a mail's subject, the problems, the ends.
    ///
    /// - Parameter status: what the run came to.
    /// - Returns: the text, ended by a line feed.
    func text(_ status: ExitStatus) -> String {
        var parts = ["workphotos run: \(status.words(hasChanges: hasChanges))"]
        if !problems.isEmpty {
            let more = moreProblems > 0 ? ["and \(moreProblems.grouped) more"] : []
            parts.append((problems + more).joined(separator: "\n"))
        }
        if !lines.isEmpty { parts.append(lines.joined(separator: "\n")) }
        return parts.joined(separator: "\n\n") + "\n"
    }
}

extension ExitStatus {
    /// A few words for a line that has no room for more.
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
