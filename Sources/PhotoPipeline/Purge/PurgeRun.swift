import PhotoIndex
import PhotoModel
import Synchronization

/// Carries out a plan that was confirmed: some batches at a time, each through all of its steps.
struct PurgeRun {
    /// Groups of a batch share a look into their directories, which may be large.
    private static let mostGroups = 256
    /// A batch is full at so many bytes, so that not too much waits, parked, for the rest of it.
    private static let mostBytes: Int64 = 64 << 20

    let session: PurgeSession
    let run: Int64
    let destinations: [Int64: OpenDestination]

    /// Removes groups.
    ///
    /// - Parameters:
    ///   - removals: what is planned.
    ///   - summary: gets what it came to.
    /// - Throws: `PipelineError` where the rules cannot be read any more, `IndexError` where the journal fails, and what
    ///   showing throws.
    func remove(_ removals: [PlannedRemoval], into summary: inout ActionSummary) async throws {
        let environment = session.environment
        let counter = UploadProgress(
            total: removals.reduce(0) { $0 + $1.action.bytes }, reporter: session.progress, name: "Removing")
        defer { counter.end() }
        let batch = BatchRemoval(
            index: session.index, run: run, judging: CurrentJudging(rules: session.rules, index: session.index),
            destinations: destinations, trash: environment.trashService(session.settings.way),
            settings: session.settings, numbers: FileNumbers(), environment: environment, progress: counter)
        let batches = Batches(
            mostElements: environment.groupsTogether(
                of: removals.map(\.action), atMost: Self.mostGroups, workers: session.settings.parallel),
            mostBytes: Self.mostBytes, workers: session.settings.parallel)
        let left = try await batches.run(removals) {
            $0.action.bytes
        } mayGoOn: {
            environment.interruption.signal == nil
        } work: { groups in
            try await batch.remove(groups)
        } each: { groups in
            for group in groups {
                summary.count(group.action)
                summary.lost += group.lost.count
                counter.hide()
                try session.show(group.action, group.detail)
            }
        }
        summary.left += left.count
    }
}

/// Numbers the files of a run.
final class FileNumbers: Sendable {
    private let last = Mutex(0)

    /// Takes numbers that no other files of the run have.
    ///
    /// - Returns: the first of so many.
    func take(_ count: Int) -> Int {
        last.withLock { last in
            defer { last += count }
            return last + 1
        }
    }
}

/// What is judged by at the moment of asking; the index is judged anew where that is not what it was.
///
/// Used by several tasks: the rules may have been edited by hand since the run began.
final class CurrentJudging: Sendable {
    /// Called by one task at a time, which holds ``last``.
    private nonisolated(unsafe) let rules: () throws -> JudgingRules
    private let last = Mutex<JudgingBasis?>(nil)
    private let index: PhotoIndex

    init(rules: @escaping () throws -> JudgingRules, index: PhotoIndex) {
        unsafe self.rules = rules
        self.index = index
    }

    /// The basis of the verdicts that the index has now.
    ///
    /// - Throws: `PipelineError` where the rules cannot be read, `IndexError`.
    func basis() throws -> JudgingBasis {
        try last.withLock { last in
            let rules = try unsafe rules()
            if last != rules.basis { try index.judgeAnew(by: rules) }
            last = rules.basis
            return rules.basis
        }
    }
}
