import PhotoReview
import Testing

/// A server that a browser has opened, with the secrets that the browser has.
struct ServedReview {
    let server: ReviewServer
    let library: FakeLibrary
    /// What `Host` has to be.
    let host: String
    let secret: String
    /// The cookie with its name.
    let cookie: String

    /// Starts a server, opens the first page, runs a body, and ends the server whatever the body does.
    static func run(
        _ library: FakeLibrary = FakeLibrary(), port: Int? = nil, limits: ReviewLimits = ReviewLimits(),
        _ body: (ServedReview) async throws -> Void
    ) async throws {
        try await starting(library, port: port, limits: limits) { server in
            let host = server.address.dropFirst("http://".count).dropLast()
            let start = RawRequest(target: server.startTarget, headers: [("Host", "\(host)"), ("Connection", "close")])
            let answer = try RawAnswer(try await RawConnection(to: "\(host)").exchange(start.bytes))
            try #require(answer.status == 200)
            let secret = try #require(answer.text.firstMatch(of: #/data-secret="([0-9a-f]+)"/#)).1
            let cookie = try #require(answer.header("set-cookie")?.split(separator: ";").first)
            try await body(
                ServedReview(
                    server: server, library: library, host: String(host), secret: String(secret),
                    cookie: String(cookie)))
        }
    }

    /// Starts a server, runs a body, and ends the server whatever the body does.
    static func starting(
        _ library: FakeLibrary = FakeLibrary(), port: Int? = nil, limits: ReviewLimits = ReviewLimits(),
        _ body: (ReviewServer) async throws -> Void
    ) async throws {
        let server = try await ReviewServer.start(
            library, port: port, random: { .random(in: .min ... .max) }, limits: limits)
        do {
            try await body(server)
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    /// A request as the page sends it to read something.
    func get(_ target: String) -> RawRequest {
        RawRequest(
            target: target,
            headers: [
                ("Host", host), ("Connection", "close"), ("Sec-Fetch-Site", "same-origin"), ("X-Review-Secret", secret),
                ("Cookie", cookie),
            ])
    }

    /// A request as the page sends it to change something.
    func post(_ target: String, _ json: String) -> RawRequest {
        var request = get(target).with("Origin", "http://\(host)").with("Content-Type", "application/json")
            .with("Content-Length", "\(json.utf8.count)")
        (request.method, request.body) = ("POST", json)
        return request
    }

    /// A decision that is right in all.
    var decision: RawRequest {
        post("/decide", #"{"decision":"work","rows":[[3,4]],"count":2,"stamp":9,"confirmed":false}"#)
    }

    /// Expects a status.
    func expect(
        _ status: Int, for request: RawRequest, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let answer = try await send(request)
        let text = String(decoding: request.bytes, as: UTF8.self)
        #expect(answer.status == status, "\(text)", sourceLocation: sourceLocation)
    }

    /// Sends a request on a connection of its own.
    func send(_ request: RawRequest) async throws -> RawAnswer {
        try RawAnswer(try await RawConnection(to: host).exchange(request.bytes))
    }
}

extension ReviewServer {
    /// The path and the query that open the first page.
    var startTarget: String { "/" + startAddress.dropFirst(address.count) }
}

/// Expects what every answer has.
func expectAllHeaders(_ answer: RawAnswer, sourceLocation: SourceLocation = #_sourceLocation) {
    let headers = [
        "content-security-policy": """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; \
        base-uri 'none'; form-action 'none'; frame-ancestors 'none'
        """,
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-resource-policy": "same-origin",
        "cross-origin-opener-policy": "same-origin",
    ]
    for (name, value) in headers {
        #expect(answer.header(name) == value, "\(name)", sourceLocation: sourceLocation)
    }
    #expect(!answer.headers.keys.contains { $0.hasPrefix("access-control") }, sourceLocation: sourceLocation)
}
