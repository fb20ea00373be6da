import PhotoIndex
import PhotoModel
import SystemPackage

/// Step 5: ask the destinations and the index again, now that the files have lost their names.
extension BatchRemoval {
    /// Checks every copy again, and that the destinations are still the same.
    func askAgain(_ groups: inout [GroupToRemove]) async {
        for row in Set(groups.openPlaces().flatMap { groups[$0].copies.map(\.destination) }).sorted() {
            let asked = groups.openPlaces().flatMap { place in
                groups[place].copies.filter { $0.destination == row }.map { (place: place, copies: $0) }
            }
            for (place, answer) in zip(asked.map(\.place), await answers(row, asked.map(\.copies))) {
                switch answer {
                case .success(nil): break
                case .success(let words?): groups[place].end(.refused, .destinationChanged, words)
                case .failure(let error) where error.kind == .interrupted: groups[place].end(.skipped, .interrupted)
                case .failure(let error): groups[place].end(.refused, .destinationChanged, error.detail)
                }
            }
        }
    }

    private func answers(_ row: Int64, _ copies: [FoundCopies]) async -> [Result<String?, UploadError>] {
        guard let destination = destinations[row] else {
            return copies.map { _ in .failure(UploadError(.unavailable, "is not open")) }
        }
        return await CopyReading(destination: destination, environment: environment).askAgain(copies)
    }

    /// Applies objections made since the intents were recorded: reading the copies takes long.
    ///
    /// - Returns: why the index could not be asked; then no group is removed.
    func applyObjections(to groups: inout [GroupToRemove]) -> (any Error)? {
        let places = groups.openPlaces()
        if places.isEmpty { return nil }
        do {
            let objections = try index.objections(
                to: places.map { groups[$0].action }, basis: try run.context.judging.basis(),
                leavingOut: settings.staying)
            for case (let place, let why?) in zip(places, objections) { groups[place].end(.skipped, why) }
            try applySettings(to: &groups)
            return nil
        } catch {
            for place in places { groups[place].end(.skipped, .interrupted) }
            return error
        }
    }

    /// Applies `[purge]` as it is now, if it was edited since the plan was made: a run may take hours.
    ///
    /// - Throws: what reading the settings throws; `IndexError`.
    func applySettings(to groups: inout [GroupToRemove]) throws {
        let places = groups.openPlaces()
        if places.isEmpty { return }
        let settings = try act.settingsNow()
        if settings == act.settings { return }
        let triage = run.context.rules?.triage
        let planner = PurgePlanner(
            settings: settings, files: files, reachable: [], captureTime: { triage?.captureTime(of: $0) },
            now: environment.clock.now)
        let candidates = try index.groups(ofFilesAt: places.map { groups[$0].action.members[0].path }, .removal)
        for (place, candidate) in zip(places, candidates) {
            let proved = Set(groups[place].copies.map(\.destination))
            if let why = planner.objection(to: candidate, provedAt: proved) { groups[place].end(.skipped, why) }
        }
        if settings.maxDelete != act.settings.maxDelete { try applyCap(settings.maxDelete, to: &groups) }
    }

    /// Refuses the groups if they would exceed a limit that was lowered meanwhile.
    private func applyCap(_ limit: RemovalLimit, to groups: inout [GroupToRemove]) throws {
        let places = groups.openPlaces()
        if places.isEmpty { return }
        let now = environment.clock.now
        let since = now.subtractingReportingOverflow(RemovalCap.span).partialValue
        var plan = ActionPlan<GroupToRemove>()
        plan.parts = [ActionPlan.Part(destination: nil, groups: places.map { groups[$0] })]
        plan.apply(
            try index.removalCaps(since: since, upTo: try index.latestMoment(atLeast: now)), limit: limit,
            isDryRun: false, now: now)
        if plan.isEmpty { for place in places { groups[place].end(.refused, .overTheCap) } }
    }
}
