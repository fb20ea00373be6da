import PhotoModel
import PhotoPipeline

/// `workphotos runs --empty-trash`: takes what a run put into the trash out of it for good.
struct EmptyTrashCall {
    /// The run's number.
    let number: Int64
    let isDryRun: Bool
    /// Whether the person said yes when typing the command.
    let isConfirmed: Bool
    let session: Session

    /// Empties and reports.
    func run(waiting wait: Duration) async throws -> ExitStatus {
        if !isDryRun {
            try RemovalQuestion.makeSureOfAnswer(isConfirmed: isConfirmed, in: session.environment)
        }
        let report = ActionReport(
            command: "runs --empty-trash", now: session.environment.clock.now, reporter: session.reporter)
        let work = EmptyTrashWork(
            path: try session.places.index(), owner: session.environment.owner, run: number,
            destinations: try session.destinationPlaces(), isDryRun: isDryRun, isConfirmed: isConfirmed, wait: wait)
        let summary = try await work.run(
            in: session.environment, progress: session.progress, show: report.show, note: session.reporter.note)
        try report.print(summary, of: .emptyingTrash)
        if let stays = summary.reasons[.notVerified] {
            let undo = session.options.keepingPlaces(in: "workphotos undo \(number)")
            session.reporter.warn(
                "\(stays.counting("group")) \(stays == 1 ? "stays" : "stay") in the trash. To bring back what the run "
                    + "removed: \(terminalSafe(undo))")
        }
        return ExitStatus(summary)
    }
}
