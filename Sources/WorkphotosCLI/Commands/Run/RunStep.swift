import PhotoModel
import PhotoPipeline

/// One of the commands that `run` consists of.
struct RunStep {
    let name: String
    /// Runs the command and reports its result.
    let run: () async throws -> ExitStatus
}

/// The steps of a run. Each runs whatever the result of the one before it.
struct RunSteps {
    let steps: [RunStep]
    /// Whether nothing is written. The first scan of a dry run makes no index for the later steps.
    let isDryRun: Bool
    let session: Session

    /// Runs the steps. A signal ends the run, and so does an error that keeps the first step, the scan, from starting.
    ///
    /// - Returns: the exit status of each step that ran, by name.
    /// - Throws: the error that kept the first step from starting, or `ConsoleError`.
    func run() async throws -> [String: ExitStatus] {
        var ends: [String: ExitStatus] = [:]
        var told: Set<String> = []
        for (index, step) in steps.enumerated() where session.environment.interruption.signal == nil {
            try session.reporter.head("\(step.name):")
            ends[step.name] = try await end(of: step, isFirst: index == 0, &told)
        }
        return ends
    }

    /// - Returns: nil if there is no index to look at in a dry run.
    private func end(
        of step: RunStep, isFirst: Bool, _ told: inout Set<String>
    ) async throws -> ExitStatus? {
        do {
            return try await step.run()
        } catch let error as ConsoleError {
            throw error
        } catch  where isDryRun && !isFirst && PipelineError(error)?.kind == .noIndex {
            session.reporter.note("There is no index yet, and a dry run makes none: nothing to show")
            return nil
        } catch {
            let failure = Failure(
                error, options: session.options, interruption: session.environment.interruption)
            if isFirst, failure.isBeforeWork { throw error }
            // A missing disk stops upload and purge alike: one problem, one line.
            if !session.reporter.isJSON, !told.insert(failure.text).inserted { return failure.exit }
            let home = session.environment.variables["HOME"]
            return session.reporter.report(failure.telling(session.typed, home: home))
        }
    }
}

extension Failure {
    /// Whether the failure happens before any work.
    fileprivate var isBeforeWork: Bool {
        switch exit {
        case .usage, .configuration, .noIndex, .locked, .interrupted, .terminated: true
        case .success, .failed, .partial, .refused, .quota, .signIn: false
        }
    }
}
