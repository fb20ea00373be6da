/// A deliberate fault in answering a request.
package enum Fault: Equatable, Sendable {
    /// An error in JSON with one of Google's reasons; the request is not carried out.
    case status(Int, reason: String = "backendError", retryAfter: Int? = nil)
    /// The request is read completely and not carried out, and the connection is closed.
    case dropBefore
    /// The request is carried out, and the connection is closed without an answer.
    case dropAfter
    /// The connection is closed after this number of bytes of the body. Whole blocks of it count.
    case dropInBody(after: Int)
    /// The connection is closed after this number of bytes of the answer's body, although more were announced.
    case cutAnswer(after: Int)
    /// The request is neither carried out nor answered until the hangs are released; then the connection is closed.
    case hang
    /// One byte is stored wrongly.
    case wrongBytes
    /// An HTML page as the answer; the request is not carried out.
    case html(Int)
    /// Plain text as the answer; the request is not carried out.
    case text(Int, String)
    /// This answer; the request is not carried out.
    case answer(Int, headers: [String: String] = [:], body: String)
    /// These members are missing from the answer, at any depth.
    case without([String])
    /// The header `Date` is ahead by this number of seconds.
    case wrongDate(Int)

    /// The answer that replaces carrying out the request; nil if it is carried out.
    var answerInstead: Answer? {
        switch self {
        case .status(let status, let reason, let retryAfter):
            var error = APIError(status, reason, Self.messages[reason] ?? reason)
            error.retryAfter = retryAfter
            return error.answer
        case .html(let status):
            return .text(status, "<!DOCTYPE html><title>Error</title><p>Sorry.", type: "text/html; charset=UTF-8")
        case .text(let status, let text): return .text(status, text)
        case .answer(let status, let headers, let body):
            let pairs = headers.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
            return Answer(status: status, headers: pairs, body: .bytes(Array(body.utf8)))
        default: return nil
        }
    }

    /// Whether the request is not carried out and the client cannot know that.
    var leavesDoubt: Bool {
        self == .dropBefore || self == .hang || (answerInstead?.status ?? 0) >= 500
    }

    /// Google's messages for its reasons (guides/handle-errors).
    private static let messages = [
        "backendError": "Backend Error", "rateLimitExceeded": "Rate Limit Exceeded",
        "userRateLimitExceeded": "User Rate Limit Exceeded", "internalError": "Internal Error",
        "dailyLimitExceeded": "Daily Limit Exceeded",
        "storageQuotaExceeded": "The user's Drive storage quota has been exceeded.",
        "authError": "Invalid Credentials",
        "accessNotConfigured": "Google Drive API has not been used in project before or it is disabled.",
    ]
}

/// The requests that a fault applies to.
package enum FaultTarget: Sendable {
    /// The request with this number, counted as in `FakeDrive.requests`.
    case number(Int)
    /// Requests that match all of these.
    case like(Likeness)

    /// What requests have in common; nil matches anything.
    package struct Likeness: Sendable {
        var method: String?
        var path: String?
        var body: String?
        /// The number of matching requests to let pass first.
        var after: Int
    }

    /// Requests with a method, a text in path and query as received, and a text in the body.
    package static func matching(
        method: String? = nil, path: String? = nil, body: String? = nil, after: Int = 0
    ) -> FaultTarget {
        .like(Likeness(method: method, path: path, body: body, after: after))
    }
}
