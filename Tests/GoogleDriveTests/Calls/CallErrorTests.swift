import FakeDrive
import GoogleDrive
import NIOHTTP1
import Synchronization
import Testing

struct CallErrorTests {
    /// What a call makes of an answer, and what was asked meanwhile.
    private func error(
        _ answer: ScriptedAnswer, tokens: GivenTokens = GivenTokens("planted-token"),
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> DriveError {
        try await LoopbackServer.run { _ in
            answer
        } _: { server in
            let client = DriveClient(
                endpoint: try WebAddress("http://127.0.0.1:\(server.port)"), wire: try testWire(), tokens: tokens)
            let error = await #expect(throws: DriveError.self, sourceLocation: sourceLocation) {
                _ = try await client.about()
            }
            return try #require(error)
        }
    }

    private func googleError(_ status: Int, _ reason: String, message: String = "No.") -> ScriptedAnswer {
        .json(
            #"{"error":{"code":\#(status),"message":"\#(message)","errors":[{"domain":"x","reason":"\#(reason)","message":"m"}]}}"#,
            status: status, headers: [("Retry-After", "3")])
    }

    @Test(arguments: [
        (403, "userRateLimitExceeded", DriveError.Kind.rateLimit), (403, "rateLimitExceeded", .rateLimit),
        (429, "rateLimitExceeded", .rateLimit), (429, "anything", .rateLimit), (403, "dailyLimitExceeded", .dailyLimit),
        (403, "quotaExceeded", .dailyLimit), (403, "storageQuotaExceeded", .storageFull),
        (403, "teamDriveFileLimitExceeded", .storageFull), (403, "numChildrenInNonRootLimitExceeded", .storageFull),
        (403, "accessNotConfigured", .apiDisabled), (403, "insufficientFilePermissions", .forbidden),
        (403, "appNotAuthorizedToFile", .forbidden), (404, "notFound", .notFound), (409, "fileIdInUse", .conflict),
        (400, "badRequest", .refused), (500, "internalError", .server), (503, "backendError", .server),
        (408, "x", .timedOut), (412, "conditionNotMet", .refused),
    ])
    func `Errors are distinguished by Google's reason`(status: Int, reason: String, kind: DriveError.Kind) async throws
    {
        let error = try await error(googleError(status, reason))
        #expect(error.kind == kind)
        #expect(error.status == status && error.reason == reason && error.retryAfter == .seconds(3))
        #expect(error.message.contains("127.0.0.1 answered \(status): No."))
    }

