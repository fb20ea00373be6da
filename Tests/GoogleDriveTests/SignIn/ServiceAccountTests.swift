import FakeDrive
import Foundation
import GoogleDrive
import Testing

struct ServiceAccountTests {
    private let notes = Notes()

    private func server(_ time: TestTime) throws -> TokenServer {
        TokenServer(wire: try testWire(), time: time.source, note: notes.take)
    }

    /// A clock that is right, or wrong by so many seconds.
    private func time(wrongBy seconds: Int64 = 0) -> TestTime {
        TestTime(seconds: Int64(Date().timeIntervalSince1970) + seconds)
    }

    @Test func `It signs in with its key alone, and again when the token expires`() async throws {
        try await FakeDrive.run { drive in
            let robot = try drive.makeServiceAccount()
            let server = try server(time())
            let saved = try await server.signIn(
                try ServiceAccount(file: Array(robot.file.utf8), subject: nil), scope: .all)
            #expect(saved.scopes == ["https://www.googleapis.com/auth/drive"] && saved.isRefreshable)
            let client = DriveClient(
                endpoint: try WebAddress(drive.address), wire: try testWire(),
                tokens: GivenTokens(saved.accessToken.text))
            #expect(try await client.about().user.emailAddress == robot.email)
            let again = try await server.refreshed(saved)
            #expect(again.accessToken != saved.accessToken && again.scopes == saved.scopes)
            #expect(notes.all.isEmpty && drive.breaches.isEmpty)
        }
    }

    @Test(arguments: [-7_200, 90_000, 86_400 * 400] as [Int64])
    func `A wrong clock is corrected by the server's, and the user is told`(seconds: Int64) async throws {
        try await FakeDrive.run { drive in
            let robot = try drive.makeServiceAccount()
            let time = time(wrongBy: seconds)
            let saved = try await server(time).signIn(
                try ServiceAccount(file: Array(robot.file.utf8), subject: nil), scope: .file)
            #expect(saved.accessEnds > time.now)
            #expect(notes.all.count == 1 && notes.all[0].contains(seconds < 0 ? "slow" : "fast"), "\(notes.all)")
            #expect(drive.requests.count == 2)
        }
    }

    @Test func `It can act for another account only if that was permitted`() async throws {
        try await FakeDrive.run { drive in
            drive.makeAccount("anna@example.com")
            let (robot, delegate) = (try drive.makeServiceAccount(), try drive.makeServiceAccount(delegates: true))
            let server = try server(time())
            await expectDriveError(.signIn) {
                _ = try await server.signIn(
                    try ServiceAccount(file: Array(robot.file.utf8), subject: "anna@example.com"), scope: .all)
            }
            let saved = try await server.signIn(
                try ServiceAccount(file: Array(delegate.file.utf8), subject: "anna@example.com"), scope: .all)
            let client = DriveClient(
                endpoint: try WebAddress(drive.address), wire: try testWire(),
                tokens: GivenTokens(saved.accessToken.text))
            #expect(try await client.about().user.emailAddress == "anna@example.com")
        }
    }

    @Test func `A key that Google no longer knows is reported, without the key itself`() async throws {
        try await FakeDrive.run { drive in
            let (robot, other) = (try drive.makeServiceAccount(), try drive.makeServiceAccount())
            let file = other.file.replacingOccurrences(of: other.email, with: robot.email)
            let (account, server) = (try ServiceAccount(file: Array(file.utf8), subject: nil), try server(time()))
            let error = await expectDriveError(.signIn) { _ = try await server.signIn(account, scope: .file) }
            #expect(error?.reason == "invalid_grant")
            #expect(!"\(String(describing: error)) \(account)".contains("BEGIN"))
            #expect(drive.requests.count == 1)
        }
    }

    @Test(arguments: [
        ("", "not the JSON"), ("{}", "not the key of a service account"),
        (#"{"type":"authorized_user"}"#, "has no client_email"),
        (
            #"{"type":"service_account","client_email":"a","private_key":"b","private_key_id":"c","token_uri":"https://x/"}"#,
            "RSA key"
        ),
        (
            #"{"type":"service_account","client_email":"a","private_key":"b","private_key_id":"c","token_uri":"http://x/"}"#,
            "token_uri"
        ),
    ])
    func `An invalid key is refused`(text: String, words: String) async {
        let error = await expectDriveError(.settings) { _ = try ServiceAccount(file: Array(text.utf8), subject: nil) }
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    }

    @Test(arguments: [
        ("x", "not the JSON"), ("{}", "neither installed nor web"),
        (#"{"type":"service_account"}"#, "--service-account"),
        (#"{"installed":{"client_id":"a","auth_uri":"https://x/"}}"#, "token_uri"),
        (#"{"installed":{"auth_uri":"https://x/","token_uri":"https://x/"}}"#, "client_id"),
        (#"{"installed":{"client_id":"a","auth_uri":"https://x/","token_uri":"http://example.com/"}}"#, "token_uri"),
        (#"{"web":{"client_id":"a","auth_uri":"nothing","token_uri":"https://x/"}}"#, "auth_uri"),
    ])
    func `An invalid client file is refused`(text: String, words: String) async {
        let error = await expectDriveError(.settings) { _ = try OAuthClient(file: Array(text.utf8)) }
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    }
}
