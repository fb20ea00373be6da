import Synchronization

/// A wire that respects `Retry-After` (RFC 9110, section 10.2.3): no request is sent to a server until its time is
/// over. A request before that fails with the same error, so the caller can wait or be stopped.
package final class PatientWire: Wire {
    private let wire: any Wire
    private let pauses: ServerPauses

    /// - Parameter wire: sends the HTTP requests, by their gates.
    package init(_ wire: any Wire, time: TimeSource) {
        (self.wire, pauses) = (wire, ServerPauses(time))
    }

    package func send(_ request: WireRequest) async throws(DriveError) -> WireAnswer {
        if let pause = pauses.whyNot(request.address) { throw pause }
        var request = request
        request.gate = pauses
        return try await wire.send(request)
    }
}

/// Asked on the thread that sends and receives. So what one answer says holds for every request that starts after it,
/// even if their tasks learn of it later.
package protocol WireGate: Sendable {
    /// Why a request to an address must not start now; nil if it may. Called right before its first byte.
    func whyNot(_ address: WebAddress) -> DriveError?

    /// Called with the head of each answer, before anybody else learns of it.
    func heard(_ answer: WireAnswer, from address: WebAddress)
}

/// When requests may be sent to servers again.
private final class ServerPauses: WireGate {
    private let time: TimeSource
    /// A pause that a server has asked for.
    private struct Pause {
        /// In nanoseconds since 1970.
        let end: Int64
        /// The status of the answer that asked for it.
        let status: Int
    }

    /// By origin.
    private let pauses = Mutex<[String: Pause]>([:])

    init(_ time: TimeSource) {
        self.time = time
    }

    func whyNot(_ address: WebAddress) -> DriveError? {
        let now = time.now()
        guard let pause = pauses.withLock({ $0[address.origin] }), pause.end > now else { return nil }
        return DriveError(
            pause.status >= 500 ? .server : .rateLimit, "\(address.host) asked for a pause", status: pause.status,
            retryAfter: .nanoseconds(pause.end - now))
    }

    func heard(_ answer: WireAnswer, from address: WebAddress) {
        guard answer.status >= 400, let wait = DriveErrors.retryAfter(answer) else { return }
        let end = time.now() + Int64(wait / .nanoseconds(1))
        pauses.withLock { pauses in
            if let pause = pauses[address.origin], pause.end >= end { return }
            pauses[address.origin] = Pause(end: end, status: answer.status)
        }
    }
}
