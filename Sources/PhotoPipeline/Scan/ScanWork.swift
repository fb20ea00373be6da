import PhotoIndex
package import PhotoModel
package import SystemPackage

/// A scan from its settings to its summary: index, lock, judging, scanning.
package struct ScanWork {
    private let path: FilePath
    private let owner: String
    private let rules: () throws -> JudgingRules
    private let options: ScanOptions
    private let isDryRun: Bool
    private let wait: Duration
    private let destinations: DestinationPlaces

    /// - Parameters:
    ///   - path: the index; made where there is none.
    ///   - rules: returns the current rules each time it is called. ``run(in:progress:report:note:)`` rethrows its
    ///     errors.
    ///   - isDryRun: whether everything happens on a copy in memory.
    ///   - wait: how long to wait for another run that holds the lock.
    ///   - destinations: where destinations are looked up in addition to the index, to settle what a killed run had
    ///     parked.
    package init(
        path: FilePath, owner: String, rules: @escaping () throws -> JudgingRules, options: ScanOptions,
        isDryRun: Bool, wait: Duration, destinations: DestinationPlaces
    ) {
        self.path = path
        self.owner = owner
        self.rules = rules
        self.options = options
        self.isDryRun = isDryRun
        self.wait = wait
        self.destinations = destinations
    }

    /// Scans.
    ///
    /// - Throws: `PipelineError`, before any work; `IndexError`, also in the middle.
    package func run(
        in environment: Environment, progress: any ProgressReporter, report: @escaping (Finding) -> Void,
        note: @escaping (ActionNote) -> Void = { _ in }
    ) async throws -> ScanSummary {
        try await prepared(in: environment, note: note) { index, current, unsettled in
            let scan = Scan(
                index: index, rules: current, currentRules: rules, options: options, environment: environment,
                progress: progress, report: report)
            var summary = try await scan.run()
            if unsettled > 0 { summary.isPartial = true }
            return summary
        }
    }

    /// Takes what other machines have read for what a scan of the same directories would read.
    ///
    /// - Parameter files: files of facts, and directories of them.
    /// - Throws: as ``run(in:progress:report:note:)``.
    package func importFacts(
        _ files: [FilePath], in environment: Environment, progress: any ProgressReporter,
        report: @escaping (Finding) -> Void, note: @escaping (ActionNote) -> Void
    ) async throws -> ImportSummary {
        try await prepared(in: environment, note: note) { index, current, _ in
            try await FactImport(
                index: index, rules: current, options: options, environment: environment, report: report
            ).run(files, progress: progress)
        }
    }

    /// Does work with the index, under the lock, judged by the current rules, and with what killed runs left settled.
    private func prepared<Summary>(
        in environment: Environment, note: @escaping (ActionNote) -> Void,
        _ work: (_ index: PhotoIndex, _ rules: JudgingRules, _ unsettled: Int) async throws -> Summary
    ) async throws -> Summary {
        // Read before anything is opened, so that invalid rules leave no trace; and again under the lock, for which the
        // run may have waited hours.
        _ = try rules()
        let index = try writeIndex(at: path, owner: owner, isDryRun: isDryRun)
        let lock = isDryRun ? nil : try await takeLock(beside: path, waiting: wait, in: environment)
        defer { withExtendedLifetime(lock) {} }
        // A mark that cannot be read would not follow its photo to another path.
        try index.checkDecisions()
        let current = try rules()
        for pattern in current.emptyTrackPatterns { note(.noTracks(pattern)) }
        _ = try index.judgeAnew(by: current)
        var unsettled = 0
        if !isDryRun {
            unsettled = try await InterruptedActions(
                index: index,
                destinations: OpenDestinations(index: index, places: destinations, environment: environment),
                environment: environment, command: "scan", acceptsMissing: options.acceptsMissing
            ).settle(.none, note: note)
        }
        return try await work(index, current, unsettled)
    }
}
