/// The time of day.
package protocol Clock: Sendable {
    /// Nanoseconds since 1970-01-01T00:00:00Z. May go back when somebody sets the clock.
    var now: Int64 { get }

    /// Nanoseconds since some moment of this process's life; never goes back.
    var uptime: Int64 { get }

    /// Waits.
    ///
    /// - Throws: `CancellationError` where the task is cancelled meanwhile.
    func sleep(for duration: Duration) async throws
}
