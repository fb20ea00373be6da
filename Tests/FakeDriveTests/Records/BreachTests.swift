import FakeDrive
import Testing

/// One breach of each kind, except those of uploads, which are in their suite, and of sign-ins, which
/// `make check-drive` makes.
struct BreachTests {
    @Test(arguments: [
        ("GET", "/drive/v3/files?supportsAllDrives=true", Breach.Kind.noFields),
        ("GET", "/drive/v3/files?fields=files(id)", .noSupportsAllDrives),
        ("GET", "/drive/v3/about?fields=user&access_token=x", .tokenInAddress),
        ("GET", "/drive/v3/about?fields=user&code=x", .secretInAddress),
        ("GET", "/drive/v3/about?fields=user&pagesize=3", .unknownParameter),
        ("GET", "/drive/v3/files?fields=files&supportsAllDrives=true&includeTeamDriveItems=true", .deprecatedParameter),
        (
            "GET", "/drive/v3/files?\(FakeDriveWorld.usual)&q=trashed=true%20or%20trashed=false%20and%20trashed=true",
            .unbracketedQuery
        ),
    ])
    func `missing and excess parameters of a call are recorded`(
        _ method: String, _ path: String, _ kind: Breach.Kind
    ) async throws {
        try await FakeDriveWorld.run(breaches: kind == .secretInAddress ? [kind, .unknownParameter] : [kind]) { desk in
            try await desk.http.send(method, path)
        }
    }

    @Test func `a token of the fake is detected in any parameter`() async throws {
        try await FakeDriveWorld.run(breaches: [.tokenInAddress]) { desk in
            let token = try #require(desk.http.token)
            try await desk.http.send("GET", "/elsewhere?anything=\(token)")
        }
    }

    @Test(arguments: [
        "{", "{\"nam\":\"x\"}", "{\"name\":3}", "{\"parents\":\"root\"}", "{\"modifiedTime\":\"yesterday\"}",
    ])
    func `a body that does not match the schema is refused and recorded`(_ text: String) async throws {
        try await FakeDriveWorld.run(breaches: [.wrongBody]) { desk in
            let type = ["Content-Type": "application/json"]
            let reply = try await desk.http.send(
                "POST", "\(FakeDriveWorld.calls)?\(FakeDriveWorld.usual)", type, Array(text.utf8))
            #expect(reply.status == 400)
            #expect(desk.drive.files.isEmpty)
        }
    }

    @Test func `an invented id is refused and recorded`() async throws {
        try await FakeDriveWorld.run(breaches: [.idNotGenerated]) { desk in
            let reply = try await desk.http.send(
                "POST", "\(FakeDriveWorld.calls)?\(FakeDriveWorld.usual)", json: ["id": "1x"])
            #expect(reply.status == 400)
        }
    }

    @Test func `a repeated create without an id is recorded, and makes two files`() async throws {
        try await FakeDriveWorld.run(breaches: [.repeatedCreateWithoutID]) { desk in
            for _ in 0..<2 { _ = try await desk.upload([1], ["name": "a"]) }
            #expect(desk.drive.files.count == 2)
        }
    }

    @Test(arguments: [
        (Fault.status(503), true), (.dropBefore, true), (.dropAfter, true), (.status(403, reason: "x"), false),
    ])
    func `after an unclear answer a create without an id must not be repeated`(
        _ fault: Fault, _ isUnclear: Bool
    ) async throws {
        try await FakeDriveWorld.run(breaches: isUnclear ? [.repeatedCreateWithoutID] : []) { desk async throws in
            desk.drive.plant(fault, at: .number(1))
            for _ in 0..<2 {
                _ = try? await desk.http.send(
                    "POST", "\(FakeDriveWorld.calls)?\(FakeDriveWorld.usual)", json: ["name": "a"])
            }
        }
    }

    @Test func `Retry-After applies to the same request, and not to others`() async throws {
        try await FakeDriveWorld.run(breaches: [.retryAfterNotKept]) { desk in
            let path = "\(FakeDriveWorld.calls)?\(FakeDriveWorld.usual)&pageSize=3"
            desk.drive.plant(
                .status(429, reason: "rateLimitExceeded", retryAfter: 5), at: .matching(path: "pageSize=3"), times: 2)
            try await desk.http.send("GET", path)
            try await desk.http.send("GET", "\(FakeDriveWorld.calls)?\(FakeDriveWorld.usual)")
            desk.drive.advance(by: 5)
            try await desk.http.send("GET", path)
            #expect(desk.drive.breaches.isEmpty)
            desk.drive.advance(by: 4)
            try await desk.http.send("GET", path)
        }
    }

    @Test func `TLS is not supported`() async throws {
        try await FakeDriveWorld.run(breaches: [.notHTTP]) { desk async throws in
            let reply = try? await desk.http.send("GET", "https://127.0.0.1:\(desk.drive.port)/")
            #expect(reply == nil)
        }
    }

    @Test func `requests are recorded with their contents`() async throws {
        try await FakeDriveWorld.run { desk in
            _ = try await desk.upload([1, 2, 3], ["name": "ä b"])
            let requests = desk.drive.requests
            #expect(requests.map(\.number) == [1, 2])
            #expect(requests.map(\.method) == ["POST", "PUT"])
            #expect(requests.map(\.status) == [200, 200])
            #expect(requests[0].parameter("uploadType") == "resumable")
            #expect(requests[0].header("CONTENT-type") == "application/json; charset=UTF-8")
            #expect(requests[0].body == #"{"name":"ä b"}"#)
            #expect(requests[1].bodyLength == 3)
            #expect(requests[1].body.isEmpty)
        }
    }
}
