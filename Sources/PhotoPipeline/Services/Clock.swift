/// The time of day.
package protocol Clock: Sendable {
    /// Nanoseconds since 1970-01-01T00:00:00Z. Goes back when somebody sets the clock back.
    var now: Int64 { get }

    /// Nanoseconds since an unspecified moment of this process. Never goes back.
    var uptime: Int64 { get }

    /// Suspends for a while.
    ///
    /// - Throws: `CancellationError` where the task is cancelled meanwhile.
    func sleep(for duration: Duration) async throws
}
