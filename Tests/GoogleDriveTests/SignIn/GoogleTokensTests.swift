import FakeDrive
import Foundation
import GoogleDrive
import Testing

struct GoogleTokensTests {
    private let notes = Notes()

    /// Somebody who is signed in, with tokens of so long.
    private struct SignedIn {
        let drive: FakeDrive
        let time: TestTime
        let store: MemoryStore
        let saved: SavedSignIn

        var renewals: Int { drive.requests.count { $0.path == "/token" && $0.body.contains("refresh_token") } }
    }

    private func signedIn(_ drive: FakeDrive, lifetime: Int64 = 3_600) throws -> SignedIn {
        let (anna, client) = (drive.makeAccount("anna@example.com"), drive.makeClient(.desktop))
        let time = TestTime(seconds: Int64(Date().timeIntervalSince1970), drive: drive)
        let refresh = HiddenText(drive.makeRefreshToken(for: anna, client: client, scope: .file))
        let saved = SavedSignIn(
            way: .user(try OAuthClient(file: Array(client.file.utf8)), refreshToken: refresh),
            accessToken: HiddenText(drive.makeToken(for: anna, client: client, scope: .file)),
            accessEnds: time.now + lifetime * 1_000_000_000, scopes: [DriveScope.file.address], signedIn: time.now)
        return SignedIn(drive: drive, time: time, store: MemoryStore(saved), saved: saved)
    }

    private func tokens(_ world: SignedIn, saves: Bool = true, timeout: Duration = .seconds(20)) throws -> GoogleTokens
    {
        GoogleTokens(
            store: world.store,
            server: TokenServer(wire: try testWire(timeout: timeout), time: world.time.source, note: notes.take),
            saves: saves, note: notes.take)
    }

    @Test func `A token is used until a minute before its end`() async throws {
        try await FakeDrive.run { drive in
            let world = try signedIn(drive)
            let tokens = try tokens(world)
            world.time.advance(seconds: 3_600 - 61)
            #expect(try await tokens.token() == world.saved.accessToken)
            #expect(world.renewals == 0)
            world.time.advance(seconds: 1)
            let other = try await tokens.token()
            #expect(other != world.saved.accessToken && world.renewals == 1)
            #expect(try await tokens.token() == other && world.renewals == 1)
            let kept = try #require(world.store.text)
            #expect(kept.text.contains(other.text))
            #expect(drive.breaches.isEmpty)
        }
    }

