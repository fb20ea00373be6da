import PhotoFiles
import PhotoIndex
import PhotoModel

/// What a kind of act brings to an ``ActionRun``, which does all that every act does: how it plans, what it asks, and
/// the steps by which some groups are carried out together.
protocol Act: Sendable {
    /// What it knows of a group besides the group's action.
    associatedtype Details: Sendable
    /// What it knows of each file of a group.
    associatedtype Member: Sendable
    typealias Group = GroupUnderWay<Details, Member>

    /// What is done.
    var kind: Action.Kind { get }
    /// The command by whose name the journal has its runs.
    var command: String { get }
    /// What long work is called while it is done, and while a dry run looks at it; nil where that takes no time.
    var progressName: (doing: String, looking: String?) { get }
    /// How its groups are cut into batches.
    var batches: BatchLimits { get }
    /// Whether it goes by verdicts, which then are by the rules of the moment.
    var goesByVerdicts: Bool { get }
    /// Whether the journal has a run for it.
    var isJournalled: Bool { get }

    /// Makes sure, before anything is opened, that it may begin: that there is somebody to ask, for one.
    ///
    /// - Throws: `PipelineError`.
    func checkBefore(in environment: Environment) throws(PipelineError)

    /// Makes sure that the rules of the moment can be gone by. Called before the lock is taken, which may take hours,
    /// and again with it.
    ///
    /// - Throws: `PipelineError`, or what reading settings throws.
    func check(_ rules: JudgingRules) throws

    /// Makes sure, before the lock is taken, that the index has what is to be acted on.
    ///
    /// - Throws: `PipelineError`.
    func check(_ index: PhotoIndex) throws(PipelineError)

    /// Makes the plan. Reads the library, the trash and the destinations' markers; what it may write is said there.
    ///
    /// - Parameters:
    ///   - context: what there is to work with.
    ///   - note: called with what a person may want to know.
    /// - Returns: the plan.
    /// - Throws: `PipelineError`, `IndexError`.
    func plan(_ context: ActionContext, note: @escaping (ActionNote) -> Void) async throws -> ActionPlan<Group>

    /// Makes the plan for a dry run. What is shown while it is made is counted in the summary, and is not among the
    /// groups: nobody needs a million of them any more.
    ///
    /// - Parameters:
    ///   - context: what there is to work with.
    ///   - note: called with what a person may want to know.
    ///   - show: shows an action that would be carried out.
    /// - Returns: the rest of the plan.
    /// - Throws: `PipelineError`, `IndexError`, what `show` throws.
    func preview(
        _ context: ActionContext, note: @escaping (ActionNote) -> Void, show: @escaping (Action) throws -> Void
    ) async throws -> ActionPlan<Group>

    /// What a person is asked before a plan is carried out; nil where nobody is.
    ///
    /// - Throws: `PipelineError` where the index fails.
    func question(on plan: ActionPlan<Group>, _ context: ActionContext) throws(PipelineError) -> RemovalQuestion?

    /// Looks at a group as the steps would, and changes nothing: what a dry run shows of an act whose plan alone does
    /// not say what would come of it.
    ///
    /// - Throws: `PipelineError`.
    func look(at group: inout Group, _ context: ActionContext) async throws(PipelineError)

    /// Gives what carries out batches of one part of the plan.
    ///
    /// - Throws: `PipelineError`, `IndexError`.
    func steps(for part: ActionPlan<Group>.Part, _ run: RunContext) throws -> PartSteps<Group>

    /// Does what is left to be done after the last batch, with the lock still held.
    ///
    /// - Throws: `IndexError`.
    func conclude(_ summary: inout ActionSummary, _ context: ActionContext, note: (ActionNote) -> Void) throws
}

extension Act {
    var isJournalled: Bool { true }
    func checkBefore(in environment: Environment) throws(PipelineError) {}
    func check(_ rules: JudgingRules) throws {}
    func check(_ index: PhotoIndex) throws(PipelineError) {}
    func preview(
        _ context: ActionContext, note: @escaping (ActionNote) -> Void, show: @escaping (Action) throws -> Void
    ) async throws -> ActionPlan<Group> {
        try await plan(context, note: note)
    }
    func question(on plan: ActionPlan<Group>, _ context: ActionContext) throws(PipelineError) -> RemovalQuestion? {
        nil
    }
    func look(at group: inout Group, _ context: ActionContext) async throws(PipelineError) {}
    func conclude(_ summary: inout ActionSummary, _ context: ActionContext, note: (ActionNote) -> Void) throws {}
}

/// What an act plans and works with.
struct ActionContext: Sendable {
    /// The index, or the copy of it that a dry run sees.
    let index: PhotoIndex
    /// What the verdicts of the index are by; nil where the act does not go by verdicts.
    let rules: JudgingRules?
    /// What is judged by at the moment of asking.
    let judging: CurrentJudging
    /// What becomes of the plan.
    let mode: PlanMode
    /// Opens the library's files.
    let files: LibraryFiles
    /// The destinations, each opened when it is first asked for.
    let destinations: OpenDestinations
    let environment: Environment
    /// What the index knew before the plan was made.
    let begin: ChangeMark
}

/// What the steps of a plan that is carried out work with besides.
struct RunContext: Sendable {
    let context: ActionContext
    /// The run's number in the journal; nil where that has none.
    let number: Int64
    /// The numbers of the run's files.
    let files = FileNumbers()
    let progress: ByteProgress

    var index: PhotoIndex { context.index }
    var environment: Environment { context.environment }
}

/// What carries out the batches of one part of a plan.
struct PartSteps<Group: Sendable>: Sendable {
    /// Does all steps of a batch. Every group of it has ended then, and the journal has what became of each but of
    /// those with leftovers.
    let carryOut: @Sendable ([Group]) async throws -> BatchOutcome<Group>
    /// Does what is done once behind the last batch, however that ended.
    ///
    /// Gives why the destination's own list of receipts lacks some, with the destination's name; nil where it lacks
    /// none.
    var end: @Sendable () async throws -> String? = { nil }
}

/// What came of a batch.
struct BatchOutcome<Group: Sendable>: Sendable {
    /// The groups that are over.
    var groups: [Group]
    /// Those whose names others of the run were about to take: they go again when these are there.
    var deferred: [Group] = []
    /// What no other group of the part can be done for.
    var ending: UploadError?
    /// How many copies were asked for and are not what their receipts say.
    var lostCopies = 0
}
