import PhotoIndex
package import PhotoModel
import Synchronization
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
    /// - Parameter show: called for each action once its state is known, with the cause in words if there is more to
    ///   say than its reason.
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

/// Shows a plan, writes it to a file, stages it, or carries it out.
private struct PlanCarrying<Kind: Act> {
    let act: Kind
    let plan: ActionPlan<Kind.Group>
    let context: ActionContext
    let progress: any ProgressReporter
    let show: (Action, String?) throws -> Void
    /// What has become of the plan so far.
    var summary: ActionSummary

    private var environment: Environment { context.environment }
    private var index: PhotoIndex { context.index }

    // MARK: - Modes that change nothing in the library

    /// Shows a plan. Writes nothing.
    mutating func showAll() async throws {
        try tellDoneBefore()
        if let name = act.progressName.looking, !plan.isEmpty {
            try await preview(name)
        } else {
            for group in plan.groups { try tell(group.action, group.detail) }
        }
        try tellKept()
    }

    private mutating func preview(_ name: String) async throws {
        let progress = ByteProgress(total: plan.bytes, reporter: self.progress, name: name)
        defer { progress.end() }
        for (index, group) in plan.groups.enumerated() {
            if environment.interruption.signal != nil {
                return summary.countLeft(plan.groups.dropFirst(index).map(\.action))
            }
            var group = group
            try await act.look(at: &group, context)
            progress.add(group.action.bytes)
            try tell(group.action, group.detail)
        }
    }

    /// Writes a plan, and shows it.
    mutating func write(to target: PlanTarget) async throws {
        let only = plan.parts.count == 1 ? plan.parts[0].destination.flatMap { $0.isNew ? nil : $0 } : nil
        let header = PlanHeader(
            kind: act.kind, destination: only?.name, marker: only?.marker, spec: only?.named.spec.shown,
            made: environment.clock.now)
        let writer = try PlanWriter(target, header: header)
        for group in plan.groups { try writer.add(group.action) }
        try writer.finish()
        try await showAll()
    }

    /// Stages a plan for `apply`, in a run of its own. Actions that are already staged are not staged again. Without
    /// any action there is no run.
    mutating func stage() throws {
        if !plan.isEmpty {
            let run = try index.beginRun(act.command, at: environment.clock.now)
            summary.run = run
            for some in plan.groups.map(\.action).chunks(of: Self.stagedOfACommit) { try stage(some, run) }
            try index.endRun(
                run, at: environment.clock.now, isComplete: true, counts: ["staged": summary.count(.staged)])
        }
        try tellKept()
    }

    /// The most staged actions that share a commit.
    private static var stagedOfACommit: Int { 1_000 }

    private mutating func stage(_ some: ArraySlice<Action>, _ run: Int64) throws {
        for (action, id) in zip(some, try index.stage(Array(some), run: run, at: environment.clock.now)) {
            guard let id else {
                summary.count(action.photos) { $0.alreadyStaged += $1 }
                continue
            }
            var staged = action
            (staged.id, staged.state) = (id, .staged)
            try tell(staged, nil)
        }
    }

    // MARK: - Carrying out

    /// Asks, then carries a plan out.
    mutating func carryOut() async throws {
        try tellDoneBefore()
        try tellKept()
        // Actions over the cap stay staged.
        let staged = plan.kept.map(\.action).filter { $0.id != nil && $0.why != .overTheCap }
        if plan.isEmpty, staged.isEmpty { return }
        if !plan.isEmpty, let question = try act.question(on: plan, context) {
            summary.waitedForAnswer = try await question.ask(in: environment)
        }
        let run = act.isJournalled ? try index.beginRun(act.command, at: environment.clock.now) : nil
        summary.run = run
        do {
            if let run { try conclude(staged, run) }
            try await carryOutParts(run ?? 0)
        } catch {
            // The output was closed or the index failed. Conclude what was under way as far as possible.
            if let run { try? end(run, isComplete: false) }
            throw error
        }
        let isComplete = environment.interruption.signal == nil && summary.endedBy == nil && summary.groups.left == 0
        if let run { try end(run, isComplete: isComplete) }
    }

