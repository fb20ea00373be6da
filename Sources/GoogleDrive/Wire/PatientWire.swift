import Synchronization

/// A wire that keeps to `Retry-After` (RFC 9110, section 10.2.3): until a server's time is over no other request goes
/// to it. One that comes earlier fails as the first did, so that whoever asks can wait, or be stopped.
package final class PatientWire: Wire {
    private let wire: any Wire
    private let time: TimeSource
    /// When requests may go again, by host; nanoseconds since 1970.
    private let ends = Mutex<[String: Int64]>([:])

    /// - Parameters:
    ///   - wire: what speaks HTTP.
    ///   - time: the time.
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
