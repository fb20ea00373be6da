import PhotoModel
import PhotoPipeline

/// One of the commands that `run` is made of.
struct RunStep {
    /// The command's name.
    let name: String
    /// Does what the command does, and reports it.
    let run: () async throws -> ExitStatus
}

/// The steps of a run, one after the other, each whatever came of the one before.
struct RunSteps {
    let steps: [RunStep]
    /// Whether nothing is written, and so a first scan makes no index for the steps after it.
    let isDryRun: Bool
    let session: Session

    /// Runs them. A signal ends it; so does what keeps the first step, the scan, from beginning.
    ///
    /// - Returns: what became of each that was run, by its name.
    /// - Throws: what kept the first from beginning, and that nobody reads the results.
    func run() async throws -> [String: ExitStatus] {
        var ends: [String: ExitStatus] = [:]
        var told: Set<String> = []
        for (place, step) in steps.enumerated() where session.environment.interruption.signal == nil {
            try session.reporter.head("\(step.name):")
            ends[step.name] = try await end(of: step, isFirst: place == 0, &told)
        }
        return ends
    }

    /// - Returns: nil where there was nothing that it could look at.
    private func end(
        of step: RunStep, isFirst: Bool, _ told: inout Set<String>
    ) async throws -> ExitStatus? {
        do {
            return try await step.run()
        } catch let error as ConsoleError {
            throw error
        } catch let error as PipelineError where isDryRun && !isFirst && error.kind == .noIndex {
            session.reporter.note("There is no index yet, and a dry run makes none: nothing to show")
            return nil
        } catch {
            let failure = Failure(
                error, options: session.options, interruption: session.environment.interruption)
            if isFirst, failure.isBeforeWork { throw error }
            // A disk that is away keeps upload and purge from being done alike: one problem, one line.
            if !session.reporter.isJSON, !told.insert(failure.text).inserted { return failure.exit }
            return session.reporter.report(failure.telling(session.typed))
        }
    }
}

extension Failure {
    /// Whether it is one that comes before any work.
    fileprivate var isBeforeWork: Bool {
        switch exit {
        case .usage, .configuration, .noIndex, .locked, .interrupted, .terminated: true
        case .success, .failed, .partial, .refused, .quota, .signIn: false
        }
    }
}
