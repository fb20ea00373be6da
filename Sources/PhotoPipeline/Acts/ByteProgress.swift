import Synchronization

/// Counts the bytes that several tasks send, for one progress line. Until the first ones are sent, the line shows those
/// that are read to be hashed.
package final class ByteProgress: Sendable {
    private struct State {
        var sent = 0
        /// The bytes read before any were sent; nil while the line is about those sent.
        var read: Int?
    }
    private let state = Mutex(State())
    private let total: Int
    private let reporter: any ProgressReporter
    private let name: String

    /// Shows a progress line with the given name.
    package init(total: Int64, reporter: any ProgressReporter, name: String) {
        self.total = Int(total)
        (self.reporter, self.name) = (reporter, name)
        reporter.begin(name, counting: .bytes)
        reporter.update(done: 0, total: self.total)
    }

    /// Adds to the number of bytes done; a negative number if some have to be sent again.
    package func add(_ bytes: Int64) {
        state.withLock { state in
            if state.read != nil { reporter.begin(name, counting: .bytes) }
            state.read = nil
            state.sent = max(0, state.sent + Int(bytes))
            reporter.update(done: state.sent, total: max(total, state.sent))
        }
    }

    /// Adds to the number of bytes that were read only to be hashed. A file may be read more than once.
    package func addRead(_ bytes: Int64) {
        state.withLock { state in
            if state.sent > 0 { return }
            if state.read == nil { reporter.begin("Reading", counting: .bytes) }
            let read = (state.read ?? 0) + Int(bytes)
            state.read = read
            reporter.update(done: read, total: read > total ? nil : total)
        }
    }

    /// Removes the progress line.
    package func end() {
        state.withLock { _ in reporter.end() }
    }
}

/// Counts the bytes of one attempt, so that they can be subtracted if it fails.
package final class ByteCounter: Sendable {
    private let count = Mutex<Int64>(0)
    private let progress: ByteProgress

    package init(_ progress: ByteProgress) {
        self.progress = progress
    }

    package func add(_ bytes: Int64) {
        count.withLock { $0 += bytes }
        progress.add(bytes)
    }

    package func takeBack() {
        progress.add(-count.withLock { $0 })
    }
}
