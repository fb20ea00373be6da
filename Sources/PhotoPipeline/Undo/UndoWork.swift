import PhotoIndex
package import PhotoModel
package import SystemPackage

/// Undoes a run from its number to a summary: index, lock, what a killed run left, and back comes what it removed, from
/// the trash or from a destination.
package struct UndoWork {
    let path: FilePath
    let owner: String
    let run: Int64
    let destinations: DestinationPlaces
    let isDryRun: Bool
    let wait: Duration

    /// - Parameters:
    ///   - path: the index.
    ///   - owner: who made it.
    ///   - run: the run that removed photos.
    ///   - destinations: where copies are looked for besides the index's destinations.
    ///   - isDryRun: whether it is only shown what would come back, and from where.
    ///   - wait: how long to wait for another run that holds the lock.
    package init(
        path: FilePath, owner: String, run: Int64, destinations: DestinationPlaces, isDryRun: Bool, wait: Duration
    ) {
        self.path = path
        self.owner = owner
        self.run = run
        self.destinations = destinations
        self.isDryRun = isDryRun
        self.wait = wait
    }

    /// Undoes the run. What is back already stays as it is.
    ///
    /// - Parameters:
    ///   - environment: the world.
    ///   - progress: what shows how far it has come.
    ///   - show: called for each group when its state is known, and why in words where there is more to say.
    ///   - note: called with what a person may want to know.
    /// - Returns: what it came to; groups that an earlier undo brought back are ``ActionSummary/upToDate``.
    /// - Throws: `PipelineError`, before any work, and where the index fails in the middle; `unknown` where there is no
    ///   such run, or it removed nothing. What `show` throws.
    package func run(
        in environment: Environment, progress: any ProgressReporter,
        show: @escaping (Action, String?) throws -> Void, note: @escaping (String) -> Void
    ) async throws -> ActionSummary {
        let began = environment.clock.uptime
        let known = try fromIndex { try PhotoIndex.open(forReadingAt: path, owner: owner) }
        if isDryRun { return try await run(known, since: began, in: environment, progress: progress, show: show) }
        try known.checkRemovals(ofRun: run, settler: "undo")
        let lock = try takeLock(beside: path, waiting: wait, in: environment)
        defer { withExtendedLifetime(lock) {} }
        let index = try fromIndex { try PhotoIndex.open(forWritingAt: path, owner: owner) }
        let unsettled: Int
        do {
            unsettled = try await InterruptedRemovals(
                index: index, places: destinations, environment: environment, command: "undo", note: note
            ).settle()
        } catch let error as IndexError {
            throw PipelineError(error)
        }
        var summary = try await run(index, since: began, in: environment, progress: progress, show: show)
        // Also of what an earlier undo brought back, or this one could not take away a moment ago.
        let shown = environment.trashService(.trash)
            .tidyUp(try index.removedGroups(knownToBeOf: run, settler: "undo")).shown
        if let words = shown.values.min() {
            note(
                "\(shown.count.counting("group")) \(shown.count == 1 ? "is" : "are") back, and the trash shows them still; "
                    + "workphotos undo \(run) takes that away: \(words)")
        }
        summary.unsettled = unsettled + shown.count
        return summary
    }

    private func run(
        _ index: PhotoIndex, since began: Int64, in environment: Environment, progress: any ProgressReporter,
        show: @escaping (Action, String?) throws -> Void
    ) async throws -> ActionSummary {
        let session = UndoSession(
            index: index, places: destinations, environment: environment, isDryRun: isDryRun, progress: progress,
            show: show)
        do {
            var summary = try await session.bringBack(
                try index.removedGroups(knownToBeOf: run, settler: "undo"))
            summary.signal = environment.interruption.signal
            summary.seconds = Double(environment.clock.uptime - began) / 1e9
            return summary
        } catch let error as IndexError {
            throw PipelineError(error)
        }
    }
}

extension PhotoIndex {
    /// Whether a run was killed that had removals under way, and nobody has settled them: what it removed is not known
    /// before somebody does.
    private func hasUnsettledRemovals(ofRun run: Int64) throws(PipelineError) -> Bool {
        var isAny = false
        try fromIndex {
            try actions(ofRun: run) { action in
                isAny = action.kind == .purge && action.state == .running
                return !isAny
            }
        }
        return isAny
    }

    /// Makes sure that a run removed something, or may have: whoever settles what it had under way will know.
    ///
    /// - Parameters: as for ``removedGroups(knownToBeOf:settler:)``.
    /// - Throws: `PipelineError`: `unknown`.
    func checkRemovals(ofRun run: Int64, settler: String) throws(PipelineError) {
        if try !hasUnsettledRemovals(ofRun: run) { _ = try removedGroups(knownToBeOf: run, settler: settler) }
    }

    /// What a run removed.
    ///
    /// - Parameters:
    ///   - run: the run.
    ///   - settler: the command that is typed for it, which settles first what the run had under way where it was killed.
    /// - Returns: the groups, one at least.
    /// - Throws: `PipelineError`: `unknown` where there is no such run, or it removed nothing.
    func removedGroups(knownToBeOf run: Int64, settler: String) throws(PipelineError) -> [RemovedGroup] {
        let groups = try fromIndex { try removedGroups(ofRun: run) }
        if !groups.isEmpty { return groups }
        var command: String?
        try fromIndex {
            try runs(limit: nil) { record in
                if record.id == run { command = record.command }
                return record.id > run
            }
        }
        if let command, try hasUnsettledRemovals(ofRun: run) {
            throw PipelineError(
                .unknown, "Run \(run), \(command), was killed, and what it had under way is not settled",
                next: "workphotos \(settler) \(run)")
        }
        let why = command.map { "Run \(run), \($0), has removed nothing" } ?? "There is no run \(run)"
        throw PipelineError(.unknown, why, next: "workphotos runs")
    }
}
