import PhotoIndex
import PhotoModel
import SystemPackage

/// Plans from what was written down before: staged actions and the lines of a plan. Each is a selection, never an
/// authority: it is judged and looked at anew, and what is not as it was is left.
extension UploadSession {
    /// Plans staged actions.
    ///
    /// - Throws: `PipelineError` where a destination cannot be sent to, `IndexError`.
    func planStaged(_ ids: [Int64]?, into plan: inout UploadPlan) async throws {
        var chosen: [Chosen] = []
        try index.staged(ids) { action in
            if action.kind == .upload {
                chosen.append(
                    Chosen(
                        action: action, files: action.members.map(PlannedFile.init),
                        destination: action.destination.map { .row($0.id) }))
            }
            return true
        }
        let found = Set(chosen.compactMap(\.action.id))
        plan.summary.unknown = (ids ?? []).filter { !found.contains($0) }
        try await planChosen(chosen, into: &plan)
    }

    /// Plans the lines of a plan's file.
    ///
    /// - Throws: `PipelineError` where its destination is none of ours or cannot be sent to, `IndexError`.
    func planEntries(_ file: PlanFile, into plan: inout UploadPlan) async throws {
        let chosen = file.entries.map { entry in
            Chosen(
                action: Action(kind: .upload, group: 0, members: entry.files.map(\.member)), files: entry.files,
                destination: entry.destination.map { .named($0) }, marker: file.header.marker)
        }
        try await planChosen(chosen, into: &plan)
    }

    /// An action as it was written down.
    private struct Chosen {
        var action: Action
        var files: [PlannedFile]
        var destination: Whereto?
        /// What the destination has to be; nil where nobody asked it.
        var marker: DestinationMarker?
    }

    /// A destination as it was written down.
    private enum Whereto: Hashable {
        case row(Int64?)
        case named(String)
    }

    private func planChosen(_ chosen: [Chosen], into plan: inout UploadPlan) async throws {
        var places: [Whereto?] = []
        for one in chosen where !places.contains(one.destination) { places.append(one.destination) }
        for place in places {
            let some = chosen.filter { $0.destination == place }
            guard let named = try named(place) else {
                for one in some { plan.kept.append(one.action.left(.destinationChanged)) }
                continue
            }
            guard let destination = try await open(named, isOnly: places.count == 1, &plan) else { continue }
            let isOther = some.contains { $0.marker != nil && $0.marker != destination.marker }
            if isOther {
                for one in some { plan.kept.append(one.action.left(.destinationChanged)) }
                continue
            }
            try check(some, for: named, destination, into: &plan)
        }
    }

    /// The destination that was meant, as it is configured now; nil where it is configured no longer.
    private func named(_ place: Whereto?) throws -> NamedSpec? {
        let book = try wish.book(index)
        switch place {
        case .named(let name): return try book.find(name, path: wish.path)
        case .row(let id):
            guard let known = try index.destinations().first(where: { $0.id == id }) else { return nil }
            // By its place: the configuration may call it by another name since.
            return try book.find(known.spec, path: wish.path)
        case nil: return try wish.general(book)
        }
    }

    private func check(
        _ chosen: [Chosen], for named: NamedSpec, _ destination: OpenDestination, into plan: inout UploadPlan
    ) throws {
        let planner = UploadPlanner(settings: settings, rules: rules)
        let row = destination.destination?.id
        let candidates = try index.uploadCandidates(
            ofGroupsOf: chosen.map { $0.files.first?.path ?? "" }, destination: row)
        var part = UploadPlan.Part(destination: destination, groups: [])
        for (one, candidate) in zip(chosen, candidates) {
            let name = DestinationName(id: row, name: named.name)
            switch planner.check(one.files, against: candidate, to: name, now: environment.clock.now) {
            case .fresh(var planned):
                planned.action.id = one.action.id
                part.groups.append(planned)
            case .left(let why):
                plan.kept.append(one.action.left(why))
            }
        }
        if !part.groups.isEmpty { plan.parts.append(part) }
    }
}
