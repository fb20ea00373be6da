import PhotoIndex
import PhotoModel

/// Carries out a plan: some batches at a time, each through all of its steps.
struct UploadRun {
    /// Groups of a batch share two commits, so many at most (SAFETY.md, "Writing down").
    private static let mostGroups = 32
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
        var ending: UploadError?
        var next = 0
        var groups = groups
        try await withThrowingTaskGroup(of: BatchUpload.Result.self) { tasks in
            func start() {
                guard next < groups.count, ending == nil, environment.interruption.signal == nil else { return }
                let batch = Self.batch(of: groups, from: next, sharedBy: settings.parallel)
                next += batch.count
                tasks.addTask { try await upload.send(batch) }
            }
            for _ in 0..<settings.parallel { start() }
            while let batch = try await tasks.next() {
                ending = ending ?? batch.ending
                groups += batch.deferred
                start()
                for group in batch.groups {
                    summary.count(group.action)
                    progress.hide()
                    try show(group.action, group.detail)
                }
            }
        }
        summary.left += groups.count - next
        summary.endedBy = summary.endedBy ?? ending
    }

    /// The groups of the next batch; fewer near the end, so that all workers have some.
    private static func batch(of groups: [PlannedGroup], from first: Int, sharedBy workers: Int) -> [PlannedGroup] {
        let share = max(1, (groups.count - first) / max(workers, 1))
        var last = first
        var bytes: Int64 = 0
        while last < groups.count, last - first < min(mostGroups, share), last == first || bytes < mostBytes {
            bytes += groups[last].action.bytes
            last += 1
        }
        return Array(groups[first..<last])
    }
}
