import FakeDrive
import Testing

/// The sign-in with a browser, and what ends it. Assertions and Google's own flow are in `make check-drive`.
struct SignInTests {
    /// RFC 7636, appendix B.
    private static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    private static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    private static let redirect = "http://127.0.0.1:9999/back"

    private static func page(
        _ client: FakeClient, _ more: String = "&code_challenge=\(challenge)&code_challenge_method=S256&state=s1"
    ) -> String {
        "/o/oauth2/v2/auth?response_type=code&client_id=\(client.id)&redirect_uri=http%3A%2F%2F127.0.0.1%3A9999%2Fback"
            + "&scope=https%3A%2F%2Fwww.googleapis.com%2Fauth%2Fdrive.file&access_type=offline" + more
    }

    private static func form(_ client: FakeClient, _ code: String, _ verifier: String = verifier) -> [String: String] {
        [
            "grant_type": "authorization_code", "client_id": client.id, "client_secret": client.secret, "code": code,
            "redirect_uri": redirect, "code_verifier": verifier,
        ]
    }

    private static func code(_ reply: TestClient.Reply) throws -> String {
        let address = try #require(reply.headers["location"])
        let part = try #require(address.split(separator: "&").first { $0.hasPrefix("code=") })
        return String(part.dropFirst(5)).replacing("%2F", with: "/")
    }

    @Test func `a code and its verifier give tokens once`() async throws {
        try await FakeDriveWorld.run { desk async throws in
            desk.drive.consent = .allow(desk.anna)
            let http = TestClient(desk.drive.address)
            let reply = try await http.send("GET", Self.page(desk.client))
            #expect(reply.status == 302)
            #expect(reply.headers["location"]?.hasPrefix(Self.redirect + "?state=s1&code=") == true)
            let form = Self.form(desk.client, try Self.code(reply))
            let tokens = try await http.post("/token", form: form)
            #expect(tokens.status == 200)
            let token = try #require(tokens.json["access_token"]?.string)
            #expect(tokens.json["refresh_token"] != nil)
            #expect(tokens.json["refresh_token_expires_in"] == nil)
            let about = TestClient(desk.drive.address, token: token)
            #expect(try await about.send("GET", "/drive/v3/about?fields=user").status == 200)
            #expect(try await http.post("/token", form: form).json["error"] == "invalid_grant")
        }
    }

    @Test func `a wrong verifier gives no tokens`() async throws {
        try await FakeDriveWorld.run { desk async throws in
            desk.drive.consent = .allow(desk.anna)
            let http = TestClient(desk.drive.address)
            let code = try Self.code(try await http.send("GET", Self.page(desk.client)))
            let wrong = Self.form(desk.client, code, String(Self.verifier.reversed()))
            #expect(try await http.post("/token", form: wrong).json["error"] == "invalid_grant")
        }
    }

    @Test func `a page without PKCE or state is recorded`() async throws {
        try await FakeDriveWorld.run(breaches: [.noPKCE, .noState]) { desk async throws in
            desk.drive.consent = .deny
            let reply = try await TestClient(desk.drive.address).send("GET", Self.page(desk.client, ""))
            #expect(reply.headers["location"] == Self.redirect + "?error=access_denied")
        }
    }

    @Test func `a second sign-in gives a refresh token only with consent`() async throws {
        try await FakeDriveWorld.run { desk async throws in
            desk.drive.consent = .allow(desk.anna)
            let http = TestClient(desk.drive.address)
            var has: [Bool] = []
            for more in ["", "", "&prompt=consent"] {
                let page = Self.page(desk.client) + more
                let code = try Self.code(try await http.send("GET", page))
                has.append(
                    try await http.post("/token", form: Self.form(desk.client, code)).json["refresh_token"] != nil)
            }
            #expect(has == [true, false, true])
        }
    }

