import PhotoIndex
import PhotoModel
package import SystemPackage

/// Restores what a run removed, from the trash or from a destination.
package struct UndoAct: Sendable {
    /// The run's number.
    package var run: Int64

    /// The files whose groups are restored, or directories, with all groups in them; empty for all groups. Absolute.
    package var files: [FilePath]

    /// Whether the user confirmed in advance. Nobody else is asked where there is no terminal: nothing is lost by it.
    package var isConfirmed: Bool

    /// - Parameters:
    ///   - run: the number of a run that removed photos.
    ///   - files: what to restore of it; empty for everything.
    package init(run: Int64, files: [FilePath] = [], isConfirmed: Bool) {
        self.run = run
        self.files = files
        self.isConfirmed = isConfirmed
    }
}

extension UndoAct: Act {
    var kind: Action.Kind { .undo }
    var command: String { "undo" }
    var progressName: (doing: String, looking: String?) { ("Restoring", "Looking") }
    var goesByVerdicts: Bool { false }
    var batches: BatchLimits { BatchLimits(mostElements: PhotoIndex.actionsOfACommit, mostBytes: 64 << 20) }

    /// Groups that are back are left as they are, and so are those that a killed undo began and that cannot be finished
    /// now. What only the trash knows of the run is written to the journal first, unless this is a dry run.
    func plan(
        _ context: ActionContext, note: @escaping (ActionNote) -> Void, show: ((Action) throws -> Void)?
    ) async throws -> ActionPlan<GroupToReturn> {
        try context.index.requireOwn(run: run)
        let removed = try chosen(try removed(context))
        let waiting = Set(try context.index.underWay(.undo).map(\.undoes))
        var plan = ActionPlan<GroupToReturn>()
        for one in removed {
            var group = GroupToReturn(undoing: one.action)
            if one.isUndone {
                group.end(.done, .alreadyThere)
                plan.doneBefore.append(group.action)
                continue
            }
            if waiting.contains(one.action.id) {
                let words = "a killed run had begun to restore it, and that cannot be finished now"
                group.end(.failed, .unavailable, words)
            }
            plan.add(group)
        }
        return plan
    }

    /// What the run removed, by the journal or, if that knows nothing of it, by the trash.
    private func removed(_ context: ActionContext) throws -> [RemovedGroup] {
        let groups = try context.index.removedGroups(ofRun: run)
        if !groups.isEmpty { return groups }
        if try !context.index.hasUnsettledRemovals(ofRun: run) {
            let lost = try LostRemovals(context: context).find(ofRun: run)
            if !context.mode.acts, !lost.isEmpty {
                return lost.map { RemovedGroup(action: $0.action, isUndone: false) }
            }
            if !lost.isEmpty { try context.index.adopt(lost, ofRun: run) }
        }
        return try context.index.removedGroups(knownToBeOf: run, settler: .undo)
    }

    /// The groups to restore: those with a file that is named, or is in a directory that is.
    private func chosen(_ removed: [RemovedGroup]) throws(PipelineError) -> [RemovedGroup] {
        if files.isEmpty { return removed }
        for file in files where !removed.contains(where: { $0.isOf(file) }) {
            throw PipelineError(.unknown, "Run \(run) has removed no such file", path: file, remedy: .listRuns)
        }
        return removed.filter { group in files.contains(where: group.isOf) }
    }

    func question(on plan: ActionPlan<GroupToReturn>, _ context: ActionContext) throws -> RemovalQuestion? {
        if isConfirmed || !context.environment.confirmation.canAsk { return nil }
        let what = "\(plan.photos.counting("photo")) (\(plan.bytes.byteSize))"
        return RemovalQuestion(
            headline: "Restore \(what) that run \(run) removed?",
            lines: ["they are held afterwards, so that the next purge keeps them"], photos: plan.photos,
            about: .restoration)
    }

    func look(at group: inout GroupToReturn, _ context: ActionContext) async throws {
        try await ReturnLook(context).look(at: &group)
        if group.isOpen, group.wasBack { group.end(.done, .alreadyThere) }
    }

    func steps(for part: ActionPlan<GroupToReturn>.Part, _ run: RunContext) throws -> PartSteps<GroupToReturn> {
        let look = try ReturnLook(run.context)
        let batch = BatchReturn(
            index: run.index, run: run.number, files: run.files, environment: run.environment, progress: run.progress)
        return PartSteps { groups in
            var groups = groups
            for place in groups.indices { try await look.look(at: &groups[place]) }
            return BatchOutcome(groups: try await batch.bringBack(groups))
        }
    }

