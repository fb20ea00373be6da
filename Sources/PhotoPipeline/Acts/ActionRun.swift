import PhotoIndex
package import PhotoModel
package import SystemPackage

/// One run of an act, from the command to the summary. It contains everything that all acts share.
///
/// The order of the steps must not change: check that the act may begin; take the lock; settle what killed runs left;
/// read the rules; plan, apply caps, ask; then show the plan, write it to a file, stage it or carry it out; conclude. A
/// dry run makes the same plan from what it reads, and writes nothing.
package struct ActionRun {
    package var act: AnyAct
    /// What is done with the plan.
    package var mode: PlanMode
    /// The index's path.
    package var index: FilePath
    /// Returns the current rules each time it is called.
    package var rules: @Sendable () throws -> JudgingRules
    /// All files that the rules come from; empty to read the rules each time.
    package var ruleFiles: [FilePath]
    /// Where destinations are looked up in addition to the index.
    package var places: DestinationPlaces
    /// How long to wait while another run holds the lock.
    package var wait: Duration

    package init(
        _ act: AnyAct, mode: PlanMode, index: FilePath, rules: @escaping @Sendable () throws -> JudgingRules,
        ruleFiles: [FilePath] = [], places: DestinationPlaces, wait: Duration
    ) {
        self.act = act
        self.mode = mode
        self.index = index
        self.rules = rules
        self.ruleFiles = ruleFiles
        self.places = places
        self.wait = wait
    }

    /// Runs the act.
    ///
    /// - Parameters:
    ///   - environment: the world.
    ///   - progress: shows how far the work has come.
    ///   - show: called for each action once its state is known, with the cause in words if there is more to say than
    ///     its reason.
    ///   - note: called with what a person may want to know.
    /// - Returns: the summary.
    /// - Throws: `PipelineError`, before any work; `IndexError`, also during it; what `show` throws.
    package func run(
        in environment: Environment, progress: any ProgressReporter,
        show: @escaping (Action, String?) throws -> Void, note: @escaping (ActionNote) -> Void
    ) async throws -> ActionSummary {
        // The work blocks on disks and the index.
        return try await withTaskExecutorPreference(environment.threads) {
            try await run(act.act, in: environment, progress, show, note)
        }
    }

    private func run<Kind: Act>(
        _ act: Kind, in environment: Environment, _ progress: any ProgressReporter,
        _ show: @escaping (Action, String?) throws -> Void, _ note: @escaping (ActionNote) -> Void
    ) async throws -> ActionSummary {
        let began = environment.clock.uptime
        progress.begin("Planning")
        if mode.acts { try act.checkBefore(in: environment) }
        if act.goesByVerdicts { try act.check(rules()) }
        let known = try PhotoIndex.open(forReadingAt: index, owner: environment.owner)
        if act.goesByVerdicts { try known.checkDecisions() }
        if mode.acts { try act.check(known) }
        let lock = mode.acts ? try await takeLock(beside: index, waiting: wait, in: environment) : nil
        defer { withExtendedLifetime(lock) {} }
        let context = try context(for: act, known, environment)
        let unsettled =
            mode.acts
            ? try await InterruptedActions(
                index: context.index, destinations: context.destinations, environment: environment,
                command: act.command
            ).settle(act.uploadsToSettle(context), note: note) : 0
        let showsAtOnce = if case .dryRun = mode { true } else { false }
        let plan = try await act.plan(
            context, note: note, show: showsAtOnce ? { try show($0, nil) } : nil)
        var carrying = PlanCarrying(
            act: act, plan: plan, context: context, progress: progress, show: show, summary: plan.summary)
        switch mode {
        case .dryRun: try await carrying.showAll()
        case .write(let target): try await carrying.write(to: target)
        case .stage: try carrying.stage()
        case .carryOut: try await carrying.carryOut()
        }
        var summary = carrying.summary
        summary.unsettled += unsettled
        if mode.acts {
            for failure in summary.listFailures.sorted() { note(.receiptsUnlisted(failure)) }
            try act.conclude(&summary, context, note: note)
        }
        summary.signal = environment.interruption.signal
        summary.seconds = Double(environment.clock.uptime - began - summary.waitedForAnswer) / 1e9
        return summary
    }

    /// Opens the index as the mode requires. For acts that depend on verdicts it is judged by the current rules.
    private func context<Kind: Act>(
        for act: Kind, _ known: PhotoIndex, _ environment: Environment
    ) throws -> ActionContext {
        let index: PhotoIndex
        var rules: JudgingRules?
        if act.goesByVerdicts {
            let current = try self.rules()
            try act.check(current)
            index = try PhotoIndex.judged(
                at: self.index, owner: environment.owner, rules: current, onlyReads: mode.onlyReads)
            rules = current
        } else {
            index = try mode.onlyReads ? known : PhotoIndex.open(forWritingAt: self.index, owner: environment.owner)
        }
        return ActionContext(
            index: index, rules: rules,
            judging: CurrentJudging(
                rules: self.rules, files: ruleFiles, last: rules?.basis, index: index, clock: environment.clock),
            mode: mode, files: try index.libraryFiles(),
            destinations: OpenDestinations(index: index, places: places, environment: environment),
            environment: environment, begin: try index.changeMark())
    }
}
