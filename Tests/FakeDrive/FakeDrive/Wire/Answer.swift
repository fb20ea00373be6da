struct Answer: Sendable {
    enum Body: Sendable {
        case none
        case bytes([UInt8])
        /// A part of a file's content.
        case content(StoredContent, Range<Int>)
    }

    var status: Int
    var headers: [(name: String, value: String)] = []
    var body = Body.none

    static func json(_ value: JSON, status: Int = 200) -> Answer {
        Answer(
            status: status, headers: [("Content-Type", "application/json; charset=UTF-8")], body: .bytes(value.bytes))
    }

    /// A plain text answer, as upload servers send it.
    static func text(_ status: Int, _ text: String, type: String = "text/plain; charset=utf-8") -> Answer {
        Answer(status: status, headers: [("Content-Type", type)], body: .bytes(Array(text.utf8)))
    }

    /// The length of the body in bytes.
    var length: Int {
        switch body {
        case .none: 0
        case .bytes(let bytes): bytes.count
        case .content(_, let range): range.count
        }
    }
}

/// An API error: status, a reason that programs can check, and a text
/// (developers.google.com/workspace/drive/api/guides/handle-errors).
struct APIError: Error {
    var status: Int
    var reason: String
    var message: String
    /// The parameter or header that it is about.
    var location: String?
    var locationType = "parameter"
    var domain = "global"
    /// Seconds for the header `Retry-After`.
    var retryAfter: Int?

    init(_ status: Int, _ reason: String, _ message: String, at location: String? = nil) {
        (self.status, self.reason, self.message, self.location) = (status, reason, message, location)
        if reason.hasSuffix("LimitExceeded") || reason == "quotaExceeded" { domain = "usageLimits" }
    }

    /// A file that does not exist or that the caller cannot see. The two look the same.
    static func notFound(_ id: String) -> APIError {
        APIError(404, "notFound", "File not found: \(id).", at: "fileId")
    }

    /// An invalid value of a parameter or member.
    static func invalid(_ location: String, _ message: String = "Invalid Value") -> APIError {
        APIError(400, "invalid", message, at: location)
    }

    var answer: Answer {
        var entry: [JSON.Member] = [
            .init("message", .string(message)), .init("domain", .string(domain)), .init("reason", .string(reason)),
        ]
        if let location {
            entry.append(.init("location", .string(location)))
            entry.append(.init("locationType", .string(locationType)))
        }
        let code = JSON.number(String(status))
        var answer = Answer.json(
            ["error": ["code": code, "message": .string(message), "errors": [.object(entry)]]], status: status)
        if let retryAfter { answer.headers.append(("Retry-After", String(retryAfter))) }
        if status == 401 {
            answer.headers.append(("WWW-Authenticate", "Bearer realm=\"https://accounts.google.com/\""))
        }
        return answer
    }
}
