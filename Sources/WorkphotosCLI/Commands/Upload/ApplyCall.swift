import PhotoModel
import PhotoPipeline

/// `apply`: uploads first, then removals, and one answer for both.
struct ApplyCall {
    let chosen: ChosenActions
    /// What may be removed, and how.
    let settings: PurgeSettings
    /// Whether the person said yes when typing the command.
    let isConfirmed: Bool
    let isDryRun: Bool
    let session: Session

    private var mode: PlanMode { isDryRun ? .dryRun : .carryOut }

    private var purge: PurgeCall? {
        chosen.removals.map {
            PurgeCall(settings: settings, isConfirmed: isConfirmed, origin: $0, mode: mode, session: session)
        }
    }

    /// Carries out and reports.
    func run(waiting wait: Duration) async throws -> ExitStatus {
        // Nothing is sent either where the removals that were asked for will not be begun.
        try purge?.checkSomebodyAnswers()
        let report = ActionReport(
            command: "apply", again: session.typed.withLimit, now: session.environment.clock.now,
            reporter: session.reporter)
        var parts: [ActionReport.Part] = []
        if let uploads = try await upload(waiting: wait, report) { parts.append((.upload, uploads)) }
        if let purge { parts.append((purge.deed, try await remove(purge, after: parts, waiting: wait, report))) }
        parts[0].summary.unknown = (parts[0].summary.unknown + chosen.unknown).sorted()
        try report.print(parts)
        if let purge, let removals = parts.last?.summary { purge.tellNext(removals) }
        return ExitStatus(ActionReport.whole(parts))
    }

    private func upload(waiting wait: Duration, _ report: ActionReport) async throws -> ActionSummary? {
        guard let uploads = chosen.uploads else { return nil }
        return try await UploadCall(
            command: "apply", to: nil, creation: .never, origin: uploads, mode: mode, session: session
        ).work(waiting: wait, show: report.show)
    }

    /// Removes. Where that is given up, what became of the uploads is still told.
    private func remove(
        _ purge: PurgeCall, after parts: [ActionReport.Part], waiting wait: Duration, _ report: ActionReport
    ) async throws -> ActionSummary {
        if let signal = session.environment.interruption.signal {
            var summary = ActionSummary()
            (summary.left, summary.signal) = (chosen.removalCount, signal)
            return summary
        }
        do {
            return try await purge.work(waiting: wait, show: report.show)
        } catch  where !parts.isEmpty && !(error is ConsoleError) {
            try report.print(parts)
            var failure = Failure(error)
            failure.exit = ExitStatus(ActionReport.whole(parts), then: failure)
            throw failure
        }
    }
}
