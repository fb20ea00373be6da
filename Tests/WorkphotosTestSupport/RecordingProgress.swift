package import PhotoPipeline
import Synchronization

/// Progress that records its calls in order.
package final class RecordingProgress: ProgressReporter {
    /// A call of a reporter.
    package enum Call: Equatable, Sendable {
        case begin(String)
        case update(done: Int)
        case end
    }

    private let recorded = Mutex<[Call]>([])

    package init() {}

    /// The calls so far.
    package var calls: [Call] { recorded.withLock { $0 } }

    package var isVisible: Bool { true }

    package func begin(_ name: String, counting unit: ProgressUnit) { record(.begin(name)) }
    package func update(done: Int, total: Int?) { record(.update(done: done)) }
    package func end() { record(.end) }
    package func told(by tell: @escaping @Sendable (String) -> Void) -> any ProgressReporter { HiddenProgress() }

    private func record(_ call: Call) {
        recorded.withLock { $0.append(call) }
    }
}
