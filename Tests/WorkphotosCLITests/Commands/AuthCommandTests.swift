import PhotoModel
import PhotoPipeline
import Synchronization
import SystemPackage
import Testing
import WorkphotosTestSupport

struct AuthCommandTests {
    private let world: World
    private let now: Int64 = 1_800_000_000_000_000_000

    init() throws {
        world = try World()
        try world.tree.write("client.json", Array("planted-client".utf8))
    }

    private var file: String { world.tree.path("client.json").string }

    private var account: GoogleAccount {
        GoogleAccount(
            kind: .user, email: "anna@example.com", client: "123.apps.example",
            scopes: ["https://www.googleapis.com/auth/drive.file"], expires: now, isRefreshable: true, signedIn: now,
            ends: nil, warnings: ["Google ends this"])
    }

    private func google(
        _ answer: Result<GoogleAccount, PipelineError>? = nil, code: String? = nil, end: GoogleSignOut = .revoked,
        hangs: Bool = false
    ) -> FakeGoogleSignIn {
        let google = FakeGoogleSignIn(
            answer: answer ?? .success(account),
            authorization: GoogleAuthorization(url: "https://accounts.example/auth?x=y", userCode: code), end: end,
            hangs: hangs)
        world.googleSignIn = { (_, _) throws(SettingError) in google }
        return google
    }

