import Crypto
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
        let full = FullUpload(self, context)
        if let nothing = try full?.planWithoutLooking() { return nothing }
        var planning = try UploadPlanning(act: self, context: context, rules: rules, note: note, show: show)
        let plan = try await planning.make()
        if plan.isEmpty, plan.kept.isEmpty { try full?.remember(plan.summary) }
        return plan
    }

    func conclude(_ summary: inout ActionSummary, _ context: ActionContext, note: (ActionNote) -> Void) throws {
        for place in summary.leftovers { note(.unsettled(.foreign(place))) }
        if let first = summary.newVersions.first { note(.newVersions(summary.newVersions.count, example: first)) }
        if summary.run != nil { try FullUpload(self, context)?.remember(summary) }
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
        return PartSteps(
            carryOut: batch.send,
            end: {
                try await run.environment.threads.uncancelled { try await batch.receipts.close() }
                return batch.receipts.failure
            })
    }

    /// Where groups go by the rules.
    func routes(_ rules: JudgingRules, _ context: ActionContext) throws -> UploadRoutes {
        try UploadRoutes(request: request, settings: try settings(rules), book: try context.destinations.book())
    }
}

/// An upload of everything. One that finds nothing left to send is recorded in the index. As long as the index learns
/// nothing new, the same upload then ends at once, before any destination is opened: a night without new photos costs
/// nothing, and a destination that is not mounted is an error only once there is something to send.
struct FullUpload {
    private let act: UploadAct
    private let context: ActionContext
    private let rules: JudgingRules

    /// Nil if the upload is not one of everything, or may not write.
    init?(_ act: UploadAct, _ context: ActionContext) {
        guard case .selection(let selection) = act.origin, selection.isEverything, !context.mode.onlyReads,
            let rules = context.rules
        else { return nil }
        (self.act, self.context, self.rules) = (act, context, rules)
    }

    /// The plan to send nothing, with the counts of the last complete upload, if nothing has changed since; nil if
    /// groups have to be looked for.
    func planWithoutLooking() throws -> ActionPlan<GroupToSend>? {
        guard let known = try context.index.completeUpload(of: key(try act.routes(rules, context))) else { return nil }
        var plan = ActionPlan<GroupToSend>()
        plan.summary.lastScan = try context.index.lastScan()
        plan.summary.groups.upToDate = known.upToDate
        plan.summary.set(known.leftOut)
        // Everything is selected.
        let photos = try context.index.photosByVerdict()
        plan.summary.photos.upToDate = photos[.work] ?? 0
        plan.summary.photos.personal = photos[.personal] ?? 0
        plan.summary.photos.unsure = photos[.unsure] ?? 0
        return plan
    }

    /// Records a complete upload, if everything was sent.
    func remember(_ summary: ActionSummary) throws {
        let isComplete =
            summary.endedBy == nil && summary.groups.left == 0 && summary.unsettled == 0
            && summary.groups.byState.allSatisfy { $0.key == .done || $0.value == 0 }
            && context.environment.interruption.signal == nil
        guard isComplete else { return }
        let routes = try act.routes(rules, context)
        guard try listsAreWhole(of: routes) else { return }
        let upload = CompleteUpload(
            upToDate: summary.groups.upToDate + summary.count(.done),
            leftOut: KnownGroup.LeftOut(personal: summary.groups.personal, unsure: summary.groups.unsure))
        try context.index.note(upload, of: try key(routes), since: context.begin)
    }

    /// Whether the destinations' own lists of receipts are complete. The next upload completes an incomplete one, and
    /// has to open the destination for that.
    private func listsAreWhole(of routes: UploadRoutes) throws -> Bool {
        let known = try context.destinations.known()
        return try routes.all.compactMap(\.self).allSatisfy { route in
            guard let row = known.first(where: { [route.spec.text, route.spec.resolved.text].contains($0.spec) }) else {
                return false
            }
            return try !context.index.listed(ofDestination: row.id).isEmpty
        }
    }

    /// A hash of everything that determines what is sent where, apart from the index itself.
    private func key(_ routes: UploadRoutes) throws -> [UInt8] {
        var hash = SHA256()
        hash.update(data: rules.basis.fences + rules.basis.settings)
        let parts =
            [String(rules.basis.rulesVersion)] + (try act.settings(rules)).sidecars.map(\.rawValue).sorted()
            + routes.all.map { $0.map { "\($0.name)\n\($0.spec.text)" } ?? "" }
        for part in parts { hash.update(data: Array("\(part)\0".utf8)) }
        return Array(hash.finalize())
    }
}
