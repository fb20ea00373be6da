import PhotoModel
import PhotoPipeline
import SystemPackage

/// Records a user's decision on files and reports the result.
struct DecisionReport {
    let command: String
    let isDryRun: Bool
    let session: Session

    /// Records the decision and writes a line for each file.
    ///
    /// - Parameters:
    ///   - decision: the decision.
    ///   - photos: the photos that it applies to.
    ///   - reasons: narrows a selection to photos whose verdicts have these reasons.
    /// - Returns: the exit status.
    /// - Throws: `Failure`, `PipelineError` or `ConsoleError`.
    func record(
        _ decision: UserDecision, of photos: PhotoArguments, because reasons: ReasonOption? = nil
    ) throws -> ExitStatus {
        let paths = try photos.paths(session) { $0.reasons = Set(reasons?.reason ?? []) }
        let interruption = session.environment.interruption
        let work = try DecisionOnFiles(
            index: session.places.index(), isDryRun: isDryRun, rules: session.rules,
            environment: session.environment, report: session.reporter.report)
        var changed = 0
        let recorded = try work.record(decision, of: paths, isStopped: { interruption.signal != nil }) {
            outcome, content in
            if outcome.isChanged { changed += 1 }
            try show(decision, outcome, content)
        }
        try end(decision, files: recorded, changed: changed)
        if let signal = interruption.signal { return ExitStatus(signal) }
        return recorded == paths.count ? .success : recorded == 0 ? .failed : .partial
    }

    /// Writes a file. In text only those that changed are named.
    private func show(_ decision: UserDecision, _ outcome: DecisionOutcome, _ content: HashedContent) throws {
        if session.reporter.isJSON { return try session.reporter.print(json(decision, outcome, content)) }
        guard !session.reporter.isQuiet, outcome.isChanged else { return }
        try session.reporter.print("\(terminalSafe(outcome.path.bytes)): \(text(decision, outcome))")
    }

    /// Writes the summary; in text, the number of files that were so already.
    private func end(_ decision: UserDecision, files: Int, changed: Int) throws {
        if session.reporter.isJSON { return try session.reporter.print(summary(files: files, changed: changed)) }
        guard !session.reporter.isQuiet, files > changed else { return }
        let already =
            switch decision {
            case .mark(let mark): "already marked \(mark.rawValue)"
            case .unmark: "without a mark"
            case .hold(let reason): "already \(held(reason))"
            case .unhold: "not held"
            }
        try session.reporter.print("\((files - changed).counting("photo")) \(already)")
    }

    private func text(_ decision: UserDecision, _ outcome: DecisionOutcome) -> String {
        let parts = [
            recorded(decision), verdict(outcome),
            copies(outcome),
            outcome.isCurrent ? nil : outcome.after == nil ? "not scanned yet" : "changed since the scan",
        ]
        return parts.compactMap(\.self).joined(separator: ", ")
    }

    /// The other photos that the decision changes, by name; of many, the first.
    private func copies(_ outcome: DecisionOutcome) -> String? {
        let (count, named) = (outcome.changedCopies.count, outcome.changedCopies.prefix(Self.namedCopies))
        if count == 0 { return nil }
        let more = count > named.count ? " and \((count - named.count).grouped) more" : ""
        let names = named.map { terminalSafe($0.bytes) }.joined(separator: " ")
        return "\(count == 1 ? "1 copy" : "\(count.grouped) copies") too (\(names)\(more))"
    }

    private static let namedCopies = 5

    private func recorded(_ decision: UserDecision) -> String {
        switch decision {
        case .mark(let mark): "marked \(mark.rawValue)"
        case .unmark: "mark removed"
        case .hold(let reason): held(reason)
        case .unhold: "no longer held"
        }
    }

    private func held(_ reason: String) -> String {
        reason == HoldCommand.standardReason ? "held" : "held (\(terminalSafe(reason)))"
    }

    private func verdict(_ outcome: DecisionOutcome) -> String? {
        guard let before = outcome.before, let after = outcome.after, before.verdict != after.verdict else {
            return nil
        }
        return "\(before.verdict.rawValue) -> \(after.verdict.rawValue)"
    }

    private func json(_ decision: UserDecision, _ outcome: DecisionOutcome, _ content: HashedContent) -> JSONLine {
        var line = JSONLine(type: "word")
        line.set(path: outcome.path)
        line.set("bytes", content.bytes)
        line.set("sha256", hexText(content.sha256))
        line.set("said", command == "mark" ? decision.name : command)
        line.set("changed", outcome.isChanged)
        line.set("was", outcome.before?.verdict.rawValue)
        line.set("verdict", outcome.after?.verdict.rawValue)
        line.set("reason", outcome.after?.reason.rawValue)
        line.set("copies", outcome.copies.count)
        line.set("copyPaths", outcome.copies) { path, object in object.set(path: path) }
        line.set("scanned", outcome.isCurrent)
        return line
    }

    private func summary(files: Int, changed: Int) -> JSONLine {
        var line = JSONLine(type: "summary")
        line.set("command", command)
        line.set("files", files)
        line.set("changed", changed)
        line.set("problems", session.reporter.problems)
        line.set("dryRun", isDryRun)
        return line
    }
}

extension UserDecision {
    /// The decision as an argument of `mark`; nil for holds.
    fileprivate var name: String? {
        switch self {
        case .mark(let mark): mark.rawValue
        case .unmark: "auto"
        case .hold, .unhold: nil
        }
    }
}
