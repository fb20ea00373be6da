import PhotoModel
import PhotoPipeline
import Synchronization

/// Limits the total sending rate. Bytes are released a block at a time, and each block delays the next.
final class SendingPace: Sendable {
    /// The longest wait between two checks for a request to stop.
    private static let step: Int64 = 250_000_000
    /// How much unused time may be made up for.
    private static let credit: Int64 = 100_000_000
    /// The longest delay of the next block, however low the limit: 100 days.
    private static let longest = 8.64e15
    private let limit: RateLimit?
    private let clock: any Clock
    /// Nothing is released before this moment of the clock's uptime.
    private let next = Mutex<Int64>(0)

    /// - Parameters:
    ///   - limit: the limit; nil for none.
    ///   - clock: the time, by which limits change and waits end.
    init(_ limit: RateLimit?, clock: any Clock) {
        self.limit = limit
        self.clock = clock
    }

    /// Waits before bytes are requested again.
    ///
    /// - Parameter wait: how long they have to wait, in nanoseconds; the limit may change meanwhile, so the call
    ///   returns early.
    /// - Throws: `interrupted`.
    func pause(_ wait: Int64, isStopped: () -> Bool) async throws(UploadError) {
        if isStopped() { throw UploadError(.interrupted, "stopped") }
        do {
            try await clock.sleep(for: .nanoseconds(min(wait, Self.step)))
        } catch {
            throw UploadError(.interrupted, "stopped")
        }
    }

    /// Whether there is a limit at any time.
    var isLimited: Bool { limit != nil }

    /// Waits until some bytes may be sent.
    ///
    /// - Throws: `interrupted`.
    func wait(for count: Int, isStopped: () -> Bool = { false }) async throws(UploadError) {
        while let wait = take(count) { try await pause(wait, isStopped: isStopped) }
    }

    /// Releases some bytes.
    ///
    /// - Returns: nil where they may be sent; otherwise how long they have to wait, in nanoseconds.
    func take(_ count: Int) -> Int64? {
        guard let limit, let rate = limit.bytesPerSecond(at: LocalTime.now(clock)) else { return nil }
        let cost = Int64(min(Double(count) / rate * 1e9, Self.longest))
        let now = clock.uptime
        return next.withLock { next in
            if next > now { return next - now }
            next = max(next, now - Self.credit) + cost
            return nil
        }
    }
}
