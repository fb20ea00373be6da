internal import NIOPosix

/// Threads for the tests of one fake. Other tests wait for programs on the threads of the cooperative pool, and may
/// hold all of them for longer than a client waits for an answer.
final class OwnThreads: TaskExecutor {
    private let pool = NIOThreadPool(numberOfThreads: 4)

    init() {
        pool.start()
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        pool.submit { [self] _ in unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
    }

    /// Ends the threads when nothing runs on them.
    func stop() async throws {
        try await pool.shutdownGracefully()
    }
}
