import PhotoFiles
import PhotoIndex
import PhotoModel
import SystemPackage

/// Plans an upload, of a selection or of what an earlier run recorded. Reads the library's directories and the
/// destinations' markers. Writes nothing except receipts that a destination's own list has and the index lacks.
struct UploadPlanning {
    typealias Plan = ActionPlan<GroupToSend>

    let act: UploadAct
    let context: ActionContext
    let settings: UploadSettings
    let note: (ActionNote) -> Void
    /// Shows each group as it is planned; nil if groups are kept.
    private let show: ((Action) throws -> Void)?
    private let planner: UploadPlanner
    private let book: DestinationBook
    private var plan = Plan()
    /// What has ended by the destinations' own lists and the index does not know, by the destinations' rows. A dry run
    /// does not record it.
    private var ends: [Int64: [EndedReceipt]] = [:]
    /// The recorded groups that were planned, by the place they go to.
    private var planned: [String: Set<Int64>] = [:]

    private var request: DestinationRequest { act.request }
    private var environment: Environment { context.environment }
    private var isDryRun: Bool { context.mode.onlyReads }

    init(
        act: UploadAct, context: ActionContext, rules: JudgingRules, note: @escaping (ActionNote) -> Void,
        show: ((Action) throws -> Void)?
    ) throws {
        self.act = act
        self.context = context
        self.note = note
        self.show = show
        settings = try act.settings(rules)
        planner = UploadPlanner(settings: settings, files: context.files.stayingInDirectory, rules: rules)
        book = try context.destinations.book()
    }

    /// Makes the plan.
    mutating func make() async throws -> Plan {
        plan.summary.lastScan = try context.index.lastScan()
        switch act.origin {
        case .selection(let selection): try await planSelection(selection)
        case .staged(let ids): try await planStaged(ids)
        case .plan(let file): try await planEntries(file)
        }
        return plan
    }

    /// Opens a destination. One of several that cannot be reached does not prevent sending to the others.
    private mutating func open(_ route: Destination?, isOnly: Bool) async throws -> OpenDestination? {
        guard let route else { return nil }
        do {
            let destination = try await context.destinations.open(
                route, creation: request.creation, isDryRun: isDryRun)
            if let old = destination.movedFrom {
                note(
                    .destinationMoved(
                        destination: destination.name, from: old.shown, to: destination.named.spec.shown))
            }
            try await takeOverReceipts(of: destination)
            return destination
        } catch let error as PipelineError where !isOnly && error.kind == .destination {
            note(.unreachable(destination: route.name))
            plan.summary.end(by: UploadError(.unavailable, error.message, remedy: error.remedy))
            return nil
        }
    }

    /// Imports the receipts of what other machines, or an index that was lost, have sent there.
    private mutating func takeOverReceipts(of destination: OpenDestination) async throws {
        guard let known = destination.destination else { return }
        let receipts = DestinationReceipts(
            index: context.index, destination: known, open: destination, progress: ListProgress())
        if isDryRun {
            ends[known.id] = try await context.environment.untilSignal { try await receipts.newEnds() }
            return
        }
        let isList = try await context.environment.untilSignal { try await receipts.takeOver() }
        if let failure = receipts.failure { plan.summary.listFailures.insert(failure) }
        if !isList {
            note(.foreignReceiptList(destination: destination.name))
        }
    }

    private mutating func take(_ group: PlannedGroup, into groups: inout [GroupToSend]) throws {
        guard let show else { return groups.append(GroupToSend(group)) }
        plan.summary.count(group.action)
        try show(group.action)
    }

    /// Adds groups to the plan. Those that could not be sent the last time go last, in the order in which that was
    /// tried: however many the destination never takes, or hangs at, no run begins with the same ones, and the others
    /// are sent before.
    private mutating func add(_ groups: [GroupToSend], to destination: OpenDestination?) throws {
        if groups.isEmpty { return }
        let leaders = groups.compactMap(\.action.members.first?.path)
        let failed = try destination?.destination.map { try context.index.failedUploads(of: leaders, to: $0.id) } ?? [:]
        var ordered: [GroupToSend] = []
        var late: [(group: GroupToSend, attempt: Int64)] = []
        for var group in groups {
            if let last = group.action.members.first.flatMap({ failed[$0.path] }) {
                group.isAlone = last.isBrokenOff
                late.append((group, last.action))
            } else {
                ordered.append(group)
            }
        }
        ordered += late.sorted { $0.attempt < $1.attempt }.map(\.group)
        plan.parts.append(Plan.Part(destination: destination, groups: ordered))
    }
}

// MARK: - From a selection