    /// Reports groups that are back but that the trash still lists, including those that an earlier undo restored.
    func conclude(_ summary: inout ActionSummary, _ context: ActionContext, note: (ActionNote) -> Void) throws {
        let removed = try context.index.removedGroups(ofRun: run)
        let shown = context.environment.trashService(.trash).tidyUp(removed).shown
        guard let words = shown.values.min() else { return }
        let photos = removed.reduce(0) { $0 + ($1.action.id.flatMap { shown[$0] } == nil ? 0 : $1.action.photos) }
        note(.shownInTrash(photos: photos, run: run, why: words))
        summary.unsettled += shown.count
    }
}

extension PhotoIndex {
    /// Whether the run was killed with removals under way that are not settled: what it removed is unknown until they
    /// are.
    fileprivate func hasUnsettledRemovals(ofRun run: Int64) throws -> Bool {
        var isAny = false
        try actions(ofRun: run) { action in
            isAny = action.kind == .purge && action.state == .running
            return !isAny
        }
        return isAny
    }

    /// Checks that a run did not come from another machine's index: what it removed was put into a trash there.
    ///
    /// - Throws: `PipelineError`: `unknown`; `IndexError`.
    func requireOwn(run: Int64) throws {
        guard try isMerged(run: run) else { return }
        throw PipelineError(
            .unknown, "Run \(run) was carried out by another machine and is here to be read: undo it there",
            remedy: .listRuns)
    }

    /// Checks that a run removed something, or may have, which settling it will show.
    ///
    /// - Parameters: as for ``removedGroups(knownToBeOf:settler:)``.
    /// - Throws: `PipelineError`: `unknown`; `IndexError`.
    func checkRemovals(ofRun run: Int64, settler: Remedy.Settler) throws {
        if try !hasUnsettledRemovals(ofRun: run) { _ = try removedGroups(knownToBeOf: run, settler: settler) }
    }

    /// The groups that a run removed.
    ///
    /// - Parameter settler: the requested act, which first settles what the run left if it was killed.
    /// - Returns: the groups, at least one.
    /// - Throws: `PipelineError`: `unknown` where there is no such run, or it removed nothing; `IndexError`.
    func removedGroups(knownToBeOf run: Int64, settler: Remedy.Settler) throws -> [RemovedGroup] {
        let groups = try removedGroups(ofRun: run)
        if !groups.isEmpty { return groups }
        var command: String?
        try runs(limit: nil) { record in
            if record.id == run { command = record.command }
            return record.id > run
        }
        if let command, try hasUnsettledRemovals(ofRun: run) {
            throw PipelineError(
                .unknown, "Run \(run), \(command), was killed, and its work in progress is not settled",
                remedy: .settle(run: run, by: settler))
        }
        let why = command.map { "Run \(run), \($0), has removed nothing" } ?? "There is no run \(run)"
        throw PipelineError(.unknown, why, remedy: .listRuns)
    }
}

extension RemovedGroup {
    /// Whether one of its files has a path, or is below it.
    fileprivate func isOf(_ path: FilePath) -> Bool { action.members.contains { $0.path.starts(with: path) } }
}

/// What a run put into the trash, by the trash alone: an index that was restored from a backup, or made anew, does not
/// know it.
struct LostRemovals {
    let context: ActionContext

    /// Searches the trash for files of the library that a run put there and that the journal does not know, and reads
    /// them. Each is a group of its own. A file that cannot be read is left out.
    ///
    /// - Returns: the groups, in the order of their paths, with the moments of their removal in nanoseconds since
    ///   1970-01-01T00:00:00Z; none where the trash cannot be searched.
    func find(ofRun run: Int64) throws -> [(action: Action, removed: Int64)] {
        let trash = context.environment.trashService(.trash)
        let roots = try context.index.roots().map(\.path)
        let found = ((try? trash.contents?.trashed(from: roots)) ?? []).filter { file in
            file.run == run && roots.contains { file.path.starts(with: $0) }
        }
        if found.isEmpty { return [] }
        let known = try context.index.removalTickets()
        return found.filter { !known.contains($0.ticket) }
            .sorted { $0.path.bytes.lexicographicallyPrecedes($1.path.bytes) }
            .compactMap { file in member(file, in: trash).map { (action(of: $0), file.deleted) } }
    }

    private func member(_ file: TrashedFile, in trash: any TrashService) -> Action.Member? {
        let proven = try? ProvenFile(
            parked: file.ticket, in: trash, interruption: context.environment.interruption)
        guard let proven else { return nil }
        return Action.Member(
            path: file.path, role: SidecarNames.isSidecar(file.path.bytes.span) ? .sidecar : .still,
            fingerprint: proven.fingerprint, ticket: file.ticket, sha256: proven.sha256,
            permissions: proven.permissions)
    }

    private func action(of member: Action.Member) -> Action {
        var action = Action(kind: .purge, group: 0, members: [member])
        action.state = .done
        return action
    }
}
