import PhotoIndex
import PhotoModel
import SystemPackage

/// One upload under way: what its steps share.
struct UploadSession {
    let index: PhotoIndex
    let rules: JudgingRules
    let settings: UploadSettings
    let wish: DestinationWish
    let environment: Environment
    let command: String
    let isDryRun: Bool
    let progress: any ProgressReporter
    let show: (Action, String?) throws -> Void
    let note: (String) -> Void

    /// Opens a destination, as the mode allows.
    func open(_ named: NamedSpec) async throws -> OpenDestination {
        try await DestinationOpening().open(
            named, index: index, creation: wish.creation, isDryRun: isDryRun, in: environment)
    }
}

// MARK: - What becomes of a plan

extension UploadSession {
    /// Shows a plan, and writes nothing.
    func showAll(_ plan: UploadPlan) throws -> ActionSummary {
        var summary = plan.summary
        for action in plan.parts.flatMap(\.groups).map(\.action) + plan.kept {
            summary.count(action)
            try show(action, nil)
        }
        return summary
    }

    /// Writes a plan to a file, and shows it.
    func write(_ plan: UploadPlan, to path: FilePath) throws -> ActionSummary {
        let only = plan.parts.count == 1 ? plan.parts[0].destination?.destination : nil
        let writer = try PlanWriter(
            path,
            header: PlanHeader(
                kind: .upload, destination: only?.name, marker: only?.marker, spec: only?.spec.text,
                made: environment.clock.now))
        for group in plan.parts.flatMap(\.groups) { try writer.add(group.action) }
        try writer.finish()
        return try showAll(plan)
    }

    /// Puts a plan aside. What is staged already is not staged twice.
    func stage(_ plan: UploadPlan) throws -> ActionSummary {
        var summary = plan.summary
        try StagingRun(index: index, command: command, clock: environment.clock, show: show)
            .stage(plan.parts.flatMap(\.groups).map(\.action), into: &summary)
        try showKept(plan, &summary)
        return summary
    }

    /// Carries a plan out.
    func carryOut(_ plan: UploadPlan) async throws -> ActionSummary {
        var summary = plan.summary
        try showKept(plan, &summary)
        let staged = plan.kept.filter { $0.id != nil }
        guard plan.count > 0 || !staged.isEmpty else { return summary }
        let run = try index.beginRun(command, at: environment.clock.now)
        summary.run = run
        for some in staged.chunks(of: PhotoIndex.actionsOfACommit) {
            try index.conclude(some.map { ActionOutcome(action: $0) }, run: run, at: environment.clock.now)
        }
        do {
            try await send(plan, run: run, into: &summary)
        } catch {
            // Nobody reads on, or the index fails: what was under way is concluded as far as that goes.
            try? end(run, summary, isComplete: false)
            throw error
        }
        try end(run, summary, isComplete: environment.interruption.signal == nil && summary.endedBy == nil)
        return summary
    }

    private func send(_ plan: UploadPlan, run: Int64, into summary: inout ActionSummary) async throws {
        let counter = UploadProgress(total: plan.bytes, reporter: progress)
        defer { counter.end() }
        let upload = UploadRun(
            index: index, run: run, basis: rules.basis, settings: settings, environment: environment,
            progress: counter)
        for part in plan.parts {
            guard let open = part.destination, let destination = open.destination else { continue }
            try await upload.send(part.groups, to: destination, by: open.service, into: &summary, show: show)
        }
    }

    private func end(_ run: Int64, _ summary: ActionSummary, isComplete: Bool) throws {
        try index.endRun(run, at: environment.clock.now, isComplete: isComplete, counts: summary.runCounts)
    }

    private func showKept(_ plan: UploadPlan, _ summary: inout ActionSummary) throws {
        for action in plan.kept {
            summary.count(action)
            try show(action, nil)
        }
    }
}

// MARK: - What killed runs left

extension UploadSession {
    /// Settles what runs that were killed had under way, wherever their destinations can be reached.
    ///
    /// - Returns: how many removals, undos and uploads are left for the next run.
    func settleInterrupted() async throws -> Int {
        var unsettled = try await InterruptedRemovals(
            index: index, places: DestinationPlaces(configured: wish.configured, path: wish.path),
            environment: environment, command: command, note: note
        ).settle()
        let actions = try index.underWay(.upload)
        for known in try index.destinations() {
            let some = actions.filter { $0.destination?.id == known.id }
            if some.isEmpty { continue }
            let open: OpenDestination
            do {
                let spec = try DestinationSpec(reading: known.spec, path: wish.path)
                open = try await self.open(NamedSpec(name: known.name, spec: spec))
            } catch {
                note(
                    "\(some.count.counting("upload")) to \(terminalSafe(known.name)) left interrupted: it cannot be reached"
                )
                unsettled += some.count
                continue
            }
            unsettled += try await settle(some, at: open)
        }
        return unsettled
    }

    /// - Returns: how many are left.
    private func settle(_ actions: [Action], at open: OpenDestination) async throws -> Int {
        guard let destination = open.destination else { return actions.count }
        let run = try index.beginRun(command, at: environment.clock.now)
        let settled = try await InterruptedUploads(
            index: index, environment: environment, run: run, destination: destination, service: open.service
        ).settle(actions)
        try index.endRun(
            run, at: environment.clock.now, isComplete: settled == actions.count, counts: ["settled": settled])
        note(
            "Settled \(settled) of \(actions.count.counting("interrupted upload")) to \(terminalSafe(destination.name))"
        )
        return actions.count - settled
    }
}
