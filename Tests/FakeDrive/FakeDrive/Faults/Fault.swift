/// Something that goes wrong with a request on purpose.
package enum Fault: Equatable, Sendable {
    /// An error in JSON, by a reason of Google's, without the request being carried out.
    case status(Int, reason: String = "backendError", retryAfter: Int? = nil)
    /// The request is read whole, nothing is done, and the connection is closed.
    case dropBefore
    /// The request is carried out, and the connection is closed without an answer.
    case dropAfter
    /// The connection is closed once so many bytes of the body have come. What came counts, as far as whole blocks go.
    case dropInBody(after: Int)
    /// The connection is closed after so many bytes of the answer's body, of which more were promised.
    case cutAnswer(after: Int)
    /// Nothing is done or answered until the hangs are released; then the connection is closed.
    case hang
    /// Body and answer go no faster.
    case slow(bytesPerSecond: Int)
    /// One byte is stored that differs from the one that came.
    case wrongBytes
    /// A page of HTML in place of the answer; nothing is carried out.
    case html(Int)
    /// Plain text in place of the answer; nothing is carried out.
    case text(Int, String)
    /// This answer; nothing is carried out.
    case answer(Int, headers: [String: String] = [:], body: String)
    /// The answer lacks these members, wherever they stand in it.
    case without([String])
    /// The header `Date` is so many seconds ahead.
    case wrongDate(Int)

    /// The answer that stands for carrying the request out; nil where it is carried out.
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

    /// Whether the request is not carried out, and the client cannot know.
    var leavesDoubt: Bool {
        self == .dropBefore || self == .hang || (answerInstead?.status ?? 0) >= 500
    }

    /// What Google says beside its reasons (guides/handle-errors).
    private static let messages = [
        "backendError": "Backend Error", "rateLimitExceeded": "Rate Limit Exceeded",
        "userRateLimitExceeded": "User Rate Limit Exceeded", "internalError": "Internal Error",
        "dailyLimitExceeded": "Daily Limit Exceeded",
        "storageQuotaExceeded": "The user's Drive storage quota has been exceeded.",
        "authError": "Invalid Credentials",
        "accessNotConfigured": "Google Drive API has not been used in project before or it is disabled.",
    ]
}

/// Which requests something happens to.
package enum FaultTarget: Sendable {
    /// The request of that number, as `FakeDrive.requests` counts.
    case number(Int)
    /// Requests that have all of this.
    case like(Likeness)

    /// What requests have in common; nil is anything.
    package struct Likeness: Sendable {
        var method: String?
        var path: String?
        var body: String?
        /// How many such requests are let through first.
        var after: Int
    }

    /// Requests of a method, with a text in path and query as they came, and a text in the body.
    package static func matching(
        method: String? = nil, path: String? = nil, body: String? = nil, after: Int = 0
    ) -> FaultTarget {
        .like(Likeness(method: method, path: path, body: body, after: after))
    }
}
