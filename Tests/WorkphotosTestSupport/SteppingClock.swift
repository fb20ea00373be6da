import PhotoPipeline
import Synchronization

/// A clock that only tests advance. Sleeping advances it at once.
package final class SteppingClock: Clock {
    private let moment: Mutex<Int64>

    /// - Parameter now: nanoseconds since 1970-01-01T00:00:00Z.
    package init(now: Int64) {
        moment = Mutex(now)
    }

    package var now: Int64 { moment.withLock { $0 } }

    package var uptime: Int64 { now }

    package func sleep(for duration: Duration) async throws {
        try Task.checkCancellation()
        moment.withLock { $0 += Int64(duration / .nanoseconds(1)) }
    }

    /// Advances the clock.
    package func advance(seconds: Int64 = 0, milliseconds: Int64 = 0) {
        moment.withLock { $0 += (seconds * 1_000 + milliseconds) * 1_000_000 }
    }
}
