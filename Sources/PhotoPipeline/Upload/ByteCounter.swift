import Synchronization

/// Counts what one try sends, so that it can be taken back where the try fails.
final class ByteCounter: Sendable {
    private let count = Mutex<Int64>(0)
    private let progress: ByteProgress

    init(_ progress: ByteProgress) {
        self.progress = progress
    }

    func add(_ bytes: Int64) {
        count.withLock { $0 += bytes }
        progress.add(bytes)
    }

    func takeBack() {
        progress.add(-count.withLock { $0 })
    }
}
