/// The requests and the breaches.
struct Journal: Sendable {
    var requests: [FakeRequest] = []
    var breaches: [Breach] = []
    /// Sessions whose 404 was written to a client that was still there.
    var goneUploads: Set<String> = []
    /// The last create without an id by account, client, name and parent.
    var creates: [[String]: Int] = [:]
    /// When a request may be sent again, in milliseconds, by what identifies a repeated request.
    private var pauses: [Sameness: Int] = [:]

    /// What identifies a repeated request.
    private struct Sameness: Hashable, Sendable {
        let method: String
        let path: String
        let query: [String]
        let body: [UInt8]

        init(_ request: ReceivedRequest) {
            (method, path, body) = (request.method, request.path, Array(request.body.prefix(65_536)))
            query = request.query.map { $0.name + "=" + $0.value }
        }
    }

    mutating func breach(_ kind: Breach.Kind, _ request: Int, _ text: String) {
        breaches.append(Breach(kind: kind, request: request, text: text))
    }

    /// Records that a request has arrived completely, and whether it should have waited.
    mutating func came(_ request: ReceivedRequest, now: Int) {
        guard !pauses.isEmpty, let end = pauses.removeValue(forKey: Sameness(request)), now < end else { return }
        breach(.retryAfterNotKept, request.number, "\(request.method) \(request.path) \(end - now) ms too early")
    }

    mutating func answered(_ request: ReceivedRequest, _ answer: Answer, now: Int) {
        requests[request.number - 1].status = answer.status
        guard let text = answer.headers.first(where: { $0.name == "Retry-After" })?.value, let seconds = Int(text)
        else {
            return
        }
        pauses[Sameness(request)] = now + seconds * 1000
    }

    /// Records the part of a body that arrived.
    mutating func body(_ request: ReceivedRequest, length: Int) {
        requests[request.number - 1].bodyLength = length
        requests[request.number - 1].body = String(decoding: request.body.prefix(65_536), as: UTF8.self)
    }
}
