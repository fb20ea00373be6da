import PhotoIntake
import Synchronization

/// How many files a walk will come across, counted ahead of it by names alone.
///
/// Made only where somebody looks at the progress; it costs about as much as listing the directories.
final class Estimate: Sendable {
    private let result = Mutex<Int?>(nil)
    private let isCancelled = Mutex(false)

    init(root: WalkRoot, options: WalkOptions, isWanted: Bool) {
        guard isWanted else { return }
        Task.detached { [self] in
            let count = countCandidates(root: root, options: options) { isCancelled.withLock { $0 } }
            result.withLock { $0 = count }
        }
    }

    /// The number; nil until it is known.
    var total: Int? { result.withLock { $0 } }

    /// Ends the counting soon.
    func cancel() {
        isCancelled.withLock { $0 = true }
    }
}
