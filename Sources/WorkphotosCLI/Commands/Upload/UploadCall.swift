import PhotoModel
import PhotoPipeline
import SystemPackage

/// What `upload` and `apply` have in common: from what was typed to the exit status.
struct UploadCall {
    /// The command's name.
    let command: String
    /// `--to`.
    let to: String?
    /// What is done about a folder that is no destination yet.
    let creation: DestinationCreation
    /// What is sent.
    let origin: PlanOrigin
    /// What becomes of the plan.
    let mode: PlanMode
    let session: Session

    /// Uploads and reports.
    func run(waiting wait: Duration) async throws -> ExitStatus {
        let report = ActionReport(
            command: command, now: session.environment.clock.now, reporter: session.reporter)
        let summary = try await work(waiting: wait, show: report.show)
        try report.print(summary, of: .upload)
        return ExitStatus(summary)
    }

    /// Uploads, and gives what it came to.
    func work(
        waiting wait: Duration, show: @escaping (Action, String?) throws -> Void
    ) async throws -> ActionSummary {
        let places = session.places
        let configuration = try session.configuration()
        let work = UploadWork(
            path: try places.index(), owner: session.environment.owner, rules: session.rules,
            settings: { try session.uploadSettings(fences: $0.fences) },
            wish: DestinationWish(
                to: to, standard: configuration.uploadTo, configured: try session.configuredDestinations(),
                creation: creation, path: { places.expanded($0) }),
            origin: origin, mode: mode, wait: wait)
        do {
            return try await work.run(
                in: session.environment, progress: session.progress, show: show, note: session.reporter.note)
        } catch let error as PipelineError {
            throw try session.placed(error)
        }
    }
}
