import PhotoIndex
package import PhotoModel
package import SystemPackage

/// Removes work photos from settings to summary: index, lock, what a killed run left, plan, limits, confirmation,
/// removal.
///
/// One plan is made and shown, put aside or carried out. What may go, and in which steps it goes, SAFETY.md says
/// ("Removing"): ``PurgePlanner`` selects, ``BatchRemoval`` proves, parks, looks and finishes.
package struct PurgeWork {
    let path: FilePath
    let owner: String
    let rules: () throws -> JudgingRules
    let settings: PurgeSettings
    let destinations: DestinationPlaces
    let isConfirmed: Bool
    let origin: PlanOrigin
    let mode: PlanMode
    let wait: Duration

    /// - Parameters:
    ///   - path: the index.
    ///   - owner: who made it.
    ///   - rules: gives what is judged by, as it is when it is called.
    ///   - settings: what may go, and how.
    ///   - destinations: where destinations are looked for besides the index.
    ///   - isConfirmed: whether the user said yes beforehand.
    ///   - origin: what is selected.
    ///   - mode: what becomes of the plan.
    ///   - wait: how long to wait for another run that holds the lock.
    package init(
        path: FilePath, owner: String, rules: @escaping () throws -> JudgingRules, settings: PurgeSettings,
        destinations: DestinationPlaces, isConfirmed: Bool, origin: PlanOrigin, mode: PlanMode, wait: Duration
    ) {
        self.path = path
        self.owner = owner
        self.rules = rules
        self.settings = settings
        self.destinations = destinations
        self.isConfirmed = isConfirmed
        self.origin = origin
        self.mode = mode
        self.wait = wait
    }

    /// Removes.
    ///
    /// - Parameters:
    ///   - environment: the world.
    ///   - progress: what shows how far it has come.
    ///   - show: called for each action when its state is known, and why in words where there is more to say.
    ///   - note: called with what a person may want to know.
    /// - Returns: what it came to.
    /// - Throws: `PipelineError`, before any work: `unconfirmed`, `declined`, `noHome` and others; and where the index
    ///   fails in the middle; what `show` throws.
    package func run(
        in environment: Environment, progress: any ProgressReporter,
        show: @escaping (Action, String?) throws -> Void, note: @escaping (String) -> Void
    ) async throws -> ActionSummary {
        let began = environment.clock.uptime
        if mode.acts { try RemovalQuestion.makeSureOfAnswer(isConfirmed: isConfirmed, in: environment) }
        _ = try rules()
        let lock = mode.acts ? try lock(in: environment) : nil
        defer { withExtendedLifetime(lock) {} }
        let current = try rules()
        let session = PurgeSession(
            index: try open(by: current), rules: rules, current: current, settings: settings, places: destinations,
            isConfirmed: isConfirmed, environment: environment, command: origin.command(.purge), progress: progress,
            show: show, note: note)
        do {
            var summary = try await run(session)
            summary.signal = environment.interruption.signal
            summary.require = settings.require
            summary.seconds = Double(environment.clock.uptime - began - summary.asking) / 1e9
            return summary
        } catch let error as IndexError {
            throw PipelineError(error)
        }
    }

    /// The lock, after making sure that there is an index to lock.
    private func lock(in environment: Environment) throws -> ActLock {
        _ = try fromIndex { try PhotoIndex.open(forReadingAt: path, owner: owner) }
        return try takeLock(beside: path, waiting: wait, in: environment)
    }

    /// The index as the mode needs it, with verdicts by these rules.
    private func open(by rules: JudgingRules) throws -> PhotoIndex {
        try fromIndex {
            if mode.onlyReads { return try PhotoIndex.current(at: path, owner: owner, rules: rules) }
            _ = try PhotoIndex.open(forReadingAt: path, owner: owner)
            let index = try PhotoIndex.open(forWritingAt: path, owner: owner)
            try index.judgeAnew(by: rules)
            return index
        }
    }

    private func run(_ session: PurgeSession) async throws -> ActionSummary {
        let unsettled = mode.acts ? try await session.settleInterrupted() : 0
        let plan = try await session.makePlan(origin, obeyingCaps: !mode.onlySelects)
        var summary =
            switch mode {
            case .dryRun: try session.showAll(plan)
            case .write(let path): try session.write(plan, to: path)
            case .stage: try session.stage(plan)
            case .carryOut: try await session.carryOut(plan)
            }
        summary.unsettled = unsettled
        return summary
    }
}
