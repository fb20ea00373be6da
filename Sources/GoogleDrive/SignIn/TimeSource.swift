/// A clock and a way to wait.
package struct TimeSource: Sendable {
    /// Nanoseconds since 1970; may be wrong, and may go back when somebody sets the clock.
    package var now: @Sendable () -> Int64
    /// Waits; throws `CancellationError` if the task is cancelled.
    package var sleep: @Sendable (Duration) async throws -> Void

    package init(now: @escaping @Sendable () -> Int64, sleep: @escaping @Sendable (Duration) async throws -> Void) {
        self.now = now
        self.sleep = sleep
    }

    /// Waits.
    ///
    /// - Throws: `cancelled`.
    func wait(_ duration: Duration) async throws(DriveError) {
        do {
            try await sleep(duration)
        } catch {
            throw DriveError(.cancelled, "stopped")
        }
    }

    /// Seconds since 1970.
    var seconds: Int64 { now() / 1_000_000_000 }
}
