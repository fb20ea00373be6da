import PhotoIndex
package import PhotoModel
package import SystemPackage

/// Uploads from settings to summary: index, lock, what a killed run left, plan, sending.
///
/// One plan is made and shown, put aside or carried out: there is no other way from a selection to a copy.
package struct UploadWork {
    /// What becomes of the plan.
    package enum Mode: Sendable {
        /// It is shown; nothing is written, here or at a destination.
        case dryRun
        /// It is written to a file, for `apply --plan`; nothing else is written.
        case write(FilePath)
        /// It is put aside for `apply`.
        case stage
        /// It is carried out.
        case carryOut

        /// Whether index and destinations stay as they are.
        var onlyReads: Bool {
            switch self {
            case .dryRun, .write: true
            case .stage, .carryOut: false
            }
        }

        /// Whether the lock is needed.
        var sends: Bool { if case .carryOut = self { true } else { false } }
    }

    /// Where the groups come from.
    package enum Origin {
        /// Work photos of the index that a selection matches.
        case selection(PhotoSelection)
        /// What was staged: those of the given numbers, or all.
        case staged([Int64]?)
        /// The lines of a plan's file.
        case plan(PlanFile)

        /// The command that has it.
        var command: String {
            if case .selection = self { "upload" } else { "apply" }
        }
    }

    let path: FilePath
    let owner: String
    let rules: () throws -> JudgingRules
    let settings: (JudgingRules) throws -> UploadSettings
    let wish: DestinationWish
    let origin: Origin
    let mode: Mode
    let wait: Duration

    /// - Parameters:
    ///   - path: the index.
    ///   - owner: who made it.
    ///   - rules: gives what is judged by, as it is when it is called.
    ///   - settings: gives how is uploaded, by these rules.
    ///   - wish: where to.
    ///   - origin: what.
    ///   - mode: what becomes of the plan.
    ///   - wait: how long to wait for another run that holds the lock.
    package init(
        path: FilePath, owner: String, rules: @escaping () throws -> JudgingRules,
        settings: @escaping (JudgingRules) throws -> UploadSettings, wish: DestinationWish, origin: Origin, mode: Mode,
        wait: Duration
    ) {
        self.path = path
        self.owner = owner
        self.rules = rules
        self.settings = settings
        self.wish = wish
        self.origin = origin
        self.mode = mode
        self.wait = wait
    }

    /// Uploads.
    ///
    /// - Parameters:
    ///   - environment: the world.
    ///   - progress: what shows how far it has come.
    ///   - show: called for each action when its state is known, and why in words where there is more to say.
    ///   - note: called with what a person may want to know.
    /// - Returns: what it came to.
    /// - Throws: `PipelineError`, before any work, and where the index fails in the middle; what `show` throws.
    package func run(
        in environment: Environment, progress: any ProgressReporter,
        show: @escaping (Action, String?) throws -> Void, note: @escaping (String) -> Void
    ) async throws -> ActionSummary {
        let began = environment.clock.uptime
        _ = try settings(try rules())
        let lock = mode.sends ? try lock(in: environment) : nil
        defer { withExtendedLifetime(lock) {} }
        let rules = try rules()
        let session = UploadSession(
            index: try open(by: rules), rules: rules, settings: try settings(rules), wish: wish,
            environment: environment, command: origin.command, isDryRun: mode.onlyReads, progress: progress, show: show,
            note: note)
        do {
            var summary = try await run(session)
            summary.signal = environment.interruption.signal
            summary.seconds = Double(environment.clock.uptime - began) / 1e9
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

    private func run(_ session: UploadSession) async throws -> ActionSummary {
        if mode.sends { try await session.settleInterrupted() }
        let plan = try await session.makePlan(origin)
        switch mode {
        case .dryRun: return try session.showAll(plan)
        case .write(let path): return try session.write(plan, to: path)
        case .stage: return try session.stage(plan)
        case .carryOut: return try await session.carryOut(plan)
        }
    }
}
