import PhotoIndex
package import PhotoModel

/// Permanently removes what a run put into the trash. Each file is read once more, and so is a copy of it at a
/// destination.
package struct EmptyTrashAct: Sendable {
    /// The run that removed the photos.
    package var run: Int64
    /// Whether the user confirmed in advance.
    package var isConfirmed: Bool
    /// What may be removed, as the configuration says when it is called.
    let settingsNow: @Sendable () throws -> PurgeSettings

    /// - Parameter settings: returns what may be removed, as the configuration says when it is called.
    package init(
        run: Int64, isConfirmed: Bool, settings: @escaping @Sendable () throws -> PurgeSettings
    ) {
        self.run = run
        self.isConfirmed = isConfirmed
        settingsNow = settings
    }
}

extension EmptyTrashAct: Act {
    var kind: Action.Kind { .purge }
    var command: String { "runs --empty-trash" }
    var progressName: (doing: String, looking: String?) { ("Emptying", "Looking") }
    var goesByVerdicts: Bool { false }
    // The purge's own rows record what was removed.
    var isJournalled: Bool { false }
    var batches: BatchLimits { BatchLimits(mostElements: PhotoIndex.actionsOfACommit, mostBytes: 64 << 20) }

    func checkBefore(in environment: Environment) throws(PipelineError) {
        try RemovalQuestion.requireAnswer(isConfirmed: isConfirmed, in: environment)
    }

    func check(_ index: PhotoIndex) throws {
        try index.checkDecisions()
        try index.checkRemovals(ofRun: run, settler: .emptyTrash)
    }

    /// Plans the groups of which the trash has a file, or may have one on a disk that is not mounted. Groups of which
    /// nothing is left are not mentioned. Groups that a killed undo has begun to restore are not included.
    ///
    /// Unless this is a dry run, what killed runs left of groups is repaired first, and groups of which nothing is left
    /// are recorded as emptied.
    func plan(
        _ context: ActionContext, note: @escaping (ActionNote) -> Void, show: ((Action) throws -> Void)?
    ) async throws -> ActionPlan<GroupInTrash> {
        try context.index.requireOwn(run: run)
        let removed = try context.index.removedGroups(knownToBeOf: run, settler: .emptyTrash)
        let trash = context.environment.trashService(.trash)
        var failures: [Int64: String] = [:]
        if context.mode.acts {
            let tidied = trash.tidyUp(removed)
            failures = tidied.failures
            if !tidied.emptied.isEmpty {
                try context.index.noteEmptied(tidied.emptied, at: context.environment.clock.now)
            }
        }
        var missingDisks = MissingDisks(roots: try RootAvailability(context.index))
        let waiting = Set(try context.index.underWay(.undo).map(\.undoes))
        var plan = ActionPlan<GroupInTrash>()
        for one in removed where !waiting.contains(one.action.id) {
            let failure = one.action.id.flatMap { failures[$0] }
            let group = GroupInTrash(one, in: trash, failure: failure, absence: { missingDisks.words(on: $0) })
            if let group { plan.add(group) }
        }
        return plan
    }

    func question(on plan: ActionPlan<GroupInTrash>, _ context: ActionContext) throws -> RemovalQuestion? {
        if isConfirmed { return nil }
        let lines = ["\(plan.photos.counting("photo")), \(plan.bytes.byteSize)"]
        return RemovalQuestion(
            headline: "What run \(run) moved to the trash will be deleted permanently:",
            lines: lines + (try copyLines(of: Array(plan.groups), context)), photos: plan.photos)
    }

    /// Where the copies are that will be the only ones.
    private func copyLines(of groups: [GroupInTrash], _ context: ActionContext) throws -> [String] {
        let book = try context.destinations.book()
        let rows = Set(groups.compactMap { $0.action.destination?.id })
        return try context.destinations.known().filter { rows.contains($0.id) }.sorted { $0.name < $1.name }.flatMap {
            row in
            let warning = (try? book.named(row))?.fate(with: context.index)?.warning(at: row.name)
            return ["copies at \(terminalSafe(row.name)); each is checked first", warning].compactMap(\.self)
        }
    }

    func look(at group: inout GroupInTrash, _ context: ActionContext) async throws {
        try await TrashProof(context).prove(&group)
        group.action.id = nil
    }

    func steps(for part: ActionPlan<GroupInTrash>.Part, _ run: RunContext) throws -> PartSteps<GroupInTrash> {
        let proof = try TrashProof(run.context)
        guard let contents = proof.trash.contents else { return PartSteps { BatchOutcome(groups: $0) } }
        let batch = BatchEmptying(run: run, proof: proof, contents: contents, settingsNow: settingsNow)
        return PartSteps { groups in BatchOutcome(groups: try await batch.remove(groups)) }
    }
}
