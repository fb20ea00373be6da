import PhotoFiles
import PhotoIndex
import PhotoModel
import SystemPackage

/// Plans a purge, of a selection or of what an earlier run recorded. Reads the library's directories and the
/// destinations' markers, and writes nothing.
///
/// It first plans as if every destination were reachable, opens those whose copies the plan relies on, and plans again
/// if one of them is unreachable. A destination that nothing depends on is not opened.
struct PurgePlanning {
    let act: PurgeAct
    let context: ActionContext
    private let known: [KnownDestination]
    /// The destinations' names, by row.
    private let names: [Int64: String]
    private var planner: PurgePlanner
    /// How often the copies at open destinations are read, by row.
    private var readings: [Int64: (name: String, reading: ProofReading)] = [:]
    private let excludes: [String]
    var plan = ActionPlan<GroupToRemove>()

    private var index: PhotoIndex { context.index }

    init(act: PurgeAct, context: ActionContext, rules: JudgingRules) throws {
        let book = try context.destinations.book()
        let known = try context.destinations.known()
        self.act = act
        self.context = context
        self.known = known
        names = Dictionary(uniqueKeysWithValues: known.map { ($0.id, (try? book.named($0).name) ?? $0.name) })
        excludes = rules.excludes
        let triage = rules.triage
        planner = PurgePlanner(
            settings: act.settings, files: context.files.stayingInDirectory, reachable: Set(known.map(\.id)),
            captureTime: { triage.captureTime(of: $0) }, now: context.environment.clock.now)
    }

    /// Makes the plan.
    ///
    /// - Parameter note: called with unreachable destinations that groups would need, and with what else a person may
    ///   want to know.
    /// - Throws: `PipelineError` where no destination can be asked that would have to be, or there is no trash because
    ///   there is no home; `IndexError`.
    mutating func make(note: (ActionNote) -> Void) async throws -> ActionPlan<GroupToRemove> {
        var unreachable: [PipelineError] = []
        var asked: Set<Int64> = []
        var isSettled = false
        while !isSettled {
            try choose()
            let new = destinationsOfPlan.subtracting(asked)
            let errors = await open(new)
            asked.formUnion(new)
            unreachable += errors
            isSettled = errors.isEmpty
        }
        leaveThoseWithNewPartners()
        try noteUnreachable(unreachable, note)
        // A plan that is recorded for another run is capped by that run.
        if !context.mode.onlySelects, !plan.isEmpty {
            try applyCaps(note: note)
            plan.summary.readBack = plan.readBack(require: act.settings.require, readings)
        }
        try lookForHome()
        return plan
    }

    private mutating func choose() throws {
        plan = ActionPlan()
        plan.parts = [ActionPlan.Part(destination: nil, groups: [])]
        plan.summary.lastScan = try index.lastScan()
        plan.summary.require = act.settings.require
        switch act.origin {
        case .selection(let selection): try planSelection(selection)
        case .staged(let ids): try planStaged(ids)
        case .plan(let file): try check(file.entries.map(\.action))
        }
    }

    /// The destinations whose copies the plan relies on.
    private var destinationsOfPlan: Set<Int64> {
        Set(plan.groups.flatMap { $0.receipts.map(\.destination) })
    }

    /// Opens destinations. The next planning does not rely on those that are unreachable.
    ///
    /// - Returns: why they are unreachable.
    private mutating func open(_ rows: Set<Int64>) async -> [PipelineError] {
        var errors: [PipelineError] = []
        for destination in known where rows.contains(destination.id) {
            do throws(PipelineError) {
                let open = try await context.destinations.open(destination).get()
                let reading = try await open.ask { service throws(UploadError) in try await service.proofReading() }
                readings[destination.id] = (open.name, reading)
            } catch {
                planner.reachable.remove(destination.id)
                errors.append(error)
            }
        }
        return errors
    }

    /// An unreachable destination matters only if a group needs it.
    private func noteUnreachable(_ unreachable: [PipelineError], _ note: (ActionNote) -> Void) throws {
        guard let first = unreachable.first, plan.kept.contains(where: { $0.action.why == .unavailable }) else {
            return
        }
        if plan.isEmpty { throw first }
        for error in unreachable { note(.unasked(error)) }
    }

