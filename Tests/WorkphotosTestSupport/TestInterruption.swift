package import PhotoPipeline
import Synchronization

/// An interruption that comes after a number of queries.
package final class TestInterruption: Interruption {
    private let remaining: Mutex<Int?>
    private let waiting = Mutex<[AsyncStream<Void>.Continuation]>([])
    private let wish: InterruptionSignal
    private let meddling: @Sendable () -> Void

    /// - Parameters:
    ///   - questions: the number of queries before it; nil for never.
    ///   - meddling: runs at every query, which readers of files make before each block.
    package init(
        afterQuestions questions: Int? = nil, signal: InterruptionSignal = .interrupt,
        meddling: @escaping @Sendable () -> Void = {}
    ) {
        remaining = Mutex(questions)
        wish = signal
        self.meddling = meddling
    }

    /// Makes the interruption come now.
    package func raise() {
        remaining.withLock { $0 = 0 }
        release()
    }

    /// Takes the interruption back, for another run.
    package func clear() {
        remaining.withLock { $0 = nil }
    }

    package var signal: InterruptionSignal? {
        meddling()
        let signal: InterruptionSignal? = remaining.withLock { remaining in
            guard let left = remaining else { return nil }
            if left == 0 { return wish }
            remaining = left - 1
            return nil
        }
        if signal != nil { release() }
        return signal
    }

    /// Returns once the interruption has come, or the task is cancelled.
    package func wait() async {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        waiting.withLock { $0.append(continuation) }
        if remaining.withLock({ $0 == 0 }) { release() }
        for await _ in stream {}
    }

    private func release() {
        let waiting = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        for continuation in waiting { continuation.finish() }
    }
}
