import PhotoIndex
import PhotoModel
import SystemPackage

extension UploadSession {
    /// Makes the plan. Reads the library's directories and the destinations' markers; writes nothing but receipts that a
    /// destination's own list has and the index has not.
    func makePlan(_ origin: PlanOrigin) async throws -> UploadPlan {
        var plan = UploadPlan()
        plan.summary.lastScan = try index.status().lastScan
        switch origin {
        case .selection(let selection): try await planSelection(selection, into: &plan)
        case .staged(let ids): try await planStaged(ids, into: &plan)
        case .plan(let file): try await planEntries(file, into: &plan)
        }
        return plan
    }

    // MARK: - From a selection

    private func planSelection(_ selection: PhotoSelection, into plan: inout UploadPlan) async throws {
        let routes = try UploadRoutes(wish: wish, settings: settings, book: try wish.book(index))
        if routes.all == [nil] {
            guard isDryRun else { throw routes.noDestination() }
            note("A destination is still missing. Add one with: workphotos destination add NAME folder:PATH")
        }
        var isFirst = true
        var left = selection.limit ?? .max
        for route in routes.all where left > 0 || isFirst {
            let destination = try await open(route, isOnly: routes.all.count == 1, &plan)
            if route != nil, destination == nil { continue }
            try collect(selection, for: route, routes, destination, isFirst: isFirst, left: &left, into: &plan)
            isFirst = false
        }
        if !isDryRun, let group = plan.parts.first(where: { $0.destination == nil })?.groups.first {
            throw routes.noDestination(for: group.action)
        }
    }

    /// Opens the destination of a route. One of several that cannot be reached does not keep the others from being sent
    /// to.
    func open(_ route: NamedSpec?, isOnly: Bool, _ plan: inout UploadPlan) async throws -> OpenDestination? {
        guard let route else { return nil }
        do {
            let destination = try await open(route)
            try await takeOverReceipts(of: destination)
            return destination
        } catch let error as PipelineError where !isOnly && error.kind == .destination {
            note("\(route.name) cannot be sent to now; its photos stay")
            plan.summary.end(by: UploadError(.unavailable, error.message))
            return nil
        }
    }

    /// Plans the groups of a route. The limit counts what is sent, over all routes: what is there already, or waits, must
    /// not keep all others from their turn.
    private func collect(
        _ selection: PhotoSelection, for route: NamedSpec?, _ routes: UploadRoutes, _ destination: OpenDestination?,
        isFirst: Bool, left: inout Int, into plan: inout UploadPlan
    ) throws {
        var all = selection
        if left > 0 { all.limit = nil }
        let planner = UploadPlanner(settings: settings, rules: rules)
        let name = route.map { DestinationName(id: destination?.destination?.id, name: $0.name) }
        var part = UploadPlan.Part(destination: destination, groups: [])
        let now = environment.clock.now
        let counts = try index.uploadCandidates(
            matching: all, destination: destination?.destination?.id, distance: geodesicDistance
        ) { candidate in
            guard routes.route(of: candidate) == route else { return true }
            switch planner.plan(candidate, to: name, now: now) {
            case nil: plan.summary.upToDate += 1
            case let planned? where planned.action.state == .planned:
                part.groups.append(planned)
                left -= 1
            case let planned?: plan.kept.append(planned.action)
            }
            return left > 0 && environment.interruption.signal == nil
        }
        if isFirst { (plan.summary.personal, plan.summary.unsure) = (counts.personal, counts.unsure) }
        if !part.groups.isEmpty { plan.parts.append(part) }
    }

    /// Reads what the destination's own list says that other machines, or an index that was lost, sent there.
    private func takeOverReceipts(of destination: OpenDestination) async throws {
        guard !isDryRun, let known = destination.destination else { return }
        try await DestinationReceipts(index: index, destination: known, service: destination.service).takeOver()
    }
}
