internal import Glibc

struct OwnThread {
    private final class Work {
        let body: () -> Void
        init(_ body: @escaping () -> Void) { self.body = body }
    }

    private let thread: pthread_t

    /// Starts a thread; nil if the system provides none.
    init?(_ body: @escaping @Sendable () -> Void) {
        let work = unsafe Unmanaged.passRetained(Work(body))
        var thread = pthread_t()
        let status = unsafe pthread_create(
            &thread, nil,
            { argument in
                if let argument = unsafe argument {
                    unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
                }
                return nil
            }, work.toOpaque())
        guard status == 0 else {
            unsafe work.release()
            return nil
        }
        self.thread = thread
    }

    /// Waits for its end.
    func join() { pthread_join(thread, nil) }

    /// Runs a body on a new thread and waits for its result.
    static func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result?) -> Result? {
        nonisolated(unsafe) var result: Result?
        guard let thread = OwnThread({ unsafe result = body() }) else { return nil }
        thread.join()
        return unsafe result
    }
}
