import Synchronization

/// What happens while a server runs: the page is opened, asks, and is done.
final class ReviewSession: Sendable {
    private let lastQuestion = Mutex(SuspendingClock.now)
    private let isStarted = Mutex(false)
    /// Ends once ``isStarted`` does not change any more.
    private let starts: (stream: AsyncStream<Never>, continuation: AsyncStream<Never>.Continuation)
    private let ends: (stream: AsyncStream<Void>, continuation: AsyncStream<Void>.Continuation)

    init() {
        (starts, ends) = (AsyncStream.makeStream(), AsyncStream.makeStream())
    }

    /// A browser has opened the page.
    func start() {
        touch()
        isStarted.withLock { $0 = true }
        starts.continuation.finish()
    }

    /// The page has asked for something.
    func touch() {
        lastQuestion.withLock { $0 = .now }
    }

    /// The person is done.
    func end() { ends.continuation.yield() }

    /// Nothing happens any more.
    func close() { starts.continuation.finish() }

    /// Waits until a browser has opened the page or nothing happens any more.
    ///
    /// - Returns: whether one has opened it.
    func waitUntilStarted() async -> Bool {
        for await _ in starts.stream {}
        return isStarted.withLock(\.self)
    }

    func ending(after unattended: Duration) async -> ReviewServer.Ending {
        await withTaskGroup(of: ReviewServer.Ending.self) { tasks in
            tasks.addTask {
                for await _ in self.ends.stream { return .done }
                return .stopped
            }
            tasks.addTask {
                while let rest = self.rest(of: unattended) {
                    guard (try? await Task.sleep(for: rest, clock: .suspending)) != nil else { return .stopped }
                }
                return .unattended
            }
            defer { tasks.cancelAll() }
            return await tasks.next() ?? .stopped
        }
    }

    /// How long nobody may ask from now on; nil if it has been too long.
    private func rest(of unattended: Duration) -> Duration? {
        let rest = unattended - lastQuestion.withLock { SuspendingClock.now - $0 }
        return rest > .zero ? rest : nil
    }
}
