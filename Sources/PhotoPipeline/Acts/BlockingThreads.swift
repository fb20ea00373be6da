import Dispatch
import Synchronization

/// Threads for work that waits for disks, locks and the index. The threads that Swift runs tasks on are as many as
/// there are processors, and a program whose work holds all of them stands still.
///
/// Each job runs at once, on a serial queue that nothing else is on: the system finds a thread for every queue that has
/// work, however many wait.
package final class BlockingThreads: TaskExecutor {
    private let idle = Mutex<[DispatchQueue]>([])

    /// Threads of which none is there before it is needed.
    package init() {}

    /// Runs a job at once, on a thread that nothing else is on.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let queue = idle.withLock { $0.popLast() } ?? DispatchQueue(label: "workphotos.blocking")
        queue.async { [self] in
            unsafe job.runSynchronously(on: asUnownedTaskExecutor())
            idle.withLock { $0.append(queue) }
        }
    }
}

/// Does work to its end, whether or not the task that waits for it is cancelled: what writes down and puts back.
func uncancelled<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
    try await Task(executorPreference: BlockingThreads()) { try await work() }.value
}
