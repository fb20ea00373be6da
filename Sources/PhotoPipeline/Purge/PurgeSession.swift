import PhotoIndex
import PhotoModel
import SystemPackage

/// One purge under way: what its steps share.
struct PurgeSession {
    let index: PhotoIndex
    /// Gives what is judged by, as it is when it is called.
    let rules: () throws -> JudgingRules
    /// What was judged by when the plan was made.
    let current: JudgingRules
    let settings: PurgeSettings
    let places: DestinationPlaces
    let isConfirmed: Bool
    let environment: Environment
    let command: String
    let progress: any ProgressReporter
    let show: (Action, String?) throws -> Void
    let note: (String) -> Void
}

extension PurgeSession {
    /// Settles what runs that were killed had parked.
    ///
    /// - Returns: how many removals and undos are left for the next run.
    func settleInterrupted() async throws -> Int {
        try await InterruptedRemovals(
            index: index, places: places, environment: environment, command: command, note: note
        ).settle()
    }
}

// MARK: - What becomes of a plan

extension PurgeSession {
    /// Shows a plan, and writes nothing.
    func showAll(_ plan: PurgePlan) throws -> ActionSummary {
        var summary = plan.summary
        for action in plan.removals.map(\.action) + plan.kept {
            summary.count(action)
            try show(action, nil)
        }
        return summary
    }

    /// Writes a plan to a file, and shows it.
    func write(_ plan: PurgePlan, to path: FilePath) throws -> ActionSummary {
        let header = PlanHeader(
            kind: .purge, destination: nil, marker: nil, spec: nil, made: environment.clock.now)
        let writer = try PlanWriter(path, header: header)
        for removal in plan.removals { try writer.add(removal.action) }
        try writer.finish()
        return try showAll(plan)
    }

    /// Puts a plan aside. What is staged already is not staged twice.
    func stage(_ plan: PurgePlan) throws -> ActionSummary {
        var summary = plan.summary
        try StagingRun(index: index, command: command, clock: environment.clock, show: show)
            .stage(plan.removals.map(\.action), into: &summary)
        try showKept(plan, &summary)
        return summary
    }

    /// Carries a plan out, after asking.
    func carryOut(_ plan: PurgePlan) async throws -> ActionSummary {
        var summary = plan.summary
        try showKept(plan, &summary)
        if plan.removals.isEmpty {
            try concludeStaged(plan, run: nil, &summary)
            return summary
        }
        if !isConfirmed {
            summary.asking = try await PurgeQuestion(index: index, plan: plan, settings: settings).ask(in: environment)
        }
        let run = try index.beginRun(command, at: environment.clock.now)
        summary.run = run
        try concludeStaged(plan, run: run, &summary)
        do {
            let removal = PurgeRun(session: self, run: run, destinations: plan.destinations)
            try await removal.remove(plan.removals, into: &summary)
        } catch {
            // Nobody reads on, or the index fails: what was under way is concluded as far as that goes.
            try? end(run, summary, isComplete: false)
            throw error
        }
        try end(run, summary, isComplete: environment.interruption.signal == nil && summary.left == 0)
        return summary
    }

    /// Notes at staged actions why they stay.
    private func concludeStaged(_ plan: PurgePlan, run: Int64?, _ summary: inout ActionSummary) throws {
        let staged = plan.kept.filter { $0.id != nil && $0.why != .overTheCap }
        if staged.isEmpty { return }
        let own = try run ?? index.beginRun(command, at: environment.clock.now)
        summary.run = own
        for some in staged.chunks(of: PhotoIndex.actionsOfACommit) {
            try index.conclude(some.map { ActionOutcome(action: $0) }, run: own, at: environment.clock.now)
        }
        if run == nil { try end(own, summary, isComplete: true) }
    }

    private func end(_ run: Int64, _ summary: ActionSummary, isComplete: Bool) throws {
        try index.endRun(run, at: environment.clock.now, isComplete: isComplete, counts: summary.runCounts)
    }

    private func showKept(_ plan: PurgePlan, _ summary: inout ActionSummary) throws {
        for action in plan.kept {
            summary.count(action)
            try show(action, nil)
        }
    }
}
