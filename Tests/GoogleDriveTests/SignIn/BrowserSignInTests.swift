import FakeDrive
import GoogleDrive
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1)))
struct BrowserSignInTests {
    private let notes = Notes()

    private func signIn(
        _ drive: FakeDrive, _ client: FakeClient, scope: DriveScope = .file, time: TestTime = TestTime(neverEnds: true)
    ) throws -> BrowserSignIn {
        BrowserSignIn(
            client: try OAuthClient(file: Array(client.file.utf8)), scope: scope,
            server: TokenServer(wire: try testWire(), time: time.source, note: notes.take),
            random: { .random(in: .min ... .max) })
    }

    /// Does what a browser does: opens the page, and follows where it leads to.
    ///
    /// - Returns: what the program's own page says, and its status.
    @discardableResult
    private func browse(_ address: String) async throws -> (Int, String) {
        let wire = try testWire()
        let page = try await wire.send(WireRequest(.get, try WebAddress(address)))
        guard let location = page.header("Location") else { return (page.status, "") }
        return try await open(location)
    }

    private func open(_ address: String) async throws -> (Int, String) {
        let answer = try await testWire().send(WireRequest(.get, try WebAddress(address)))
        return (answer.status, String(decoding: try await answer.body.collect(upTo: 10_000), as: UTF8.self))
    }

    /// Where the program listens, as the page was told.
    private func listener(_ address: String) throws -> String {
        let match = try #require(address.firstMatch(of: #/redirect_uri=http%3A%2F%2F127.0.0.1%3A(\d+)%2F/#))
        return "http://127.0.0.1:\(match.1)/"
    }

    private func state(_ address: String) throws -> String {
        String(try #require(address.firstMatch(of: #/[?&]state=([^&]+)/#)).1)
    }

    /// Runs what a browser does beside the sign-in, as a real one: whatever it meets is no error of the program's.
    private func beside(_ body: @escaping @Sendable () async throws -> Void) -> Task<Void, any Error> {
        Task { try await body() }
    }

    @Test func `The user consents and is signed in`() async throws {
        try await FakeDrive.run { drive in
            let (anna, client) = (drive.makeAccount("anna@example.com"), drive.makeClient(.desktop))
            drive.consent = .allow(anna)
            let pages = Mutex<[(Int, String)]>([])
            let address = Mutex("")
            let time = TestTime(neverEnds: true)
            let saved = try await signIn(drive, client, time: time).run { (url) async throws(DriveError) in
                address.withLock { $0 = url }
                _ = beside {
                    let page = try await browse(url)
                    pages.withLock { $0.append(page) }
                }
            }
            guard case .user(let kept, let token?) = saved.way else {
                Issue.record("no refresh token came")
                return
            }
            #expect(kept.id == client.id && drive.refreshTokens == [token.text])
            #expect(saved.scopes == ["https://www.googleapis.com/auth/drive.file"])
            #expect(
                saved.accessEnds - time.now > 3_000_000_000_000 && saved.signedIn == time.now && saved.isRefreshable)
            #expect(saved.refreshEnds == nil)
            let url = address.withLock(\.self)
            for part in ["response_type=code", "code_challenge_method=S256", "access_type=offline", "prompt=consent"] {
                #expect(url.contains(part))
            }
            #expect(!url.contains(client.secret))
            #expect(drive.breaches.isEmpty, "\(drive.breaches)")
        }
    }