    @Test func `an access token expires, and a dead refresh token must not be sent again`() async throws {
        try await FakeDriveWorld.run(breaches: [.deadTokenAgain]) { desk async throws in
            let refresh = desk.drive.makeRefreshToken(for: desk.anna, client: desk.client, scope: .file)
            let form = [
                "grant_type": "refresh_token", "client_id": desk.client.id, "client_secret": desk.client.secret,
                "refresh_token": refresh,
            ]
            desk.drive.advance(by: 3601)
            #expect(try await desk.http.send("GET", "/drive/v3/about?fields=user").reason == "authError")
            let http = TestClient(desk.drive.address)
            #expect(try await http.post("/token", form: form).status == 200)
            desk.drive.killRefreshTokens()
            #expect(try await http.post("/token", form: form).json["error"] == "invalid_grant")
            #expect(desk.drive.breaches.isEmpty)
            #expect(try await http.post("/token", form: form).status == 400)
        }
    }

    @Test func `a token reveals its account if its scopes allow that`() async throws {
        try await FakeDriveWorld.run { desk async throws in
            let scope = FakeScope.named(["openid", "https://www.googleapis.com/auth/userinfo.email"])
            let token = desk.drive.makeToken(for: desk.anna, client: desk.client, scope: scope, lifetime: 100)
            let http = TestClient(desk.drive.address, token: token)
            let user = try await http.send("GET", "/oauth2/v3/userinfo")
            #expect(user.json["email"] == "anna@example.com")
            #expect(try await desk.http.send("GET", "/oauth2/v3/userinfo").status == 403)
            #expect(try await http.send("GET", "/drive/v3/about?fields=user").reason == "insufficientPermissions")
            let info = try await http.post("/tokeninfo", form: ["access_token": token])
            #expect(info.json["azp"] == .string(desk.client.id))
            desk.drive.advance(by: 100)
            #expect(try await http.post("/tokeninfo", form: ["access_token": token]).json["error"] == "invalid_token")
        }
    }

    @Test func `a device polls, is slowed down, and is approved`() async throws {
        try await FakeDriveWorld.run(breaches: [.pollTooEarly]) { desk async throws in
            let device = desk.drive.makeClient(.device)
            let http = TestClient(desk.drive.address)
            let scope = "https://www.googleapis.com/auth/drive.file"
            let begun = try await http.post("/device/code", form: ["client_id": device.id, "scope": scope])
            #expect(begun.json["interval"] == 5)
            let poll = [
                "grant_type": "urn:ietf:params:oauth:grant-type:device_code", "client_id": device.id,
                "client_secret": device.secret, "device_code": try #require(begun.json["device_code"]?.string),
            ]
            desk.drive.deviceConsent = .allow(desk.anna, afterPolls: 3)
            var answers: [String] = []
            for pause in [0, 5, 4, 10] {
                desk.drive.advance(by: Double(pause))
                let reply = try await http.post("/token", form: poll)
                answers.append("\(reply.status) \(reply.json["error"]?.string ?? "ok")")
            }
            #expect(answers == ["428 authorization_pending", "428 authorization_pending", "403 slow_down", "200 ok"])
        }
    }

    @Test func `a device is denied, and its code expires after half an hour`() async throws {
        try await FakeDriveWorld.run { desk async throws in
            let device = desk.drive.makeClient(.device)
            let http = TestClient(desk.drive.address)
            let scope = "https://www.googleapis.com/auth/drive.file"
            for (pause, answer) in [(0, "access_denied"), (1801, "expired_token")] {
                desk.drive.deviceConsent = pause == 0 ? .deny(afterPolls: 0) : .wait
                let begun = try await http.post("/device/code", form: ["client_id": device.id, "scope": scope])
                desk.drive.advance(by: Double(pause))
                let poll = [
                    "grant_type": "urn:ietf:params:oauth:grant-type:device_code", "client_id": device.id,
                    "client_secret": device.secret, "device_code": begun.json["device_code"]?.string ?? "",
                ]
                #expect(try await http.post("/token", form: poll).json["error"]?.string == answer)
            }
        }
    }
}