    @Test func `The newer form of errors takes precedence`() async throws {
        let text = #"""
            {"error":{"code":403,"message":"Request had insufficient authentication scopes.","status":"PERMISSION_DENIED",
            "errors":[{"reason":"insufficientPermissions"}],
            "details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"ACCESS_TOKEN_SCOPE_INSUFFICIENT"}]}}
            """#
        #expect(try await error(.json(text, status: 403)).kind == .scope)
    }

    @Test func `Retry-After may be a date`() async throws {
        func after(_ value: String, _ date: String?) async throws -> Duration? {
            let headers = [("Retry-After", value)] + (date.map { [("Date", $0)] } ?? [])
            return try await error(.answer(503, headers, [])).retryAfter
        }
        #expect(try await after("Sun, 06 Nov 1994 08:50:07 GMT", "Sun, 06 Nov 1994 08:49:37 GMT") == .seconds(30))
        #expect(try await after("Thu, 29 Feb 2024 00:00:05 GMT", "Wed, 28 Feb 2024 23:59:55 GMT") == .seconds(10))
        #expect(try await after("Sun, 06 Nov 1994 08:50:07 GMT", nil) == nil)
        #expect(try await after("soon", nil) == nil)
        #expect(try await after("99999999999", nil) == .seconds(86_400))
    }

    @Test(arguments: [
        (200, "text/html", "<html>Sign in to the hotel</html>", "a web page"),
        (200, "application/json", "<html>", "a web page"), (200, "application/json", "", "is empty"),
        (200, "application/json", #"{"user":{"emailAddress":"a"#, "not complete JSON"),
        (200, "application/json", "{}", "has no user"),
        (200, "application/json", #"{"user":{}}"#, "has no user.emailAddress"),
        (200, "application/json", #"{"user":{"emailAddress":"a"}}"#, "has no storageQuota"),
        (
            200, "application/json", #"{"user":{"emailAddress":5},"storageQuota":{}}"#,
            "something else for user.emailAddress"
        ),
        (200, "application/json", #"{"user":{"emailAddress":"a"},"storageQuota":{"usage":"x"}}"#, "storageQuota.usage"),
        (200, "application/json", "[]", "something else than it should be"),
    ])
    func `An answer that is not Drive's says what is wrong`(
        status: Int, type: String, text: String, words: String
    ) async throws {
        let error = try await error(.answer(status, [("Content-Type", type)], Array(text.utf8)))
        #expect(error.kind == .answer)
        #expect(error.message.contains("about.get") && error.message.contains(words), "\(error.message)")
    }

    @Test func `An error may be HTML or text`() async throws {
        let page = try await error(.answer(502, [("Content-Type", "text/html")], Array("<html>planted-page".utf8)))
        #expect(page.kind == .server && page.message.contains("web page") && !page.message.contains("planted-page"))
        let text = try await error(.answer(400, [("Content-Type", "text/plain")], Array("Bad chunk\nmore".utf8)))
        #expect(text.kind == .refused && text.message.hasSuffix("400: Bad chunk"))
    }

    @Test func `A server that repeats the token does not reveal it`() async throws {
        let error = try await error(googleError(403, "planted-token", message: "Bearer planted-token is bad"))
        #expect(!String(reflecting: error).contains("planted-token"))
        #expect(error.message.contains("Bearer (secret) is bad"))
    }

    @Test func `A 401 is repeated once with another token`() async throws {
        let tokens = GivenTokens("planted-1", "planted-2", "planted-3")
        try await LoopbackServer.run { request in
            request.headers["authorization"] == ["Bearer planted-2"]
                ? .json(#"{"ids":["a"]}"#)
                : .json(#"{"error":{"code":401,"message":"Invalid Credentials"}}"#, status: 401)
        } _: { server in
            let client = DriveClient(
                endpoint: try WebAddress("http://127.0.0.1:\(server.port)"), wire: try testWire(), tokens: tokens)
            #expect(try await client.generateIDs(1) == ["a"])
            #expect(server.requests.count == 2 && tokens.refused == 1)
        }
        let always = try await error(
            .json(#"{"error":{"code":401,"message":"Invalid Credentials"}}"#, status: 401),
            tokens: GivenTokens("a1", "b2"))
        #expect(always.kind == .signIn && always.message.contains("Invalid Credentials"))
    }

    @Test func `A redirection gives the token to no other host`() async throws {
        try await LoopbackServer.run { _ in
            .json(#"{"ids":["a"]}"#)
        } _: { other in
            let place = Mutex("")
            try await LoopbackServer.run { request in
                request.path == "/again"
                    ? .json(#"{"ids":["b"]}"#) : .answer(302, [("Location", place.withLock(\.self))], [])
            } _: { server in
                let client = DriveClient(
                    endpoint: try WebAddress("http://127.0.0.1:\(server.port)"), wire: try testWire(),
                    tokens: GivenTokens("planted"))
                place.withLock { $0 = "http://127.0.0.1:\(other.port)/x" }
                #expect(try await client.generateIDs(1) == ["a"])
                #expect(other.requests.map { $0.headers["authorization"] } == [[]])
                place.withLock { $0 = "/again" }
                #expect(try await client.generateIDs(1) == ["b"])
                #expect(server.requests.last?.headers["authorization"] == ["Bearer planted"])
                place.withLock { $0 = "http://example.com/" }
                await expectDriveError(.settings) { _ = try await client.generateIDs(1) }
                place.withLock { $0 = "/elsewhere" }
                await expectDriveError(.answer) { _ = try await client.generateIDs(1) }
                place.withLock { $0 = "http://127.0.0.1:\(other.port)/x" }
                let before = other.requests.count
                await expectDriveError(.answer) { _ = try await client.create(FileChange()) }
                #expect(other.requests.count == before)
            }
        }
    }

    @Test func `An upload goes only to Drive's host`() async throws {
        try await LoopbackServer.run { _ in
            .answer(308, [("Range", "bytes=0-4")], [])
        } _: { other in
            try await LoopbackServer.run { _ in
                .answer(200, [("Location", "http://127.0.0.1:\(other.port)/upload?upload_id=planted-id")], [])
            } _: { server in
                let client = DriveClient(
                    endpoint: try WebAddress("http://127.0.0.1:\(server.port)"), wire: try testWire(),
                    tokens: GivenTokens("planted"))
                let error = await expectDriveError(.answer) { _ = try await client.startUpload(FileChange(), size: 10) }
                #expect(error?.message.contains("planted") == false)
                #expect(other.requests.isEmpty)
            }
        }
    }

    @Test func `Pages of permissions that form a loop are an error`() async throws {
        try await LoopbackServer.run { request in
            let next = request.target.contains("pageToken=a") ? "b" : "a"
            return .json(#"{"permissions": [], "nextPageToken": "\#(next)"}"#)
        } _: { server in
            let client = DriveClient(
                endpoint: try WebAddress("http://127.0.0.1:\(server.port)"), wire: try testWire(),
                tokens: GivenTokens("t"))
            await expectDriveError(.answer) { _ = try await client.permissions(of: "x") }
            #expect(server.requests.count == 3)
        }
    }

    @Test(arguments: ["bytes=0-10", "bytes=3-4", "bytes=x", "bytes=0--1"])
    func `A range that makes no sense is no progress`(range: String) async throws {
        try await LoopbackServer.run { request in
            request.method == "PUT" ? .answer(308, [("Range", range)], []) : .answer(200, [("Location", "/u")], [])
        } _: { server in
            let client = DriveClient(
                endpoint: try WebAddress("http://127.0.0.1:\(server.port)"), wire: try testWire(),
                tokens: GivenTokens("t"))
            let session = try await client.startUpload(FileChange(), size: 10)
            await expectDriveError(.answer) { _ = try await client.progress(of: session) }
        }
    }

    @Test func `A part of a file that was not asked for is refused`() async throws {
        for answer in [
            ScriptedAnswer.answer(200, [], [1, 2, 3]), .answer(206, [("Content-Range", "bytes 4-6/9")], [1, 2, 3]),
            .answer(206, [], [1, 2, 3]),
        ] {
            try await LoopbackServer.run { _ in
                answer
            } _: { server in
                let client = DriveClient(
                    endpoint: try WebAddress("http://127.0.0.1:\(server.port)"), wire: try testWire(),
                    tokens: GivenTokens("t"))
                await expectDriveError(.answer) { try unsafe await client.download("a", from: 5) { _ in } }
            }
        }
    }

    @Test(arguments: [[], ["0", "200"]])
    func `Pages without end that bring nothing new are an error, and some between others are not`(ids: [String]) throws
    {
        var pages = Pages(of: "files.list")
        for number in 0..<300 {
            #expect(try pages.turn(to: "\(number)", after: number % 100 == 0 ? ["\(number)"] : []))
        }
        #expect(throws: DriveError.self) {
            for number in 300..<400 { _ = try pages.turn(to: "\(number)", after: ids) }
        }
    }

    @Test func `A list of permissions that repeats them under new tokens ends`() async throws {
        let count = Mutex(0)
        try await LoopbackServer.run { _ in
            let next = count.withLock { count in
                count += 1
                return count
            }
            return .json(
                #"{"permissions": [{"id":"p","type":"anyone","role":"reader"}], "nextPageToken": "\#(next)"}"#)
        } _: { server in
            let client = DriveClient(
                endpoint: try WebAddress("http://127.0.0.1:\(server.port)"), wire: try testWire(),
                tokens: GivenTokens("t"))
            await expectDriveError(.answer) { _ = try await client.permissions(of: "x") }
            #expect(server.requests.count <= 101)
        }
    }

    @Test func `Lists that form a loop end`() async throws {
        try await LoopbackServer.run { _ in
            .json(#"{"drives":[],"files":[],"permissions":[],"nextPageToken":"x"}"#)
        } _: { server in
            let client = DriveClient(
                endpoint: try WebAddress("http://127.0.0.1:\(server.port)"), wire: try testWire(),
                tokens: GivenTokens("t"))
            await expectDriveError(.answer) { _ = try await client.drives() }
            await expectDriveError(.answer) { _ = try await client.permissions(of: "a") }
            await expectDriveError(.answer) { _ = try await client.files(nil, page: "x") }
        }
    }
}