extension UploadPlanning {
    private mutating func planSelection(_ selection: PhotoSelection) async throws {
        let routes = try UploadRoutes(request: request, settings: settings, book: book)
        if routes.all == [nil] {
            guard isDryRun else { throw routes.noDestination() }
            note(.destinationMissing(example: book.kinds.example))
        }
        var isFirst = true
        var left = selection.limit ?? .max
        for route in routes.all where left > 0 || isFirst {
            let destination = try await open(route, isOnly: routes.all.count == 1)
            if route != nil, destination == nil { continue }
            try collect(selection, for: route, routes, destination, isFirst: isFirst, left: &left)
            isFirst = false
        }
        if !isDryRun, let group = plan.parts.first(where: { $0.destination == nil })?.groups.first {
            throw routes.noDestination(for: group.action)
        }
    }

    /// Plans the groups of a route. The limit counts only groups that are sent, over all routes, so that groups that
    /// are already there or have to wait do not use it up.
    private mutating func collect(
        _ selection: PhotoSelection, for route: Destination?, _ routes: UploadRoutes, _ destination: OpenDestination?,
        isFirst: Bool, left: inout Int
    ) throws {
        var all = selection
        if left > 0 { all.limit = nil }
        let name = route.map { DestinationName(id: destination?.destination?.id, name: $0.name) }
        let (planner, now) = (planner, environment.clock.now)
        // Before the index is read on another thread.
        let unwanted = try unwantedContents(for: destination)
        let reading = candidates(of: all, for: destination)
        defer { _ = try? reading.finish() }
        let planning = LookAhead<[(photos: Int, planned: PlannedGroup?)], Void, any Error>(most: Self.mostParcels) {
            give in
            while let candidates = try reading.next() {
                let led = candidates.filter { routes.leads($0, to: route) }
                if !give(led.map { ($0.photos, planner.plan($0, to: name, now: now).map(unwanted.leavingOut)) }) {
                    return
                }
            }
        }
        defer { try? planning.finish() }
        var groups: [GroupToSend] = []
        while left > 0, environment.interruption.signal == nil, let parcel = try planning.next() {
            for (photos, planned) in parcel where left > 0 {
                switch planned {
                case nil: plan.summary.count(photos) { $0.upToDate += $1 }
                case let planned? where planned.action.state == .planned:
                    try take(planned, into: &groups)
                    left -= 1
                case let planned?: plan.keep(planned.action)
                }
            }
        }
        let counts = try reading.finish()
        if isFirst { plan.summary.set(counts) }
        try add(groups, to: destination)
    }

    /// What the intents of a run would object to when they know the files' hashes and what has ended. A dry run makes
    /// none, and asks here.
    private func unwantedContents(for destination: OpenDestination?) throws -> UnwantedContents {
        guard isDryRun, let row = destination?.destination?.id else {
            return UnwantedContents(why: [:], groups: [], files: context.files, interruption: environment.interruption)
        }
        let held = try context.index.held(by: ends[row] ?? [], from: row)
        let why = try context.index.contentsNotToSend(to: row)
            .merging(held.contents.map { ($0, Action.Reason.heldFromDestination) }) { known, _ in known }
        return UnwantedContents(
            why: why, groups: held.groups, files: context.files, interruption: environment.interruption)
    }

    /// The number of groups that threads pass on together.
    private static let mostGroups = 128
    /// The number of such parcels at which a thread waits.
    private static let mostParcels = 4

    /// The groups to plan, read on a thread of their own; at the end, the numbers of those that are not work.
    private func candidates(
        of selection: PhotoSelection, for destination: OpenDestination?
    ) -> LookAhead<[KnownGroup], KnownGroup.LeftOut, any Error> {
        let (index, row) = (context.index, destination?.destination?.id)
        return LookAhead(most: Self.mostParcels) { give in
            var parcel: [KnownGroup] = []
            let leftOut = try index.workGroups(matching: selection, .sending(to: row)) { candidate in
                parcel.append(candidate)
                return parcel.count < Self.mostGroups || give(exchange(&parcel, with: []))
            }
            if !parcel.isEmpty { _ = give(parcel) }
            return leftOut
        }
    }
}

// MARK: - From records

/// Staged actions and the lines of a plan are a selection, never an authority: each is judged and examined again, and
/// left alone if anything has changed.
extension UploadPlanning {
    /// An action as it was recorded.
    private struct ChosenAction {
        var action: Action
        var destination: ChosenDestination?
        /// The marker that the destination must have; nil if it was not read then.
        var marker: DestinationMarker?
    }

    /// A destination as it was recorded.
    private enum ChosenDestination: Hashable {
        case row(Int64?)
        case named(String)
    }