    @Test func `Signing in shows the page, and then the account`() async throws {
        let google = google()
        let outcome = await world.run("auth", "google", "login", "--client-file", file)
        #expect(outcome.exit == 0)
        #expect(
            outcome.output.hasPrefix(
                "Sign in on this Google page:\n  https://accounts.example/auth?x=y\nSigned in"))
        #expect(outcome.output.contains("anna@example.com") && outcome.output.contains("drive.file"))
        #expect(outcome.notes == "Google ends this\n")
        #expect(google.calls == [.browser(client: Array("planted-client".utf8), opens: true, scope: .file)])
        #expect(!"\(outcome)".contains("planted-client"))
    }

    @Test func `The same as JSON`() async throws {
        _ = google()
        let lines = try await world.objects("auth", "google", "login", "--client-file", file, "--no-browser")
        #expect(lines.map { $0["type"] } == ["authorization", "account"])
        #expect(lines[0]["provider"] == "google" && lines[0]["url"] == "https://accounts.example/auth?x=y")
        #expect(lines[0].members.keys.contains("userCode") && lines[0]["userCode"] == nil)
        #expect(lines[1]["email"] == "anna@example.com" && lines[1]["kind"] == "user")
        #expect(lines[1]["expiresAt"] == "2027-01-15T08:00:00Z" && lines[1].members["refreshable"] as? Bool == true)
        #expect(lines[1].members["warnings"] as? [String] == ["Google ends this"])
        #expect(lines[1].members["scopes"] as? [String] == ["https://www.googleapis.com/auth/drive.file"])
    }

    @Test func `Each way to sign in`() async throws {
        let google = google(code: "ABC-DEF")
        let bytes = Array("planted-client".utf8)
        let outcome = await world.run("auth", "google", "login", "--client-file", file, "--device", "-q")
        #expect(outcome.output.contains("ABC-DEF") && !outcome.output.contains("Signed in"))
        await world.run("auth", "google", "login", "--client-file", file, "--no-browser", "--scope", "drive")
        await world.run(
            "auth", "google", "login", "--service-account", file, "--scope", "drive", "--subject", "a@example.com")
        #expect(
            google.calls == [
                .device(client: bytes, scope: .file), .browser(client: bytes, opens: false, scope: .drive),
                .serviceAccount(key: bytes, subject: "a@example.com", scope: .drive),
            ])
    }

    @Test(arguments: [
        [], ["--client-file", "a", "--service-account", "b"], ["--client-file", "a", "--subject", "b"],
        ["--service-account", "a", "--device"], ["--service-account", "a", "--no-browser"],
        ["--client-file", "a", "--device", "--scope", "drive"], ["--client-file", "a", "--scope", "drive.readonly"],
    ])
    func `Invalid combinations are refused before anything is created`(flags: [String]) async throws {
        let outcome = await world.type(["auth", "google", "login"] + flags)
        #expect(outcome.exit == 64)
    }

    @Test func `A missing file, and one that is not a client's`() async throws {
        let google = google(.failure(PipelineError(.configuration, "The client file has no token_uri")))
        #expect(await world.run("auth", "google", "login", "--client-file", "/nonexistent").exit == 1)
        #expect(google.calls.isEmpty)
        let outcome = await world.run("auth", "google", "login", "--client-file", file)
        #expect(outcome.exit == 78)
        #expect(outcome.notes.contains("client.json: The client file has no token_uri"))
    }

    @Test func `Ctrl-C ends the wait`() async throws {
        let google = google(hangs: true)
        world.interruption.raise()
        #expect(await world.run("auth", "google", "login", "--client-file", file).exit == 130)
        world.interruption = TestInterruption(signal: .terminate)
        world.interruption.raise()
        #expect(await world.run("auth", "google", "login", "--client-file", file).exit == 143)
        _ = google
    }

    @Test func `Without a sign-in the command to type is shown, with exit status 12`() async throws {
        let login = "workphotos auth google login --client-file FILE"
        _ = google(.failure(PipelineError(.signIn, "Nobody is signed in to Google", remedy: .signIn(.client))))
        let outcome = await world.run("auth", "google", "status")
        #expect(outcome.exit == 12)
        #expect(outcome.notes.contains("next: \(login)"))
        let error = try await world.objects("auth", "google", "status")
        #expect(error.map { $0["type"] } == ["error"] && error[0]["what"] == "sign-in")
    }

    @Test func `Status shows the account`() async throws {
        _ = google()
        let outcome = await world.run("auth", "google", "status")
        #expect(outcome.exit == 0 && outcome.output.contains("  client:  123.apps.example\n"))
        #expect(try await world.objects("auth", "google", "status").map { $0["type"] } == ["account"])
        #expect(await world.run("auth", "google", "status", "-q").output.isEmpty)
    }

    @Test(arguments: [
        (GoogleSignOut.nobody, 0 as Int32, "Nobody was"), (.revoked, 0, "are revoked"),
        (.forgotten, 0, "Google's console"),
        (.notRevoked("it does not answer"), 3, "are deleted here"),
    ])
    func `Signing out reports what was done`(end: GoogleSignOut, exit: Int32, words: String) async throws {
        _ = google(end: end)
        let outcome = await world.run("auth", "google", "logout")
        #expect(outcome.exit == exit && outcome.output.contains(words))
        #expect(outcome.notes.contains("it does not answer") == (exit == 3))
        let line = try await world.objects("auth", "google", "logout")
        #expect(line[0].members["revoked"] as? Bool == (end == .revoked))
        #expect(line[0].members["signedOut"] as? Bool == (end != .nobody))
    }

    @Test func `The configuration determines how Google is reached`() async throws {
        let seen = Mutex<[String: [String: KindSetting.Value]]>([:])
        let google = google()
        world.googleSignIn = { (settings, _) throws(SettingError) in
            seen.withLock { $0 = settings.tables }
            return google
        }
        await world.run("auth", "google", "status")
        #expect(seen.withLock(\.self).isEmpty)
        try world.tree.write(
            world.configuration, Array("[google]\napi-endpoint = \"http://127.0.0.1:99\"\ntimeout = \"5s\"\n".utf8))
        await world.run("auth", "google", "status")
        #expect(
            seen.withLock(\.self)
                == ["drive": ["api-endpoint": .text("http://127.0.0.1:99"), "timeout": .duration(.seconds(5))]])
        let shown = await world.run("config", "show").output
        #expect(shown.contains("google.timeout") && shown.contains("http://127.0.0.1:99"))
    }

    @Test(arguments: [
        ("[google]\ntimeout = \"0s\"", ":2: ", "timeout in [google]"),
        ("[google]\n\ntimeout = 5", ":3: ", "a duration"),
        ("[google]\napi-endpont = \"x\"", ":2: ", "did you mean 'api-endpoint'?"),
        ("[google]\napi-endpoint = \"http://example.com\"", ":2: ", "bad place"),
    ])
    func `An invalid setting is refused with its line`(text: String, line: String, words: String) async throws {
        world.googleSignIn = { (settings, _) throws(SettingError) in
            throw SettingError(table: "google", key: "api-endpoint", message: "bad place")
        }
        try world.tree.write(world.configuration, Array(text.utf8))
        let outcome = await world.run("auth", "google", "status")
        #expect(outcome.exit == 78)
        #expect(outcome.notes.contains("config.toml\(line)") && outcome.notes.contains(words), "\(outcome.notes)")
    }
}