    @Test func `A client in Testing reports when its sign-in expires`() async throws {
        try await FakeDrive.run { drive in
            let (anna, client) = (drive.makeAccount("anna@example.com"), drive.makeClient(.desktop, isTesting: true))
            drive.consent = .allow(anna)
            let time = TestTime(neverEnds: true)
            let saved = try await signIn(drive, client, time: time).run { (url) async throws(DriveError) in
                _ = beside { _ = try await browse(url) }
            }
            let seconds = (try #require(saved.refreshEnds) - time.now) / 1_000_000_000
            #expect((604_700...604_800).contains(seconds))
        }
    }

    @Test func `The user denies`() async throws {
        try await FakeDrive.run { drive in
            let client = drive.makeClient(.desktop)
            drive.consent = .deny
            let signIn = try signIn(drive, client)
            await expectDriveError(.denied) {
                _ = try await signIn.run { (url) async throws(DriveError) in _ = beside { _ = try await browse(url) } }
            }
            #expect(drive.requests.allSatisfy { $0.path != "/token" })
        }
    }

    @Test func `Requests of others, wrong states and second tabs change nothing`() async throws {
        try await FakeDrive.run { drive in
            let (anna, client) = (drive.makeAccount("anna@example.com"), drive.makeClient(.desktop))
            let told = Mutex<[Int]>([])
            let saved = try await signIn(drive, client).run { (url) async throws(DriveError) in
                _ = beside {
                    let here = try listener(url)
                    let right = try state(url)
                    for path in [
                        "favicon.ico", "?code=stolen&state=wrong", "?code=stolen", "?error=access_denied&state=",
                        "x?code=a&state=\(right)",
                        "", "?state=\(right)", "?code=%FF&state=\(right)", "?code=&state=\(right)",
                    ] {
                        let status = try await open(here + path).0
                        told.withLock { $0.append(status) }
                    }
                    drive.consent = .wrongState(anna)
                    let wrong = try await browse(url).0
                    told.withLock { $0.append(wrong) }
                    drive.consent = .allow(anna)
                    try await browse(url)
                }
            }
            #expect(saved.isRefreshable)
            #expect(told.withLock(\.self) == [404, 400, 400, 400, 404, 400, 400, 404, 400, 400])
            // Whoever comes later finds nobody.
            let asked = drive.requests.filter { $0.path == "/token" }
            #expect(asked.count == 1 && asked.allSatisfy { !$0.body.contains("stolen") })
        }
    }

    @Test func `The first of two answers counts`() async throws {
        try await FakeDrive.run { drive in
            let (anna, client) = (drive.makeAccount("anna@example.com"), drive.makeClient(.desktop))
            drive.consent = .allow(anna)
            let signIn = try signIn(drive, client)
            await expectDriveError(.denied) {
                _ = try await signIn.run { (url) async throws(DriveError) in
                    _ = beside {
                        _ = try await open("\(try listener(url))?error=access_denied&state=\(try state(url))")
                        try await browse(url)
                    }
                }
            }
            #expect(drive.requests.allSatisfy { $0.path != "/token" })
        }
    }

    @Test func `Five minutes without an answer end it`() async throws {
        try await FakeDrive.run { drive in
            let client = drive.makeClient(.desktop)
            let time = TestTime()
            let signIn = try signIn(drive, client, time: time)
            let error = await expectDriveError(.expired) {
                _ = try await signIn.run { (_) async throws(DriveError) in }
            }
            #expect(time.waited == [.seconds(300)])
            #expect(error?.message.contains("five minutes") == true)
        }
    }

    @Test func `A cancelled sign-in closes its port`() async throws {
        try await FakeDrive.run { drive in
            let client = drive.makeClient(.desktop)
            let signIn = try signIn(drive, client)
            let (urls, continuation) = AsyncStream.makeStream(of: String.self)
            let task = Task {
                try await signIn.run { (url) async throws(DriveError) in continuation.yield(url) }
            }
            var url = ""
            for await text in urls {
                url = text
                break
            }
            task.cancel()
            await expectDriveError(.cancelled) { _ = try await task.value }
            let here = try listener(url)
            await expectDriveError(.unreachable) { _ = try await open(here) }
        }
    }

    @Test func `A scope that was not granted is no sign-in`() async throws {
        try await LoopbackServer.run { _ in
            .json(#"{"access_token":"planted","expires_in":3600,"scope":"openid email"}"#)
        } _: { server in
            let file =
                #"{"installed":{"client_id":"id","auth_uri":"https://x/","token_uri":"http://127.0.0.1:\#(server.port)/token"}}"#
            let signIn = BrowserSignIn(
                client: try OAuthClient(file: Array(file.utf8)), scope: .file,
                server: TokenServer(wire: try testWire(), time: TestTime(neverEnds: true).source, note: notes.take),
                random: { 7 })
            let error = await expectDriveError(.scope) {
                _ = try await signIn.run { (url) async throws(DriveError) in
                    _ = beside { _ = try await open("\(try listener(url))?code=abcdef&state=\(try state(url))") }
                }
            }
            #expect(error?.message.contains("planted") == false)
            #expect(server.requests.first?.bodyText.contains("code=abcdef") == true)
        }
    }
}
