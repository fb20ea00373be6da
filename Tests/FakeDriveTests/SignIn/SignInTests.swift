import FakeDrive
import Testing

/// The page of the sign-in. What follows from it, devices and assertions are in `make check-drive`.
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

    private static func form(_ client: FakeClient, _ code: String) -> [String: String] {
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
}
