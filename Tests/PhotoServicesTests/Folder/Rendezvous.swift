import Glibc
import Synchronization

/// Where threads wait for one another. None waits longer than a minute, and where one has, none waits any more.
final class Rendezvous: Sendable {
    private let state: Mutex<(missing: Int, isGivenUp: Bool)>

    init(of count: Int) { state = Mutex((count, false)) }

    /// Whether all have been here at once.
    var haveMet: Bool { state.withLock { $0.missing <= 0 && !$0.isGivenUp } }

    /// Blocks the thread until all have come.
    func meet() {
        state.withLock { $0.missing -= 1 }
        for _ in 0..<60_000 {
            if state.withLock({ $0.missing <= 0 || $0.isGivenUp }) { return }
            usleep(1_000)
        }
        state.withLock { $0.isGivenUp = true }
    }
}
