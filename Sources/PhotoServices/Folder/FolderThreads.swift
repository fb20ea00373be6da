import Dispatch
import Synchronization

/// Threads for calls that wait for a disk. The threads that Swift runs tasks on are as many as there are processors,
/// and a program whose uploads hold all of them stands still.
///
/// Each job runs at once, on a serial queue that nothing else is on: the system finds a thread for every queue that has
/// work, however many wait.
final class FolderThreads: TaskExecutor {
    private let idle = Mutex<[DispatchQueue]>([])

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let queue = idle.withLock { $0.popLast() } ?? DispatchQueue(label: "workphotos.folder")
        queue.async { [self] in
            unsafe job.runSynchronously(on: asUnownedTaskExecutor())
            idle.withLock { $0.append(queue) }
        }
    }
}
