import PhotoIndex
package import PhotoModel

/// Removes work photos whose copies are verified.
package struct PurgeAct: Sendable {
    /// Where the groups to remove come from.
    package var origin: PlanOrigin
    /// What may be removed, and how.
    package var settings: PurgeSettings
    /// Whether the user confirmed in advance.
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
    // The groups of a batch share a listing of their directories, which may be large. Batches are limited so that not
    // too many files wait, parked, for the rest of theirs.
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
