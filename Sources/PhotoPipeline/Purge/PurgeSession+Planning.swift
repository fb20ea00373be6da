import PhotoIndex
import PhotoModel
import SystemPackage

extension PurgeSession {
    /// Makes the plan. Reads the library's directories and the destinations' markers, and writes nothing.
    ///
    /// - Parameters:
    ///   - origin: what is selected.
    ///   - obeyingCaps: whether all of it is refused where too much would go.
    /// - Returns: the plan.
    /// - Throws: `PipelineError` where no destination can be asked that would have to be, or there is no trash because
    ///   there is no home; `IndexError`.
    func makePlan(_ origin: PlanOrigin, obeyingCaps: Bool) async throws -> PurgePlan {
        var plan = PurgePlan()
        plan.summary.lastScan = try index.status().lastScan
        var errors: [PipelineError] = []
        let names = try await openDestinations(into: &plan, &errors)
        let triage = current.triage
        let planner = PurgePlanner(
            settings: settings, reachable: Set(plan.destinations.keys),
            captureTime: { triage.captureTime(of: $0) }, now: environment.clock.now)
        switch origin {
        case .selection(let selection): try planSelection(selection, planner, names, into: &plan)
        case .staged(let ids): try planStaged(ids, planner, names, into: &plan)
        case .plan(let file): try planEntries(file, planner, names, into: &plan)
        }
        try noteUnreachable(errors, &plan)
        if obeyingCaps, !plan.removals.isEmpty {
            plan.apply(try removalCaps(), limit: settings.maxDelete)
        }
        try lookForHome(plan)
        return plan
    }

    /// Opens every destination that is configured.
    ///
    /// - Returns: the names of all of them, by row.
    private func openDestinations(
        into plan: inout PurgePlan, _ errors: inout [PipelineError]
    ) async throws -> [Int64: String] {
        var destinations = try CopyDestinations(index: index, places: places, environment: environment)
        for row in destinations.known.keys.sorted() {
            switch await destinations.open(row) {
            case .success(let open): plan.destinations[row] = open
            case .failure(let error): errors.append(error)
            }
        }
        return destinations.names
    }

    /// A destination that cannot be asked matters where a group needs it.
    private func noteUnreachable(_ errors: [PipelineError], _ plan: inout PurgePlan) throws {
        guard let first = errors.first, plan.kept.contains(where: { $0.why == .unavailable }) else { return }
        if plan.removals.isEmpty { throw first }
        for error in errors { note(error.message) }
    }

    /// Asks for a place in the trash for one file, before anybody is asked anything.
    private func lookForHome(_ plan: PurgePlan) throws {
        guard let path = plan.removals.first?.action.members.first?.path else { return }
        do throws(TrashError) {
            _ = try environment.trashService(settings.way).prepare(path, run: 0, number: 0)
        } catch {
            guard error.kind == .noHome else { return }
            throw PipelineError(.noHome, error.detail.prefix(1).uppercased() + error.detail.dropFirst())
        }
    }

    // MARK: - From what

    private func planSelection(
        _ selection: PhotoSelection, _ planner: PurgePlanner, _ names: [Int64: String], into plan: inout PurgePlan
    ) throws {
        // The limit counts what goes: what is held or waits must not keep all others from their turn.
        var left = selection.limit ?? .max
        var all = selection
        if left > 0 { all.limit = nil }
        let counts = try index.removalCandidates(matching: all, distance: geodesicDistance) { candidate in
            let planned = planner.plan(candidate, names: names)
            if planned.action.state == .planned { left -= 1 }
            plan.add(planned)
            return left > 0 && environment.interruption.signal == nil
        }
        (plan.summary.personal, plan.summary.unsure) = (counts.personal, counts.unsure)
    }

    private func planStaged(
        _ ids: [Int64]?, _ planner: PurgePlanner, _ names: [Int64: String], into plan: inout PurgePlan
    ) throws {
        var actions: [Action] = []
        try index.staged(ids) { action in
            if action.kind == .purge { actions.append(action) }
            return true
        }
        let found = Set(actions.compactMap(\.id))
        plan.summary.unknown = (ids ?? []).filter { !found.contains($0) }
        try check(actions.map { ($0, $0.members.map(PlannedFile.init)) }, planner, names, into: &plan)
    }

    private func planEntries(
        _ file: PlanFile, _ planner: PurgePlanner, _ names: [Int64: String], into plan: inout PurgePlan
    ) throws {
        let chosen = file.entries.map { entry in
            (Action(kind: .purge, group: 0, members: entry.files.map(\.member)), entry.files)
        }
        try check(chosen, planner, names, into: &plan)
    }

    private func check(
        _ chosen: [(action: Action, files: [PlannedFile])], _ planner: PurgePlanner, _ names: [Int64: String],
        into plan: inout PurgePlan
    ) throws {
        let candidates = try index.removalCandidates(ofGroupsOf: chosen.map { $0.files.first?.path ?? "" })
        var groups: Set<Int64> = []
        for (one, candidate) in zip(chosen, candidates) {
            // The same group twice is planned once.
            if let candidate, !groups.insert(candidate.group).inserted {
                plan.summary.upToDate += 1
                continue
            }
            // A plan that is carried out twice, or on after a signal, finds what it removed gone.
            if candidate == nil, try isRemoved(one.files) {
                plan.summary.upToDate += 1
                continue
            }
            switch planner.check(one.files, against: candidate, names: names) {
            case .success(var planned):
                planned.action.id = one.action.id
                plan.add(planned)
            case .failure(let left): plan.kept.append(one.action.left(left.why))
            }
        }
    }

    /// Whether a purge removed these files, and none of them is back.
    private func isRemoved(_ files: [PlannedFile]) throws -> Bool {
        guard let leader = files.first, let sha256 = leader.sha256 else { return false }
        if files.contains(where: { SmallFile.exists($0.path) }) { return false }
        return try index.wasRemoved(leader.path, sha256: sha256)
    }
}

extension PurgePlan {
    /// Adds a group to what goes, or to what stays.
    fileprivate mutating func add(_ removal: PlannedRemoval) {
        if removal.action.state == .planned {
            removals.append(removal)
        } else {
            kept.append(removal.action)
        }
    }
}
