import PhotoIndex
import PhotoModel

/// Carries out a plan: some batches at a time, each through all of its steps.
struct UploadRun {
    /// A batch is full at so many bytes: large photos gain nothing by waiting for each other.
    private static let mostBytes: Int64 = 8 << 20

    let index: PhotoIndex
    let run: Int64
    let basis: JudgingBasis
    let settings: UploadSettings
    let environment: Environment
    let progress: UploadProgress

    /// Sends groups to their destination.
    ///
    /// - Parameters:
    ///   - groups: what is planned.
    ///   - destination: where to.
    ///   - service: what sends there.
    ///   - summary: gets what it came to.
    ///   - show: called for each group when it is over, and why, in words, where there is more to say than the reason.
    /// - Throws: `IndexError` where the journal fails, and what `show` throws.
    func send(
        _ groups: [PlannedGroup], to destination: Destination, by service: any UploadService,
        into summary: inout ActionSummary,
        show: (Action, String?) throws -> Void
    ) async throws {
        let upload = BatchUpload(
            index: index, run: run, basis: basis, destination: destination, service: service, settings: settings,
            environment: environment, reservations: TargetReservations(), progress: progress)
        var round = Round(left: groups)
        // Those that waited for others have them done by now. Each round ends at least one group: the first that takes
        // its names.
        while !round.left.isEmpty, round.ending == nil, environment.interruption.signal == nil {
            round = try await send(round.left, by: upload) { group in
                summary.count(group.action)
                progress.hide()
                try show(group.action, group.detail)
            }
        }
        summary.left += round.left.count
        if let ending = round.ending { summary.end(by: ending) }
    }

    /// What is left of groups after each was sent that could be.
    private struct Round {
        /// Those that were not come to, and those that waited for others to be done.
        var left: [PlannedGroup]
        /// What no other group can be sent for.
        var ending: UploadError?
    }

    private func send(
        _ groups: [PlannedGroup], by upload: BatchUpload, each: (GroupInHand) throws -> Void
    ) async throws -> Round {
        var round = Round(left: [])
        var next = 0
        try await withThrowingTaskGroup(of: BatchUpload.Result.self) { tasks in
            func start() {
                guard next < groups.count, round.ending == nil, environment.interruption.signal == nil else { return }
                let batch = Self.batch(of: groups, from: next, sharedBy: settings.parallel)
                next += batch.count
                tasks.addTask { try await upload.send(batch) }
            }
            for _ in 0..<settings.parallel { start() }
            while let batch = try await tasks.next() {
                round.ending = round.ending ?? batch.ending
                round.left += batch.deferred
                start()
                try batch.groups.forEach(each)
            }
        }
        round.left += groups[next...]
        return round
    }

    /// The groups of the next batch; fewer near the end, so that all workers have some.
    private static func batch(of groups: [PlannedGroup], from first: Int, sharedBy workers: Int) -> [PlannedGroup] {
        let share = max(1, (groups.count - first) / max(workers, 1))
        var last = first
        var bytes: Int64 = 0
        while last < groups.count, last - first < min(PhotoIndex.actionsOfACommit, share),
            last == first || bytes < mostBytes
        {
            bytes += groups[last].action.bytes
            last += 1
        }
        return Array(groups[first..<last])
    }
}
