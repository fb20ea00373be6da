import PhotoIndex
import PhotoModel
import Synchronization

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
        let ending = Mutex<UploadError?>(nil)
        var deferred: [PlannedGroup] = []
        let left = try await batches(of: groups).run(groups) {
            $0.action.bytes
        } mayGoOn: {
            ending.withLock { $0 == nil } && environment.interruption.signal == nil
        } work: { batch in
            let result = try await upload.send(batch)
            ending.withLock { $0 = $0 ?? result.ending }
            return result
        } each: { batch in
            deferred += batch.deferred
            try batch.groups.forEach(each)
        }
        return Round(left: deferred + left, ending: ending.withLock { $0 })
    }

    private func batches(of groups: [PlannedGroup]) -> Batches {
        Batches(
            mostElements: environment.groupsTogether(
                of: groups.map(\.action), atMost: PhotoIndex.actionsOfACommit, workers: settings.parallel),
            mostBytes: Self.mostBytes, workers: settings.parallel)
    }
}
