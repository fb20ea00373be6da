package import PhotoPipeline
import Synchronization

/// A wish to stop that comes when it has been asked for a number of times.
package final class TestInterruption: Interruption {
    private let remaining: Mutex<Int?>
    private let wish: InterruptionSignal

    /// - Parameters:
    ///   - questions: how often the answer is still no; nil means always.
    ///   - signal: what comes then.
    package init(afterQuestions questions: Int? = nil, signal: InterruptionSignal = .interrupt) {
        remaining = Mutex(questions)
        wish = signal
    }

    /// Has the wish come now.
    package func raise() {
        remaining.withLock { $0 = 0 }
    }

    package var signal: InterruptionSignal? {
        remaining.withLock { remaining in
            guard let left = remaining else { return nil }
            if left == 0 { return wish }
            remaining = left - 1
            return nil
        }
    }
}
