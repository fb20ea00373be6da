import PhotoIndex
package import PhotoModel

/// Removes work photos whose copies are verified.
package struct PurgeAct: Sendable {
    /// What is removed.
    package var origin: PlanOrigin
    /// What may go, and how.
    package var settings: PurgeSettings
    /// Whether the user said yes beforehand.
    package var isConfirmed: Bool

    package init(origin: PlanOrigin, settings: PurgeSettings, isConfirmed: Bool) {
        self.origin = origin
        self.settings = settings
        self.isConfirmed = isConfirmed
    }
}

extension PurgeAct: Act {
    typealias Details = GroupToRemove
    typealias Member = FileToRemove

    var kind: Action.Kind { .purge }
    var command: String { origin.command(.purge) }
    var progressName: (doing: String, looking: String?) { ("Removing", nil) }
    var goesByVerdicts: Bool { true }
    // Groups of a batch share a look into their directories, which may be large; and not too much is to wait, parked,
    // for the rest of its batch.
    var batches: BatchLimits { BatchLimits(mostElements: 256, mostBytes: 64 << 20, workers: settings.parallel) }

    func checkBefore(in environment: Environment) throws(PipelineError) {
        try RemovalQuestion.requireAnswer(isConfirmed: isConfirmed, in: environment)
    }

    func plan(_ context: ActionContext, note: @escaping (ActionNote) -> Void) async throws -> ActionPlan<Group> {
        guard let rules = context.rules else { return ActionPlan() }
        var planning = try PurgePlanning(act: self, context: context, rules: rules)
        return try await planning.make(note: note)
    }

    func question(on plan: ActionPlan<Group>, _ context: ActionContext) throws(PipelineError) -> RemovalQuestion? {
        if isConfirmed { return nil }
        return try PurgeQuestion(plan: plan, settings: settings, context: context).question()
    }

    func steps(for part: ActionPlan<Group>.Part, _ run: RunContext) throws -> PartSteps<Group> {
        let batch = BatchRemoval(
            run: run, trash: run.environment.trashService(settings.way), settings: settings)
        return PartSteps { groups in try await batch.remove(groups) }
    }
}
