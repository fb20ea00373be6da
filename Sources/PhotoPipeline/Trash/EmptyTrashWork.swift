import PhotoIndex
package import PhotoModel
package import SystemPackage

/// Empties the trash of what a run has put there, from the run's number to a summary. What leaves is removed for good, so
/// that each file is read once more, and a copy of it at a destination.
package struct EmptyTrashWork {
    private static let command = "runs --empty-trash"

    let path: FilePath
    let owner: String
    let run: Int64
    let destinations: DestinationPlaces
    let isDryRun: Bool
    let isConfirmed: Bool
    let wait: Duration

    /// - Parameters:
    ///   - path: the index.
    ///   - owner: who made it.
    ///   - run: the run that removed photos.
    ///   - destinations: where copies are looked for besides the index's destinations.
    ///   - isDryRun: whether it is only shown what would go.
    ///   - isConfirmed: whether the user gave `--yes`, so that nobody is asked.
    ///   - wait: how long to wait for another run that holds the lock.
    package init(
        path: FilePath, owner: String, run: Int64, destinations: DestinationPlaces, isDryRun: Bool, isConfirmed: Bool,
        wait: Duration
    ) {
        self.path = path
        self.owner = owner
        self.run = run
        self.destinations = destinations
        self.isDryRun = isDryRun
        self.isConfirmed = isConfirmed
        self.wait = wait
    }

    /// Empties it. Of what is not there any more nothing is said.
    ///
    /// - Parameters:
    ///   - environment: the world.
    ///   - progress: what shows how far it has come.
    ///   - show: called for each group, with those of its files that are in the trash, when its state is known, and why
    ///     in words where there is more to say.
    ///   - note: called with what a person may want to know.
    /// - Returns: what it came to.
    /// - Throws: `PipelineError`: before any work `unconfirmed`, `unknown` where there is no such run, or it removed
    ///   nothing; `declined`, `interrupted`; what befalls the index. What `show` throws.
    package func run(
        in environment: Environment, progress: any ProgressReporter,
        show: @escaping (Action, String?) throws -> Void, note: @escaping (String) -> Void
    ) async throws -> ActionSummary {
        let began = environment.clock.uptime
        if !isDryRun { try RemovalQuestion.makeSureOfAnswer(isConfirmed: isConfirmed, in: environment) }
        let known = try fromIndex { try PhotoIndex.open(forReadingAt: path, owner: owner) }
        do {
            var summary: ActionSummary
            if isDryRun {
                let groups = try known.removedGroups(knownToBeOf: run, settler: Self.command)
                let session = session(known, environment, progress, show)
                summary = try await session.showAll(
                    try session.plan(groups),
                    CopyFinder(index: known, places: destinations, environment: environment))
            } else {
                try known.checkRemovals(ofRun: run, settler: Self.command)
                summary = try await empty(in: environment, progress, show, note)
            }
            summary.signal = environment.interruption.signal
            summary.seconds = Double(environment.clock.uptime - began - summary.asking) / 1e9
            return summary
        } catch let error as IndexError {
            throw PipelineError(error)
        }
    }

    private func empty(
        in environment: Environment, _ progress: any ProgressReporter,
        _ show: @escaping (Action, String?) throws -> Void, _ note: @escaping (String) -> Void
    ) async throws -> ActionSummary {
        let lock = try takeLock(beside: path, waiting: wait, in: environment)
        defer { withExtendedLifetime(lock) {} }
        let index = try PhotoIndex.open(forWritingAt: path, owner: owner)
        let unsettled = try await InterruptedRemovals(
            index: index, places: destinations, environment: environment, command: "undo", note: note
        ).settle()
        let session = session(index, environment, progress, show)
        let removed = try index.removedGroups(knownToBeOf: run, settler: Self.command)
        let groups = try session.plan(removed, failures: try session.tidyUp(removed))
        var summary = ActionSummary()
        if !groups.isEmpty {
            let open = groups.filter(\.isOpen)
            let asksNobody = isConfirmed || open.isEmpty
            let asking = asksNobody ? 0 : try await session.question(open, run: run).ask(in: environment)
            summary = try await session.empty(
                groups, CopyFinder(index: index, places: destinations, environment: environment))
            summary.asking = asking
        }
        summary.unsettled = unsettled
        return summary
    }

    private func session(
        _ index: PhotoIndex, _ environment: Environment, _ progress: any ProgressReporter,
        _ show: @escaping (Action, String?) throws -> Void
    ) -> EmptyTrashSession {
        EmptyTrashSession(index: index, environment: environment, progress: progress, show: show)
    }
}