    /// Requests a place in the trash for one file, before anybody is asked anything.
    private func lookForHome() throws {
        guard let path = plan.groups.first?.action.members.first?.path else { return }
        do throws(TrashError) {
            _ = try context.environment.trashService(act.settings.way).prepare(path, run: 0, number: 0)
        } catch {
            guard error.kind == .noHome else { return }
            throw PipelineError(noHome: error)
        }
    }

    private mutating func add(_ group: GroupToRemove) {
        if group.action.state == .planned { return plan.parts[0].groups.append(group) }
        let unsent = group.unsent.map { terminalSafe($0.bytes) }.joined(separator: ", ")
        plan.keep(group.action, unsent.isEmpty ? nil : "\(unsent): not sent by [upload] sidecars")
        if let first = group.unsent.first {
            plan.summary.unsentSidecars.append(first)
        }
    }

    /// Leaves groups out that would be separated from a file that the last scan did not see.
    private mutating func leaveThoseWithNewPartners() {
        var look = PartnerLook(
            index: index, files: context.files, clock: context.environment.clock, excludes: excludes)
        let planned = plan.parts[0].groups
        plan.parts[0].groups = []
        for group in planned {
            guard let partner = look.newPartner(of: group) else {
                plan.parts[0].groups.append(group)
                continue
            }
            plan.keep(group.action.ended(.skipped, partner.reason), partner.words)
        }
    }
}

// MARK: - From a selection

extension PurgePlanning {
    private mutating func planSelection(_ selection: PhotoSelection) throws {
        // The limit counts only groups that are removed, so that held and waiting groups do not use it up.
        var left = selection.limit ?? .max
        var all = selection
        if left > 0 { all.limit = nil }
        let counts = try index.workGroups(matching: all, .removal) { candidate in
            let planned = planner.plan(candidate, names: names)
            if planned.action.state == .planned { left -= 1 }
            add(planned)
            return left > 0 && context.environment.interruption.signal == nil
        }
        plan.summary.set(counts)
    }
}

// MARK: - From records

extension PurgePlanning {
    private mutating func planStaged(_ ids: [Int64]?) throws {
        var actions: [Action] = []
        try index.staged(ids) { action in
            if action.kind == .purge { actions.append(action) }
            return true
        }
        let found = Set(actions.compactMap(\.id))
        plan.summary.unknown = (ids ?? []).filter { !found.contains($0) }
        try check(actions)
    }

    private mutating func check(_ chosen: [Action]) throws {
        let candidates = try index.groups(ofFilesAt: chosen.map { $0.members.first?.path ?? "" }, .removal)
        var groups: Set<Int64> = []
        for (action, candidate) in zip(chosen, candidates) {
            // A group that occurs twice is planned once.
            if let candidate, !groups.insert(candidate.group).inserted {
                plan.summary.count(candidate.photos) { $0.upToDate += $1 }
                continue
            }
            // A plan that is carried out a second time, or continued after a signal, finds removed files gone.
            if candidate == nil, try isRemoved(action.members) {
                plan.summary.count(action.photos) { $0.upToDate += $1 }
                continue
            }
            switch planner.check(action.members, against: candidate, names: names) {
            case .success(var planned):
                planned.action.id = action.id
                add(planned)
            case .failure(let left): plan.keep(action.left(left.why))
            }
        }
    }

    /// Whether a purge removed these files, and none of them is back.
    private func isRemoved(_ files: [Action.Member]) throws -> Bool {
        guard let leader = files.first, let sha256 = leader.sha256 else { return false }
        if files.contains(where: { SmallFile.exists($0.path) }) { return false }
        return try index.wasRemoved(leader.path, sha256: sha256)
    }
}

extension ActionPlan where Group == GroupToRemove {
    /// The number of stills and videos to be removed from each root.
    var photosByRoot: [Int64: Int] {
        groups.reduce(into: [:]) { $0[$1.root, default: 0] += $1.photos }
    }
}