    private mutating func planStaged(_ ids: [Int64]?) async throws {
        var chosen: [ChosenAction] = []
        try context.index.staged(ids) { action in
            if action.kind == .upload {
                chosen.append(ChosenAction(action: action, destination: action.destination.map { .row($0.id) }))
            }
            return true
        }
        let found = Set(chosen.compactMap(\.action.id))
        plan.summary.unknown = (ids ?? []).filter { !found.contains($0) }
        try await planChosen(chosen)
    }

    private mutating func planEntries(_ file: PlanFile) async throws {
        try await planChosen(
            file.entries.map { entry in
                ChosenAction(
                    action: entry.action, destination: entry.destination.map { .named($0) }, marker: file.header.marker)
            })
    }

    private mutating func planChosen(_ chosen: [ChosenAction]) async throws {
        var places: [ChosenDestination?] = []
        for one in chosen where !places.contains(one.destination) { places.append(one.destination) }
        for place in places {
            let some = chosen.filter { $0.destination == place }
            guard let named = try named(place) else {
                for one in some { plan.keep(one.action.left(.destinationChanged)) }
                continue
            }
            guard let destination = try await open(named, isOnly: places.count == 1) else { continue }
            if some.contains(where: { $0.marker != nil && $0.marker != destination.marker }) {
                for one in some { plan.keep(one.action.left(.destinationChanged)) }
            } else {
                try check(some, for: named, destination)
            }
        }
    }

    /// The destination as it is configured now; nil if it no longer is.
    private func named(_ place: ChosenDestination?) throws -> Destination? {
        switch place {
        case .named(let name): return try book.find(name, path: request.path)
        case .row(let id):
            guard let known = try context.destinations.known().first(where: { $0.id == id }) else { return nil }
            // By its place, since the configuration may have renamed it.
            return try book.find(known.spec, path: request.path)
        case nil: return try request.general(book).first
        }
    }

    private mutating func check(_ chosen: [ChosenAction], for named: Destination, _ destination: OpenDestination) throws
    {
        let row = destination.destination?.id
        let candidates = try context.index.groups(
            ofFilesAt: chosen.map { $0.action.members.first?.path ?? "" }, .sending(to: row))
        let unwanted = try unwantedContents(for: destination)
        var groups: [GroupToSend] = []
        for (one, candidate) in zip(chosen, candidates) {
            // A group that occurs twice is planned once, even if its destination has two names.
            if let candidate, !planned[named.spec.text, default: []].insert(candidate.group).inserted {
                plan.summary.count(candidate.photos) { $0.upToDate += $1 }
                continue
            }
            let name = DestinationName(id: row, name: named.name)
            switch planner.check(one.action.members, against: candidate, to: name, now: environment.clock.now) {
            case .fresh(let fresh):
                var group = unwanted.leavingOut(fresh)
                group.action.id = one.action.id
                if group.action.state == .planned {
                    groups.append(GroupToSend(group))
                } else {
                    plan.keep(group.action)
                }
            case .left(let why):
                plan.keep(one.action.left(why))
            }
        }
        try add(groups, to: destination)
    }
}

/// The contents that must not be sent to a destination, for files that were never hashed, and the groups that have or
/// had some that have ended there.
private struct UnwantedContents: Sendable {
    let why: [RecordedContent: Action.Reason]
    let groups: Set<Int64>
    let files: LibraryFiles
    let interruption: any Interruption
    private let sizes: Set<Int64>

    init(
        why: [RecordedContent: Action.Reason], groups: Set<Int64>, files: LibraryFiles,
        interruption: any Interruption
    ) {
        (self.why, self.groups, self.files, self.interruption) = (why, groups, files, interruption)
        sizes = Set(why.keys.map(\.size))
    }

    /// A planned group; skipped if it is one of these, or one of its photos was never hashed and is such a content.
    /// Hashes those of the sizes.
    func leavingOut(_ planned: PlannedGroup) -> PlannedGroup {
        guard planned.action.state == .planned,
            let reason = groups.contains(planned.action.group)
                ? Action.Reason.heldFromDestination : planned.action.members.lazy.compactMap(objection).first
        else { return planned }
        var group = planned
        (group.action.state, group.action.why) = (.skipped, reason)
        return group
    }

    private func objection(to member: Action.Member) -> Action.Reason? {
        guard member.sha256 == nil, member.role != .sidecar, sizes.contains(member.fingerprint.size),
            let hashes = try? UploadSource(member.path, in: files, interruption: interruption).hashes()
        else { return nil }
        return why[RecordedContent(size: hashes.size, sha256: hashes.sha256)]
    }
}
