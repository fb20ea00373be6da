import Glibc
import Synchronization

/// A point at which threads wait for each other, for at most a minute. After a wait has timed out, no thread waits any
/// more.
final class Rendezvous: Sendable {
    private let state: Mutex<(missing: Int, isGivenUp: Bool)>

    init(of count: Int) { state = Mutex((count, false)) }

    /// Whether all were here at the same time.
    var haveMet: Bool { state.withLock { $0.missing <= 0 && !$0.isGivenUp } }

    /// Blocks the thread until all threads have arrived.
    func meet() {
        state.withLock { $0.missing -= 1 }
        for _ in 0..<60_000 {
            if state.withLock({ $0.missing <= 0 || $0.isGivenUp }) { return }
            usleep(1_000)
        }
        state.withLock { $0.isGivenUp = true }
    }
}
