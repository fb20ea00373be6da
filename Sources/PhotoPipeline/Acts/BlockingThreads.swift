import Dispatch
import Synchronization

/// Threads for work that blocks on disks, locks and the index. Swift runs tasks on as many threads as there are
/// processors, and a program that blocks all of them stands still.
///
/// Each job starts at once on a serial queue of its own: the system provides a thread for every queue that has work,
/// however many are blocked.
package final class BlockingThreads: TaskExecutor {
    private let idle = Mutex<[DispatchQueue]>([])

    /// Threads are created on demand.
    package init() {}

    /// Runs a job at once, on a thread of its own.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let queue = idle.withLock { $0.popLast() } ?? DispatchQueue(label: "workphotos.blocking")
        queue.async { [self] in
            unsafe job.runSynchronously(on: asUnownedTaskExecutor())
            idle.withLock { $0.append(queue) }
        }
    }
}

/// The thread of an actor whose work blocks on disks, locks and the index: its jobs run one after another.
package final class BlockingQueue: SerialExecutor {
    private let queue = DispatchQueue(label: "workphotos.actor")

    /// The thread is created on demand.
    package init() {}

    /// Runs a job after those before it.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}

extension BlockingThreads {
    /// Runs work to its end even if the waiting task is cancelled: for what records outcomes and restores files.
    func uncancelled<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
        try await Task(executorPreference: self) { try await work() }.value
    }
}
