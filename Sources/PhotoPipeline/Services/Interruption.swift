/// The user's or the system's wish that the program stop.
///
/// Work that holds a thread asks between steps that are safe to stop after; work that waits is cancelled by whoever waits
/// for the signal. A second wish is not asked for: it ends the program at once.
package protocol Interruption: Sendable {
    /// The first signal that came; nil where none did.
    var signal: InterruptionSignal? { get }

    /// Waits for the first signal; returns at once where it has come already, or where the task is cancelled.
    func wait() async
}

extension Environment {
    /// Waits for something else to change. A wish to stop, and the task's being cancelled, end it.
    ///
    /// - Parameter duration: how long.
    /// - Returns: whether it took so long.
    func pause(for duration: Duration) async -> Bool {
        if interruption.signal != nil { return false }
        return await withTaskGroup(of: Bool.self) { tasks in
            tasks.addTask { (try? await clock.sleep(for: duration)) != nil }
            tasks.addTask {
                await interruption.wait()
                return false
            }
            defer { tasks.cancelAll() }
            return await tasks.next() ?? false
        }
    }
}

/// The signals that ask the program to stop.
package enum InterruptionSignal: Sendable {
    /// SIGINT: Ctrl-C.
    case interrupt
    /// SIGTERM.
    case terminate
}

/// Nobody is heard who wants it to stop: for what is put right.
struct NeverInterrupted: Interruption {
    var signal: InterruptionSignal? { nil }

    func wait() async {
        // A stream that nobody gives anything ends when the task is cancelled.
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        for await _ in stream {}
        withExtendedLifetime(continuation) {}
    }
}
