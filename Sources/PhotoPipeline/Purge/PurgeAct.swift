import PhotoIndex
package import PhotoModel

/// Removes work photos whose copies are verified.
package struct PurgeAct: Sendable {
    /// Where the groups to remove come from.
    package var origin: PlanOrigin
    /// What may be removed, and how, when the act was made.
    package let settings: PurgeSettings
    /// The same as it is now: the configuration may have been edited since.
    let settingsNow: @Sendable () throws -> PurgeSettings
    /// Whether the user confirmed in advance.
    package var isConfirmed: Bool

    /// - Parameters:
    ///   - origin: where the groups to remove come from.
    ///   - settings: returns what may be removed, and how, as the configuration says when it is called: now, and before
    ///     photos are removed.
    /// - Throws: what `settings` throws.
    package init(
        origin: PlanOrigin, settings: @escaping @Sendable () throws -> PurgeSettings, isConfirmed: Bool
    ) throws {
        self.origin = origin
        self.settings = try settings()
        settingsNow = settings
        self.isConfirmed = isConfirmed
    }
}

extension PurgeAct: Act {
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

    func plan(
        _ context: ActionContext, note: @escaping (ActionNote) -> Void, show: ((Action) throws -> Void)?
    ) async throws -> ActionPlan<GroupToRemove> {
        guard let rules = context.rules else { return ActionPlan() }
        var planning = try PurgePlanning(act: self, context: context, rules: rules)
        return try await planning.make(note: note)
    }

    func question(on plan: ActionPlan<GroupToRemove>, _ context: ActionContext) throws -> RemovalQuestion? {
        if isConfirmed { return nil }
        return try PurgeQuestion(plan: plan, settings: settings, context: context).question()
    }

    func steps(for part: ActionPlan<GroupToRemove>.Part, _ run: RunContext) throws -> PartSteps<GroupToRemove> {
        let batch = BatchRemoval(run: run, trash: run.environment.trashService(settings.way), act: self)
        return PartSteps(carryOut: batch.remove, end: { try await listStaying(run.context) })
    }

    /// Completes the lists of open destinations after files have stayed for photos that were removed.
    ///
    /// - Returns: why a list is incomplete, with its destination's name; nil if all are complete.
    private func listStaying(_ context: ActionContext) async throws -> String? {
        if context.environment.interruption.signal != nil { return nil }
        if try context.index.takeoutBindings().all.isEmpty { return nil }
        var failure: String?
        for known in try context.destinations.known() {
            guard let open = context.destinations[known.id], open.service.once.receiptList != nil,
                let destination = open.destination, try context.index.listed(ofDestination: known.id).isEmpty
            else { continue }
            let receipts = DestinationReceipts(
                index: context.index, destination: destination, open: open, progress: ListProgress())
            do {
                _ = try await receipts.takeOver()
            } catch let error as PipelineError {
                receipts.progress.stop(error.message)
            }
            failure = failure ?? receipts.failure
        }
        return failure
    }
}

/// The question before photos are removed: how many, which, where they go, and where their copies are.
struct PurgeQuestion {
    let plan: ActionPlan<GroupToRemove>
    let settings: PurgeSettings
    let context: ActionContext

    /// Words the question.
    func question() throws -> RemovalQuestion {
        let lines = try rootLines() + copyLines(now: context.environment.clock.now)
        return RemovalQuestion(headline: headline, lines: lines, photos: plan.photos)
    }

    private var headline: String {
        let what = "\(plan.photos.counting("photo")) (\(plan.bytes.byteSize))"
        return switch settings.way {
        case .trash: "Move \(what) to the trash?"
        case .permanent: "Remove \(what) permanently?"
        }
    }

    /// How much is removed from each root.
    private func rootLines() throws -> [String] {
        let planned = plan.photosByRoot
        return try context.index.roots().compactMap { root in
            guard let photos = planned[root.id] else { return nil }
            let all = try context.index.counts(inRoot: root.id).photos
            let share = all == 0 ? 100 : Double(photos) / Double(all) * 100
            return "from \(terminalSafe(root.path.bytes)): \(photos.grouped) of \(all.grouped) photos "
                + "(\(Int(share.rounded(.up))) %)"
        }
    }

    /// Where the copies are, when they were last checked, what is read of them, and with what they are lost.
    private func copyLines(now: Int64) -> [String] {
        var oldest: [Int64: Int64] = [:]
        for copies in plan.groups.flatMap(\.receipts) {
            for receipt in copies.receipts {
                oldest[copies.destination] = min(oldest[copies.destination] ?? .max, receipt.receipt.checked)
            }
        }
        return oldest.sorted { $0.key < $1.key }.flatMap { row, checked -> [String] in
            guard let open = context.destinations[row] else { return [] }
            let age = Duration.nanoseconds(max(now, checked) - checked).brief
            let name = terminalSafe(open.name)
            let cost = plan.summary.readBack.first { $0.destination == open.name }?.words
            let facts: [String?] = [
                "copies at \(name), last verified at most \(age) ago",
                cost ?? "\(name) is read only if another destination has lost a copy",
                open.fate(with: context.index)?.warning(at: open.name),
            ]
            return facts.compactMap(\.self)
        }
    }
}
