import PhotoIndex
import PhotoModel

/// One undo under way: what its steps share.
struct UndoSession {
    /// A batch is full at so many bytes.
    private static let mostBytes: Int64 = 64 << 20

    let index: PhotoIndex
    let places: DestinationPlaces
    let environment: Environment
    let isDryRun: Bool
    let progress: any ProgressReporter
    let show: (Action, String?) throws -> Void

    /// Brings back what a run removed, or shows what would be.
    ///
    /// - Parameter groups: what it removed.
    /// - Returns: what it came to.
    /// - Throws: `IndexError`, `PipelineError` and what `show` throws.
    func bringBack(_ groups: [RemovedGroup]) async throws -> ActionSummary {
        var summary = ActionSummary()
        for group in groups where group.isUndone {
            var action = GroupComingBack(undoing: group.action).action
            (action.state, action.why) = (.done, .alreadyThere)
            summary.upToDate += 1
            try show(action, nil)
        }
        let waiting = Set(try index.underWay(.undo).map(\.undoes))
        for group in groups where !group.isUndone && waiting.contains(group.action.id) {
            var group = GroupComingBack(undoing: group.action)
            group.end(.failed, .unavailable, "a killed run had begun to bring it back, and it cannot be finished now")
            summary.count(group.action)
            try show(group.action, group.detail)
        }
        let left = groups.filter { !$0.isUndone && !waiting.contains($0.action.id) }.map(\.action)
        if left.isEmpty { return summary }
        let counter = UploadProgress(
            total: left.reduce(0) { $0 + $1.bytes }, reporter: progress, name: isDryRun ? "Looking" : "Bringing back")
        defer { counter.end() }
        if isDryRun {
            try await lookAtAll(left, counter, &summary)
            return summary
        }
        let run = try index.beginRun("undo", at: environment.clock.now)
        summary.run = run
        do {
            try await carryOut(left, run: run, counter, &summary)
        } catch {
            // Nobody reads on, or the index fails: what was under way is concluded as far as that goes.
            try? end(run, summary, isComplete: false)
            throw error
        }
        try end(run, summary, isComplete: environment.interruption.signal == nil)
        return summary
    }

    private func lookAtAll(
        _ purges: [Action], _ counter: UploadProgress, _ summary: inout ActionSummary
    ) async throws {
        var look = try look()
        for (place, purge) in purges.enumerated() {
            if environment.interruption.signal != nil { return summary.left += purges.count - place }
            var group = GroupComingBack(undoing: purge)
            try await look.look(at: &group)
            if group.isOpen, group.wasBack { group.end(.done, .alreadyThere) }
            counter.add(purge.bytes)
            try tell(group, counter, &summary)
        }
    }

    private func carryOut(
        _ purges: [Action], run: Int64, _ counter: UploadProgress, _ summary: inout ActionSummary
    ) async throws {
        var look = try look()
        let batch = BatchReturn(index: index, run: run, environment: environment, progress: counter)
        var (next, files) = (0, 0)
        while next < purges.count, environment.interruption.signal == nil {
            let some = Self.batch(of: purges, from: next)
            next += some.count
            var groups = some.map(GroupComingBack.init(undoing:))
            for place in groups.indices { try await look.look(at: &groups[place]) }
            groups = try await batch.bringBack(groups, numberedFrom: files)
            files += groups.reduce(0) { $0 + $1.files.count }
            for group in groups { try tell(group, counter, &summary) }
        }
        summary.left += purges.count - next
    }

    private func tell(_ group: GroupComingBack, _ counter: UploadProgress, _ summary: inout ActionSummary) throws {
        summary.count(group.action)
        counter.hide()
        try show(group.action, group.detail)
    }

    private func look() throws -> ReturnLook {
        ReturnLook(
            environment: environment, roots: RootStanding(roots: try index.roots()),
            finder: CopyFinder(index: index, places: places, environment: environment))
    }

    private static func batch(of purges: [Action], from first: Int) -> [Action] {
        var last = first
        var bytes: Int64 = 0
        while last < purges.count, last - first < PhotoIndex.actionsOfACommit, last == first || bytes < mostBytes {
            bytes += purges[last].bytes
            last += 1
        }
        return Array(purges[first..<last])
    }

    private func end(_ run: Int64, _ summary: ActionSummary, isComplete: Bool) throws {
        try index.endRun(
            run, at: environment.clock.now, isComplete: isComplete,
            counts: [
                "done": summary.count(.done), "failed": summary.count(.failed), "skipped": summary.count(.skipped),
                "refused": summary.count(.refused), "files": summary.files,
            ])
    }
}
