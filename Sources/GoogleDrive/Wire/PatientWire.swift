import Synchronization

/// A wire that respects `Retry-After` (RFC 9110, section 10.2.3): no request is sent to a server until its time is
/// over. A request before that fails with the same error, so the caller can wait or be stopped.
package final class PatientWire: Wire {
    private let wire: any Wire
    private let time: TimeSource
    /// When requests may be sent again, by origin; in nanoseconds since 1970.
    private let ends = Mutex<[String: Int64]>([:])

    /// - Parameters:
    ///   - wire: sends the HTTP requests.
    ///   - time: the clock.
    package init(_ wire: any Wire, time: TimeSource) {
        (self.wire, self.time) = (wire, time)
    }

    package func send(_ request: WireRequest) async throws(DriveError) -> WireAnswer {
        let host = request.address.origin
        let now = time.now()
        if let end = ends.withLock({ $0[host] }), end > now {
            let left = Duration.nanoseconds(end - now)
            throw DriveError(
                .rateLimit, "\(request.address.host) asked for a pause", status: 429,
                retryAfter: left)
        }
        let answer = try await wire.send(request)
        if answer.status >= 400, let wait = DriveErrors.retryAfter(answer) {
            let end = time.now() + Int64(wait / .nanoseconds(1))
            ends.withLock { $0[host] = max($0[host] ?? 0, end) }
        }
        return answer
    }
}