    @Test func `It is renewed once for all callers that wait`() async throws {
        try await FakeDrive.run { drive in
            let world = try signedIn(drive, lifetime: 10)
            let tokens = try tokens(world)
            let all = try await withThrowingTaskGroup(of: HiddenText.self) { group in
                for _ in 0..<30 { group.addTask { try await tokens.token() } }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(all.count == 1 && world.renewals == 1)
        }
    }

    @Test func `It is renewed once for two programs`() async throws {
        try await FakeDrive.run { drive in
            let world = try signedIn(drive, lifetime: 10)
            let (one, other) = (try tokens(world), try tokens(world))
            async let first = one.token()
            async let second = other.token()
            #expect(try await first == second)
            #expect(world.renewals == 1)
        }
    }

    @Test func `A refused token is renewed once, whoever reports it`() async throws {
        try await FakeDrive.run { drive in
            let world = try signedIn(drive)
            let tokens = try tokens(world)
            let old = try await tokens.token()
            drive.expireAccessTokens()
            let all = try await withThrowingTaskGroup(of: HiddenText.self) { group in
                for _ in 0..<10 { group.addTask { try await tokens.token(insteadOf: old) } }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(all.count == 1 && !all.contains(old) && world.renewals == 1)
            let client = DriveClient(endpoint: try WebAddress(drive.address), wire: try testWire(), tokens: tokens)
            drive.expireAccessTokens()
            #expect(try await client.about().user.emailAddress == "anna@example.com")
            #expect(world.renewals == 2)
        }
    }

    @Test func `A revoked token ends the sign-in, and no message contains it`() async throws {
        try await FakeDrive.run { drive in
            let world = try signedIn(drive, lifetime: 10)
            drive.killRefreshTokens()
            let tokens = try tokens(world)
            let error = await expectDriveError(.signIn) { _ = try await tokens.token() }
            #expect(error?.reason == "invalid_grant" && error?.message.contains("clock") == false)
            let text = String(reflecting: error) + "\(world.saved)" + String(reflecting: world.saved) + "\(tokens)"
            #expect(!text.contains(drive.refreshTokens.first ?? world.saved.accessToken.text))
            #expect(!text.contains(world.saved.accessToken.text))
        }
    }

    @Test func `A wrong clock is named as a possible cause`() async throws {
        try await FakeDrive.run { drive in
            let world = try signedIn(drive, lifetime: 10)
            drive.killRefreshTokens()
            drive.plant(.wrongDate(7_300), at: .matching(method: "POST", path: "/token"))
            let tokens = try tokens(world)
            let error = await expectDriveError(.signIn) { _ = try await tokens.token() }
            #expect(error?.message.contains("the clock of this machine is 2 h slow") == true, "\(error?.message ?? "")")
        }
    }

    @Test func `Without a sign-in there is no token`() async throws {
        try await FakeDrive.run { drive in
            let world = try signedIn(drive)
            try await world.store.remove()
            let tokens = try tokens(world)
            await expectDriveError(.signIn) { _ = try await tokens.token() }
            try await world.store.save(HiddenText(#"{"version":2}"#))
            await expectDriveError(.signIn) { _ = try await tokens.token() }
            #expect(drive.requests.isEmpty)
        }
    }

    @Test func `A dry run does not store new tokens`() async throws {
        try await FakeDrive.run { drive in
            let world = try signedIn(drive, lifetime: 10)
            #expect(try await tokens(world, saves: false).token() != world.saved.accessToken)
            #expect(world.store.text == world.saved.stored && world.store.saves == 0)
        }
    }

    @Test func `A token that cannot be stored is still used, and the user is told`() async throws {
        try await FakeDrive.run { drive in
            let world = try signedIn(drive, lifetime: 10)
            world.store.failSaving(with: DriveError(.storage, "the disk is full"))
            #expect(try await tokens(world).token() != world.saved.accessToken)
            #expect(notes.all.count == 1 && notes.all[0].contains("the disk is full"))
        }
    }

    @Test func `A failing server is a temporary error, and the next call asks again`() async throws {
        try await FakeDrive.run { drive in
            let world = try signedIn(drive, lifetime: 10)
            let tokens = try tokens(world)
            drive.plant(.status(503, reason: "x", retryAfter: 5), at: .matching(method: "POST", path: "/token"))
            let error = await expectDriveError(.server) { _ = try await tokens.token() }
            #expect(error?.mayPass == true && error?.retryAfter == .seconds(5))
            world.time.advance(seconds: 5)
            _ = try await tokens.token()
            #expect(drive.breaches.isEmpty, "\(drive.breaches)")
        }
    }

    @Test(arguments: ["a\\nb", "", "\\u0000", "caf\\u00e9"])
    func `An invalid token is not stored`(_ text: String) async throws {
        try await FakeDrive.run { drive in
            let world = try signedIn(drive, lifetime: 10)
            let before = world.store.text
            for body in [
                #"{"access_token": "\#(text)", "expires_in": 3600}"#,
                #"{"access_token": "good", "refresh_token": "\#(text)", "expires_in": 3600}"#,
            ] {
                drive.plant(
                    .answer(200, headers: ["Content-Type": "application/json"], body: body),
                    at: .matching(method: "POST", path: "/token"))
                await expectDriveError(.answer) { _ = try await tokens(world).token() }
            }
            #expect(world.store.text == before)
        }
    }

    @Test func `A cancelled task does not wait for a server that hangs`() async throws {
        try await FakeDrive.run { drive in
            let world = try signedIn(drive, lifetime: 10)
            let held = drive.hold(.matching(method: "POST", path: "/token"))
            let tokens = try tokens(world, timeout: .seconds(600))
            let task = Task { try await tokens.token() }
            await held.reached()
            task.cancel()
            await expectDriveError(.cancelled) { _ = try await task.value }
            held.release()
        }
    }

    @Test func `A sign-in can be revoked`() async throws {
        try await FakeDrive.run { drive in
            let world = try signedIn(drive)
            let server = TokenServer(wire: try testWire(), time: world.time.source, note: notes.take)
            try await server.revoke(world.saved)
            #expect(drive.refreshTokens.isEmpty)
            try await server.revoke(world.saved)
            #expect(drive.breaches.isEmpty, "\(drive.breaches)")
        }
    }

    @Test func `What is stored is read back unchanged`() async throws {
        try await FakeDrive.run { drive in
            let world = try signedIn(drive)
            #expect(try SavedSignIn(stored: world.saved.stored) == world.saved)
            let robot = try ServiceAccount(
                file: Array(try drive.makeServiceAccount().file.utf8), subject: "a@example.com")
            var saved = world.saved
            (saved.way, saved.refreshEnds) = (.serviceAccount(robot), 17)
            #expect(try SavedSignIn(stored: saved.stored) == saved)
        }
    }
}
