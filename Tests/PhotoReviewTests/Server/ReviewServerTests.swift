import NIOCore
import PhotoReview
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ReviewServerTests {
    /// The first request of a browser, which comes from a file.
    private func start(_ server: ReviewServer) -> RawRequest {
        RawRequest(
            target: server.startTarget,
            headers: [
                ("Host", host(server)), ("Connection", "close"), ("Sec-Fetch-Site", "cross-site"),
                ("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", "document"),
            ])
    }

    private func host(_ server: ReviewServer) -> String {
        String(server.address.dropFirst("http://".count).dropLast())
    }

    private func status(_ request: RawRequest, at host: String) async throws -> Int {
        try RawAnswer(try await RawConnection(to: host).exchange(request.bytes)).status
    }

    private func expect(
        _ expected: Int, for request: RawRequest, at host: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let status = try await status(request, at: host)
        #expect(status == expected, sourceLocation: sourceLocation)
    }

    @Test func `The server has an address of its own on loopback`() async throws {
        for (bits, address) in [(UInt64.min, "127.1.0.1"), (.max, "127.2.255.16")] {
            let server = try await ReviewServer.start(FakeLibrary(), random: { bits })
            let words = host(server).split(separator: ":")
            #expect(words.first == Substring(address))
            // And no other.
            await #expect(throws: (any Error).self) { _ = try await RawConnection(to: "127.255.255.254:\(words[1])") }
            await server.stop()
        }
    }

    @Test func `All secrets differ, and none is in the address`() async throws {
        let numbers = Mutex<UInt64>(0)
        let server = try await ReviewServer.start(
            FakeLibrary(),
            random: {
                numbers.withLock { number in
                    number += 1
                    return number
                }
            })
        let answer = try RawAnswer(try await RawConnection(to: host(server)).exchange(start(server).bytes))
        let token = try #require(server.startTarget.split(separator: "=").last)
        let secret = try #require(answer.text.firstMatch(of: #/data-secret="([0-9a-f]{64})"/#)).1
        let cookie = try #require(answer.header("set-cookie")?.firstMatch(of: #/^review-\d+=([0-9a-f]{64});/#)).1
        #expect(token.count == 64 && Set([token, secret, cookie]).count == 3)
        #expect(!answer.text.contains(token) && !answer.text.contains(cookie))
        #expect(server.address.wholeMatch(of: #/http://127[.]\d+[.]\d+[.]\d+:\d+//#) != nil)
        await server.stop()
    }

    @Test func `The file leads to the first page, whose secret is in no address`() async throws {
        try await ServedReview.starting { server in
            let file = String(decoding: server.startPage, as: UTF8.self)
            #expect(file.contains("content=\"0;url=\(server.startAddress)\""))
            #expect(file.contains("<meta name=\"referrer\" content=\"no-referrer\">"))
            let answer = try RawAnswer(try await RawConnection(to: host(server)).exchange(start(server).bytes))
            #expect(answer.status == 200 && answer.header("location") == nil)
            #expect(answer.header("content-type") == "text/html; charset=utf-8")
            expectAllHeaders(answer)
            let cookie = try #require(answer.header("set-cookie"))
            #expect(cookie.hasSuffix("; Path=/; HttpOnly; SameSite=Strict") && !cookie.contains("Domain"))
            #expect(answer.text.contains("<script src=\"/start.js\"></script>"))
        }
    }

    @Test func `The token works once`() async throws {
        try await ServedReview.run { review in
            for request in [start(review.server), review.get(review.server.startTarget)] {
                try await review.expect(403, for: request)
            }
            // The page that was opened goes on.
            try await review.expect(200, for: review.get("/changes?since=0"))
        }
    }

    @Test func `Of many who come with the token at once, one is let in`() async throws {
        try await ServedReview.starting { server in
            let (request, host) = (start(server), host(server))
            let statuses = try await withThrowingTaskGroup(of: Int.self) { tasks in
                for _ in 0..<20 { tasks.addTask { try await status(request, at: host) } }
                return try await tasks.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.count { $0 == 200 } == 1 && statuses.count { $0 == 403 } == 19)
        }
    }

    @Test func `A request that is wrong does not use the token up`() async throws {
        try await ServedReview.starting { server in
            let right = start(server)
            var (wrong, short) = (right, right)
            (wrong.target, short.target) = (right.target + "0", String(right.target.dropLast()))
            let requests = [
                wrong, short, right.with("Host", "evil.example"), right.with(method: "HEAD"),
                right.with("Sec-Fetch-Mode", "no-cors"), right.with("Sec-Fetch-Dest", "image"),
                right.with("Sec-Fetch-Dest", "iframe"), right.with("Sec-Fetch-Mode"),
                right.with("Sec-Fetch-Site", "other"), right.with("Origin", "null"),
                right.with("Content-Length", "0"),
                right.with("Sec-Purpose", "prefetch;prerender"),
            ]
            for request in requests { try await expect(403, for: request, at: host(server)) }
            // Typed by the person.
            try await expect(200, for: right.with("Sec-Fetch-Site", "none"), at: host(server))
        }
    }

    @Test func `The program learns that the page was opened`() async throws {
        try await ServedReview.starting { server in
            let waiting = Task { await server.waitUntilStarted() }
            try await expect(200, for: start(server), at: host(server))
            #expect(await waiting.value)
            #expect(await server.waitUntilStarted())
        }
        try await ServedReview.starting { server in
            let waiting = Task { await server.waitUntilStarted() }
            await server.stop()
            #expect(await !waiting.value)
        }
    }

    @Test func `The page is the report's without photos, and its style and program are files`() async throws {
        try await ServedReview.run { review in
            let page = try await review.send(review.get("/"))
            #expect(page.status == 200 && page.header("content-type") == "text/html; charset=utf-8")
            #expect(page.text.contains("<link rel=\"stylesheet\" href=\"/page.css\">"))
            #expect(page.text.contains("<script src=\"/page.js\"></script>"))
            #expect(!page.text.contains("{{") && !page.text.contains("<style") && !page.text.contains("data-about"))
            let report = try ReviewedPage(rows([try photo()]))
            let style = try await review.send(review.get("/page.css"))
            #expect(style.header("content-type") == "text/css; charset=utf-8")
            #expect(report.text.contains("<style>\(style.text)</style>"))
            let program = try await review.send(review.get("/page.js"))
            #expect(program.header("content-type") == "text/javascript; charset=utf-8")
            #expect(report.text.contains("<script>\(program.text)</script>"))
            let first = try await review.send(review.get("/start.js"))
            #expect(first.header("content-type") == "text/javascript; charset=utf-8")
            #expect(first.text.contains("sessionStorage") && !first.text.contains(review.secret))
            for answer in [page, style, program, first, try await review.send(review.get("/favicon.ico"))] {
                expectAllHeaders(answer)
                #expect(answer.header("set-cookie") == nil)
            }
        }
    }

    @Test func `A tunnel's end may be called localhost, with its port`() async throws {
        // A port that nobody listens on may be taken in the moment between.
        for _ in 0..<20 {
            let port = Int.random(in: 15_000..<32_000)
            do {
                try await ServedReview.run(port: port) { review in
                    #expect(review.server.address == "http://127.0.0.1:\(port)/")
                    for name in ["127.0.0.1", "localhost"] {
                        let request = review.decision.with("Host", "\(name):\(port)")
                        try await review.expect(200, for: request.with("Origin", "http://\(name):\(port)"))
                        let other = name == "localhost" ? "127.0.0.1" : "localhost"
                        try await review.expect(403, for: request.with("Origin", "http://\(other):\(port)"))
                    }
                    for host in ["localhost", "localhost:80", "localhost:\(port + 1)", "[::1]:\(port)"] {
                        try await review.expect(403, for: review.get("/photos").with("Host", host))
                    }
                }
                return
            } catch is IOError {}
        }
        Issue.record("no port is free")
    }

    @Test func `The server ends when the person is done`() async throws {
        try await ServedReview.run { review in
            let waiting = Task { await review.server.waitUntilDone() }
            // What is no JSON object is no end.
            try await review.expect(400, for: review.post("/done", "[]"))
            try await review.expect(404, for: review.get("/done"))
            let answer = try await review.send(review.post("/done", "{}"))
            #expect(answer.status == 200)
            #expect(answer.text == "{\"lines\":[\"workphotos upload --dry-run\",\"workphotos apply\"]}\n")
            #expect(await waiting.value == .done)
            #expect(review.library.questions == ["done"])
            await #expect(throws: (any Error).self) { _ = try await RawConnection(to: review.host) }
        }
    }

    @Test func `The server ends when the person is done, also where the browser closes before the answer's end`()
        async throws
    {
        let (asks, asking) = AsyncStream.makeStream(of: Void.self)
        let (closes, closing) = AsyncStream.makeStream(of: Never.self)
        let library = FakeLibrary(beforeEnd: {
            asking.finish()
            for await _ in closes {}
        })
        try await ServedReview.run(library) { review in
            let waiting = Task { await review.server.waitUntilDone() }
            let connection = try await RawConnection(to: review.host)
            try await connection.write(review.post("/done", "{}").bytes)
            for await _ in asks {}
            await connection.close()
            // Until these are answered, the server has seen that.
            for _ in 0..<4 { try await review.expect(200, for: review.get("/changes?since=0")) }
            closing.finish()
            #expect(await waiting.value == .done)
        }
    }

    @Test func `The server ends when the task that waits is cancelled`() async throws {
        try await ServedReview.starting { server in
            let waiting = Task { await server.waitUntilDone() }
            waiting.cancel()
            #expect(await waiting.value == .stopped)
            await #expect(throws: (any Error).self) { _ = try await RawConnection(to: host(server)) }
        }
    }

    @Test func `The server ends when no page asks`() async throws {
        var limits = ReviewLimits()
        #expect(limits.unattended == .seconds(30 * 60))
        limits.unattended = .milliseconds(20)
        try await ServedReview.starting(limits: limits) { server in
            #expect(await server.waitUntilDone() == .unattended)
        }
    }
}