    private mutating func carryOutParts(_ number: Int64) async throws {
        if plan.isEmpty { return }
        let progress = ByteProgress(total: plan.bytes, reporter: self.progress, name: act.progressName.doing)
        defer { progress.end() }
        let run = RunContext(context: context, number: number, progress: progress)
        for part in plan.parts {
            let steps = try act.steps(for: part, run)
            var remainder = Remainder(left: part.groups)
            var before = Int.max
            // Deferred groups can now be carried out, since the groups they waited for have ended. A round that ends no
            // group is the last one.
            while (1..<before).contains(remainder.left.count), remainder.ending == nil,
                environment.interruption.signal == nil
            {
                before = remainder.left.count
                remainder = try await carryOutRound(remainder.left, steps)
            }
            if let failure = try await steps.end() { summary.listFailures.insert(failure) }
            summary.countLeft(remainder.left.map(\.action))
            guard var ending = remainder.ending else { continue }
            if ending.kind == .unavailable, ending.remedy == nil {
                ending.remedy = part.destination.map { .checkDestination($0.name) }
            }
            summary.end(by: ending)
        }
    }

    /// The groups that remain after a round.
    private struct Remainder {
        /// Groups that the round did not reach, and groups that were deferred.
        var left: [Kind.Group]
        /// The error that rules out every other group of the part.
        var ending: UploadError?
    }

    /// Carries out groups in their order, several batches at a time. After a signal, or an error that rules out all
    /// others, no other batch begins. A signal also cancels the batches under way, which finish the step that they have
    /// begun and give up waiting.
    private mutating func carryOutRound(
        _ groups: [Kind.Group], _ steps: PartSteps<Kind.Group>
    ) async throws -> Remainder {
        // All files of a batch are open at the same time.
        let limits = try environment.fitted(
            act.batches, filesOfElement: groups.reduce(1) { max($0, $1.action.members.count) })
        let interruption = environment.interruption
        var (left, deferred, running) = (groups[...], [Kind.Group](), 0)
        let ending = Mutex<UploadError?>(nil)
        let carryOut = { @Sendable (batch: [Kind.Group]) in
            let outcome = try await steps.carryOut(batch)
            // At once, so that no batch begins while the outcomes of others are told.
            ending.withLock { $0 = $0 ?? outcome.ending }
            return outcome
        }
        try await withThrowingTaskGroup(of: BatchOutcome<Kind.Group>?.self) { tasks in
            func start() {
                guard !left.isEmpty, interruption.signal == nil, ending.withLock({ $0 == nil }) else { return }
                let batch = limits.batch(of: left)
                left = left.dropFirst(batch.count)
                running += 1
                tasks.addTask { try await carryOut(batch) }
            }
            tasks.addTask {
                await interruption.wait()
                return nil
            }
            for _ in 0..<limits.workers { start() }
            while running > 0, let outcome = try await tasks.next() {
                guard let outcome else {
                    tasks.cancelAll()
                    continue
                }
                running -= 1
                start()
                deferred += outcome.deferred
                try tell(outcome)
            }
            tasks.cancelAll()
        }
        return Remainder(left: deferred + left, ending: ending.withLock(\.self))
    }

    private func conclude(_ staged: [Action], _ run: Int64) throws {
        for some in staged.chunks(of: PhotoIndex.actionsOfACommit) {
            try index.conclude(some.map { ActionOutcome(action: $0) }, run: run, at: environment.clock.now)
        }
    }

    private func end(_ run: Int64, isComplete: Bool) throws {
        try index.endRun(run, at: environment.clock.now, isComplete: isComplete, counts: summary.runCounts)
    }

    // MARK: - Reporting

    private mutating func tellDoneBefore() throws {
        for action in plan.doneBefore {
            summary.count(action.photos) { $0.upToDate += $1 }
            try show(action, nil)
        }
    }

    private mutating func tellKept() throws {
        for (action, detail) in plan.kept { try tell(action, detail) }
    }

    private mutating func tell(_ outcome: BatchOutcome<Kind.Group>) throws {
        summary.leftovers += outcome.leftovers
        summary.lost += outcome.lostCopies
        for group in outcome.groups { try tell(group.action, group.detail) }
    }

    private mutating func tell(_ action: Action, _ detail: String?) throws {
        summary.count(action)
        try show(action, detail)
    }
}
