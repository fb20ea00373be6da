import Glibc
import Synchronization

/// Where threads wait for one another. None waits longer than a minute.
final class Rendezvous: Sendable {
    private let missing: Mutex<Int>

    init(of count: Int) { missing = Mutex(count) }

    /// Whether all have come.
    var haveMet: Bool { missing.withLock { $0 <= 0 } }

    /// Blocks the thread until all have come.
    func meet() {
        missing.withLock { $0 -= 1 }
        var tries = 0
        while !haveMet, tries < 60_000 {
            usleep(1_000)
            tries += 1
        }
    }
}
