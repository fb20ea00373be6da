import Synchronization

/// Counts the bytes that several tasks send, for one line on the screen.
final class ByteProgress: Sendable {
    private let sent = Mutex(0)
    private let total: Int
    private let reporter: any ProgressReporter

    /// Puts a line of that name on the screen.
    init(total: Int64, reporter: any ProgressReporter, name: String) {
        self.total = Int(total)
        self.reporter = reporter
        reporter.begin(name, counting: .bytes)
        reporter.update(done: 0, total: self.total)
    }

    /// Says that so many bytes are done more; fewer where some have to be sent again.
    func add(_ bytes: Int64) {
        sent.withLock { sent in
            sent = max(0, sent + Int(bytes))
            reporter.update(done: sent, total: max(total, sent))
        }
    }

    /// Takes the line off the screen.
    func end() {
        sent.withLock { _ in reporter.end() }
    }
}

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
