import PhotoIndex
import PhotoModel

/// Sends work photos to destinations.
package struct UploadAct: Sendable {
    /// What is sent.
    package var origin: PlanOrigin
    /// Where to.
    package var request: DestinationRequest
    /// Gives how it is sent, by the rules of the moment.
    package var settings: @Sendable (JudgingRules) throws -> UploadSettings
    /// How many batches are sent at the same time; at least 1.
    package var parallel: Int

    package init(
        origin: PlanOrigin, request: DestinationRequest, parallel: Int,
        settings: @escaping @Sendable (JudgingRules) throws -> UploadSettings
    ) {
        self.origin = origin
        self.request = request
        self.parallel = parallel
        self.settings = settings
    }
}

extension UploadAct: Act {
    typealias Details = GroupToSend
    typealias Member = FileToSend

    var kind: Action.Kind { .upload }
    var command: String { origin.command(.upload) }
    var progressName: (doing: String, looking: String?) { ("Uploading", nil) }
    var goesByVerdicts: Bool { true }
    // Large photos gain nothing by waiting for each other.
    var batches: BatchLimits {
        BatchLimits(mostElements: PhotoIndex.actionsOfACommit, mostBytes: 8 << 20, workers: parallel)
    }

    func check(_ rules: JudgingRules) throws { _ = try settings(rules) }

    func plan(_ context: ActionContext, note: @escaping (String) -> Void) async throws -> ActionPlan<Group> {
        try await plan(context, note: note, show: nil)
    }

    func preview(
        _ context: ActionContext, note: @escaping (String) -> Void, show: @escaping (Action) throws -> Void
    ) async throws -> ActionPlan<Group> {
        try await plan(context, note: note, show: show)
    }

    private func plan(
        _ context: ActionContext, note: @escaping (String) -> Void, show: ((Action) throws -> Void)?
    ) async throws -> ActionPlan<Group> {
        guard let rules = context.rules else { return ActionPlan() }
        var planning = try UploadPlanning(
            act: self, context: context, rules: rules, settings: try settings(rules), note: note, show: show)
        return try await planning.make()
    }

    func conclude(_ summary: inout ActionSummary, _ context: ActionContext, note: (String) -> Void) throws {
        for failure in summary.listFailures.sorted() {
            note("\(failure); the index has the receipts, and the next upload adds them there")
        }
        if summary.run != nil { try remember(summary, context) }
    }

    func steps(for part: ActionPlan<Group>.Part, _ run: RunContext) throws -> PartSteps<Group> {
        guard let open = part.destination, let destination = open.destination, let rules = run.context.rules else {
            return PartSteps { BatchOutcome(groups: $0) }
        }
        let batch = BatchUpload(
            index: run.index, files: run.context.files, run: run.number, basis: rules.basis, destination: destination,
            service: open.service, settings: try settings(rules), environment: run.environment,
            reservations: TargetReservations(), roads: LibraryRoads(index: run.index, marker: destination.marker),
            receipts: DestinationReceipts(
                index: run.index, destination: destination, service: open.service,
                progress: ListProgress(known: try run.index.listed(ofDestination: destination.id))),
            sessions: try UploadSessions(index: run.index, environment: run.environment).at(destination.marker),
            progress: run.progress)
        return PartSteps { groups in
            try await batch.send(groups)
        } end: {
            try await uncancelled { try await batch.receipts.close() }
            return batch.listFailure
        }
    }
}
