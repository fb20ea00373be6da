import PhotoIndex
import PhotoModel

/// Sends work photos to destinations.
package struct UploadAct: Sendable {
    /// Where the groups to send come from.
    package var origin: PlanOrigin
    package var request: DestinationRequest
    /// Returns the settings for the current rules.
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
    var kind: Action.Kind { .upload }
    var command: String { origin.command(.upload) }
    var progressName: (doing: String, looking: String?) { ("Uploading", nil) }
    var goesByVerdicts: Bool { true }
    // Large photos gain nothing by waiting for each other.
    var batches: BatchLimits {
        BatchLimits(mostElements: PhotoIndex.actionsOfACommit, mostBytes: 8 << 20, workers: parallel)
    }

    func check(_ rules: JudgingRules) throws { _ = try settings(rules) }

    /// A destination that has moved is taken at its new place before what killed runs left there is settled; one that
    /// the index does not know yet is added if it has a marker.
    func uploadsToSettle(_ context: ActionContext) async throws -> UploadsToSettle {
        let isUnderWay = try !context.index.underWay(.upload).isEmpty
        var rows: Set<Int64> = []
        for case let named? in (try? context.rules.map { try routes($0, context).all }) ?? [] {
            // What is in the way is told when the act itself opens it.
            let open =
                isUnderWay && !named.isWhereItWas
                ? try? await context.destinations.open(named, creation: .never, isDryRun: false) : nil
            if let row = open?.destination?.id ?? named.known?.id { rows.insert(row) }
        }
        // What was recorded may go to any destination.
        return if case .selection = origin { .at(rows) } else { .all }
    }

    func plan(
        _ context: ActionContext, note: @escaping (ActionNote) -> Void, show: ((Action) throws -> Void)?
    ) async throws -> ActionPlan<GroupToSend> {
        guard let rules = context.rules else { return ActionPlan() }
        var planning = try UploadPlanning(act: self, context: context, rules: rules, note: note, show: show)
        return try await planning.make()
    }

    func conclude(_ summary: inout ActionSummary, _ context: ActionContext, note: (ActionNote) -> Void) throws {
        for place in summary.leftovers { note(.unsettled(.foreign(place))) }
        if let first = summary.newVersions.first { note(.newVersions(summary.newVersions.count, example: first)) }
        if summary.run != nil { try UploadOfAll(self, context)?.remember(summary) }
    }

    func steps(for part: ActionPlan<GroupToSend>.Part, _ run: RunContext) throws -> PartSteps<GroupToSend> {
        guard let open = part.destination, let destination = open.destination, let rules = run.context.rules else {
            return PartSteps { BatchOutcome(groups: $0) }
        }
        let batch = BatchUpload(
            run: run, destination: destination, service: open.service, settings: try settings(rules),
            reservations: TargetReservations(), aliases: LibraryAliases(index: run.index, marker: destination.marker),
            receipts: DestinationReceipts(
                index: run.index, destination: destination, open: open,
                progress: try ListProgress(ofDestination: destination.id, in: run.index)),
            sessions: try UploadSessions(index: run.index, environment: run.environment).at(destination.marker),
            look: LastLook(
                run.index, files: run.context.files, judging: run.context.judging,
                leavingOut: try settings(rules).unsentSidecars, clock: run.environment.clock))
        return PartSteps { groups in
            try await batch.send(groups)
        } end: {
            try await run.environment.threads.uncancelled { try await batch.receipts.close() }
            return batch.receipts.failure
        }
    }

    /// Where groups go by the rules.
    func routes(_ rules: JudgingRules, _ context: ActionContext) throws -> UploadRoutes {
        try UploadRoutes(request: request, settings: try settings(rules), book: try context.destinations.book())
    }
}
