import PhotoFiles
import PhotoIndex
import PhotoModel
import Synchronization
import SystemPackage

/// What one kind of act supplies to ``ActionRun``: how it plans, what it asks, and the steps that carry out a batch of
/// groups. Everything that all acts share is in ``ActionRun``.
protocol Act: Sendable {
    /// What the act tracks for each group.
    associatedtype Group: GroupUnderWay

    /// The kind of action that its groups get.
    var kind: Action.Kind { get }
    /// The command under whose name the journal records its runs.
    var command: String { get }
    /// The names of the work on the progress line: while it is carried out, and while a dry run looks at it; nil where
    /// the look takes no time.
    var progressName: (doing: String, looking: String?) { get }
    /// How groups are cut into batches.
    var batches: BatchLimits { get }
    /// Whether the act depends on verdicts. If so, the index is judged by the current rules first.
    var goesByVerdicts: Bool { get }
    /// Whether its runs are recorded in the journal.
    var isJournalled: Bool { get }

    /// Checks, before anything is opened, that the act may begin: for example, that there is somebody to ask.
    func checkBefore(in environment: Environment) throws(PipelineError)

    /// Checks that the current rules can be applied. Called before waiting for the lock, which may take hours, and
    /// again once the lock is held.
    ///
    /// - Throws: `PipelineError`, or what reading settings throws.
    func check(_ rules: JudgingRules) throws

    /// Checks, before the lock is taken, that the index contains what the act is for.
    ///
    /// - Throws: `PipelineError`, `IndexError`.
    func check(_ index: PhotoIndex) throws

    /// The killed uploads that it settles: an act that sends those at its own destinations, one that tells what was
    /// sent all.
    func uploadsToSettle(_ context: ActionContext) async throws -> UploadsToSettle

    /// Makes the plan. Reads the library, the trash and the destinations' markers. Each act's implementation documents
    /// what it may write.
    ///
    /// - Parameters:
    ///   - context: what the act plans and works with.
    ///   - show: in a dry run, shows an action that would be carried out. An act may call it while it plans, and count
    ///     the action in the summary; then it does not keep it in the plan, which could hold a million groups.
    /// - Throws: `PipelineError`, `IndexError`, what `show` throws.
    func plan(
        _ context: ActionContext, note: @escaping (ActionNote) -> Void, show: ((Action) throws -> Void)?
    ) async throws -> ActionPlan<Group>

    /// The question to answer before a plan is carried out; nil if nobody is asked.
    ///
    /// - Throws: `PipelineError`, `IndexError`.
    func question(on plan: ActionPlan<Group>, _ context: ActionContext) throws -> RemovalQuestion?

    /// Examines a group as the steps would, without changing anything. A dry run uses it for acts whose plan does not
    /// show the result.
    func look(at group: inout Group, _ context: ActionContext) async throws

    /// Returns the steps that carry out the batches of one part of the plan.
    ///
    /// - Throws: `PipelineError`, `IndexError`.
    func steps(for part: ActionPlan<Group>.Part, _ run: RunContext) throws -> PartSteps<Group>

    /// Finishes the run after the last batch, with the lock still held.
    func conclude(_ summary: inout ActionSummary, _ context: ActionContext, note: (ActionNote) -> Void) throws
}

extension Act {
    var isJournalled: Bool { true }
    func checkBefore(in environment: Environment) throws(PipelineError) {}
    func check(_ rules: JudgingRules) throws {}
    func check(_ index: PhotoIndex) throws {}
    func uploadsToSettle(_ context: ActionContext) async throws -> UploadsToSettle { .none }
    func question(on plan: ActionPlan<Group>, _ context: ActionContext) throws -> RemovalQuestion? { nil }
    func look(at group: inout Group, _ context: ActionContext) async throws {}
    func conclude(_ summary: inout ActionSummary, _ context: ActionContext, note: (ActionNote) -> Void) throws {}
}

/// What an act plans and works with.
struct ActionContext: Sendable {
    /// The index, or the copy of it that a dry run sees.
    let index: PhotoIndex
    /// The rules that the index's verdicts follow; nil if the act does not depend on verdicts.
    let rules: JudgingRules?
    /// The rules as they are at the moment of asking.
    let judging: CurrentJudging
    /// What is done with the plan.
    let mode: PlanMode
    /// Opens the library's files.
    let files: LibraryFiles
    /// The destinations. Each is opened on first use.
    let destinations: OpenDestinations
    let environment: Environment
    /// The state of the index before planning began.
    let begin: ChangeMark
}

/// What the steps need in addition when a plan is carried out.
struct RunContext: Sendable {
    let context: ActionContext
    /// The run's number in the journal; 0 if the act is not journalled.
    let number: Int64
    /// Numbers the run's files.
    let files = FileNumbers()
    let progress: ByteProgress

    var index: PhotoIndex { context.index }
    var environment: Environment { context.environment }
}

/// Hands out the numbers of a run's files.
final class FileNumbers: Sendable {
    private let last = Mutex(0)

    /// Reserves numbers that no other file of the run has.
    ///
    /// - Returns: the first of `count` consecutive numbers.
    func take(_ count: Int) -> Int {
        last.withLock { last in
            defer { last += count }
            return last + 1
        }
    }
}

/// The steps that carry out the batches of one part of a plan.
struct PartSteps<Group: Sendable>: Sendable {
    /// Carries out all steps of a batch. Afterwards every group has ended, and the journal has the outcome of each
    /// group without leftovers.
    let carryOut: @Sendable ([Group]) async throws -> BatchOutcome<Group>
    /// Called once after the last batch, however that ended.
    ///
    /// Returns why the destination's own list of receipts is incomplete, with the destination's name; nil if it is
    /// complete.
    var end: @Sendable () async throws -> String? = { nil }
}

/// The result of a batch.
struct BatchOutcome<Group: Sendable>: Sendable {
    /// The groups that have ended.
    var groups: [Group]
    /// The groups whose target names other groups of the run were about to take. They are tried again when those are
    /// stored.
    var deferred: [Group] = []
    /// The error that rules out every other group of this part.
    var ending: UploadError?
    /// The number of copies that were checked and do not match their receipts.
    var lostCopies = 0
    /// What has a temporary name at the destination and is not what was sent under it; paths below its top.
    var leftovers: [FilePath] = []
}

/// One of all acts.
package enum AnyAct: Sendable {
    /// Sends work photos to destinations.
    case upload(UploadAct)
    /// Removes work photos whose copies are verified.
    case purge(PurgeAct)
    /// Restores what a run removed.
    case undo(UndoAct)
    /// Takes copies back.
    case retract(RetractAct)
    /// Gives parked files their names back.
    case restoreNames(RestoreNamesAct)
    /// Permanently removes what a run put into the trash.
    case emptyTrash(EmptyTrashAct)

    var act: any Act {
        switch self {
        case .upload(let act): act
        case .purge(let act): act
        case .undo(let act): act
        case .retract(let act): act
        case .restoreNames(let act): act
        case .emptyTrash(let act): act
        }
    }
}
