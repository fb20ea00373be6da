import PhotoModel
import PhotoPipeline

/// What `purge`, `apply` and `run` have in common: from what was typed to what it came to.
struct PurgeCall {
    /// What may be removed, and how.
    let settings: PurgeSettings
    /// Whether the person said yes when typing the command.
    let isConfirmed: Bool
    /// What is removed.
    let origin: PlanOrigin
    /// What becomes of the plan.
    let mode: PlanMode
    let session: Session
    /// The command with another limit; where it is nil, `purge` alone.
    var again: ((Int) -> String)?

    /// Removes and reports, as `purge` does.
    func run(waiting wait: Duration) async throws -> ExitStatus {
        try checkSomebodyAnswers()
        let options = session.options
        let report = ActionReport(
            command: "purge",
            again: again ?? { terminalSafe(options.keepingPlaces(in: "workphotos purge --max-delete \($0)")) },
            now: session.environment.clock.now, reporter: session.reporter)
        let summary = try await work(waiting: wait, show: report.show)
        try report.print(summary, of: deed)
        tellNext(summary)
        return ExitStatus(summary)
    }

    /// Refuses a removal before anything is done, where there is nobody to ask.
    ///
    /// - Throws: `PipelineError`, `unconfirmed`.
    func checkSomebodyAnswers() throws(PipelineError) {
        guard case .carryOut = mode else { return }
        try RemovalQuestion.makeSureOfAnswer(isConfirmed: isConfirmed, in: session.environment)
    }

    /// Removes, and gives what it came to.
    ///
    /// - Parameters:
    ///   - wait: how long to wait for another run.
    ///   - show: called for each action.
    /// - Returns: what it came to.
    /// - Throws: `Failure` or `PipelineError`.
    func work(
        waiting wait: Duration, show: @escaping (Action, String?) throws -> Void
    ) async throws -> ActionSummary {
        let work = PurgeWork(
            path: try session.places.index(), owner: session.environment.owner, rules: session.rules,
            settings: settings, destinations: try session.destinationPlaces(), isConfirmed: isConfirmed,
            origin: origin, mode: mode, wait: wait)
        return try await work.run(
            in: session.environment, progress: session.progress, show: show, note: session.reporter.note)
    }

    /// What is told as done: how is said only where it is carried out.
    var deed: Deed {
        switch mode {
        case .carryOut, .dryRun: .removal(settings.way)
        case .stage, .write: .removal(nil)
        }
    }

    /// Says what to type next: where copies were lost, and to a person who may wonder why nothing is free.
    func tellNext(_ summary: ActionSummary) {
        warnOfLostCopies(summary.lost)
        noteTrash(summary)
    }

    private func warnOfLostCopies(_ lost: Int) {
        if lost == 0 { return }
        let copies =
            lost == 1
            ? "1 copy is not what its receipt says, and counts"
            : "\(lost.grouped) copies are not what their receipts say, and count"
        let upload = session.options.keepingPlaces(in: "workphotos upload")
        let verify = session.options.keepingPlaces(in: "workphotos verify")
        session.reporter.warn(
            "\(copies) as not uploaded now. To send again what the library has: \(terminalSafe(upload)); "
                + "to have all others read: \(terminalSafe(verify))")
    }

    /// Says what becomes of photos in the trash.
    private func noteTrash(_ summary: ActionSummary) {
        guard settings.way == .trash, case .carryOut = mode, summary.count(.done) > 0, let run = summary.run else {
            return
        }
        let options = session.options
        let empty = options.keepingPlaces(in: "workphotos runs --empty-trash \(run)")
        let undo = options.keepingPlaces(in: "workphotos undo \(run)")
        session.reporter.note("What is in the trash takes up room until it is emptied: \(terminalSafe(empty))")
        session.reporter.note("To bring it back: \(terminalSafe(undo))")
    }
}
