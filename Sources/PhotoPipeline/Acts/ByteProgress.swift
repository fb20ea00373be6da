import Synchronization

/// Counts the bytes that several tasks send, for one progress line.
final class ByteProgress: Sendable {
    private let sent = Mutex(0)
    private let total: Int
    private let reporter: any ProgressReporter

    /// Shows a progress line with the given name.
    init(total: Int64, reporter: any ProgressReporter, name: String) {
        self.total = Int(total)
        self.reporter = reporter
        reporter.begin(name, counting: .bytes)
        reporter.update(done: 0, total: self.total)
    }

    /// Adds to the number of bytes done; a negative number if some have to be sent again.
    func add(_ bytes: Int64) {
        sent.withLock { sent in
            sent = max(0, sent + Int(bytes))
            reporter.update(done: sent, total: max(total, sent))
        }
    }

    /// Removes the progress line.
    func end() {
        sent.withLock { _ in reporter.end() }
    }
}

/// Counts the bytes of one attempt, so that they can be subtracted if it fails.
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
