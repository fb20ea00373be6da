import NIOHTTP1
import PhotoModel

/// An answer to a request, with the headers that are on every one.
struct ServedAnswer: Sendable {
    enum Body: Sendable {
        case bytes([UInt8])
        /// Written by a function, as fast as the browser reads.
        case stream(@Sendable (_ put: @Sendable ([UInt8]) async throws -> Void) async throws -> Void)
    }

    let status: HTTPResponseStatus
    let body: Body
    /// Whether the server ends after it.
    var isLast = false
    private var type: String?
    private var cookie: String?

    /// An answer without a word.
    init(_ status: HTTPResponseStatus) { (self.status, body) = (status, .bytes([])) }

    /// An answer.
    ///
    /// - Parameter cookie: what the header `Set-Cookie` says; nil for none.
    init(_ status: HTTPResponseStatus = .ok, type: String, _ body: Body, cookie: String? = nil) {
        (self.status, self.type, self.body, self.cookie) = (status, type, body, cookie)
    }

    init(_ json: JSONLine, status: HTTPResponseStatus = .ok) {
        self.init(status, type: "application/json", .bytes(json.line))
    }

    /// JSON with a message for the person.
    init(_ status: HTTPResponseStatus, message: String) {
        self.init(JSONLine { $0.set("message", message) }, status: status)
    }

    static var tooLarge: ServedAnswer {
        ServedAnswer(.payloadTooLarge, message: "This is more than the program takes at once; choose fewer photos.")
    }

    var headers: HTTPHeaders {
        var headers = HTTPHeaders([
            ("Content-Security-Policy", Self.policy + "; frame-ancestors 'none'"),
            ("Cache-Control", "no-store"),
            ("X-Content-Type-Options", "nosniff"),
            ("Referrer-Policy", "no-referrer"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
            ("Cross-Origin-Opener-Policy", "same-origin"),
        ])
        if let type { headers.add(name: "Content-Type", value: type) }
        if let cookie { headers.add(name: "Set-Cookie", value: cookie) }
        if case .bytes(let bytes) = body, status != .noContent {
            headers.add(name: "Content-Length", value: "\(bytes.count)")
        }
        return headers
    }

    /// What the page may load: what this server sends, and pictures that it has made of that.
    static let policy = """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; \
        base-uri 'none'; form-action 'none'
        """
}
