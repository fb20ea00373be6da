import FakeDrive
import Foundation
import PhotoModel
import PhotoPipeline
import PhotoServices
import Synchronization
import SystemPackage
import Testing
import WorkphotosTestSupport

@Suite(.timeLimit(.minutes(1)))
struct LiveGoogleSignInTests {
    private let credentials = FakeCredentials()

    private final class Notes: Sendable {
        let all = Mutex<[String]>([])
    }
    private let told = Notes()

    private func google(
        _ drive: FakeDrive, variables: [String: String] = [:], clock: any PhotoPipeline.Clock = SystemClock()
    ) throws -> LiveGoogleSignIn {
        var settings = GoogleSettings()
        settings.endpoint = drive.address
        let told = told
        return try LiveGoogleSignIn(
            settings: settings, variables: variables, credentials: credentials, clock: clock,
            random: { .random(in: .min ... .max) }, note: { text in told.all.withLock { $0.append(text) } })
    }

    private func file(_ text: String) -> Secret { Secret(Array(text.utf8)) }

    private func expect(
        _ kind: PipelineError.Kind, sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Void
    ) async -> PipelineError? {
        let error = await #expect(throws: PipelineError.self, sourceLocation: sourceLocation) { try await body() }
        #expect(error?.kind == kind, "\(error?.message ?? "")", sourceLocation: sourceLocation)
        return error
    }

    /// A browser that opens pages with curl.
    private func browser(in tree: TemporaryTree, _ line: String = "exec curl -fsSL -o /dev/null \"$1\"") throws
        -> [String: String]
    {
        try tree.write("browser", Array("#!/bin/sh\n\(line)\n".utf8))
        try tree.setPermissions("browser", [.ownerReadWriteExecute])
        return ["BROWSER": tree.path("browser").string, "PATH": "/usr/local/bin:/usr/bin:/bin"]
    }

    private static let hasCurl = FileManager.default.isExecutableFile(atPath: "/usr/bin/curl")

    @Test(.enabled(if: hasCurl, "curl is not here"), arguments: [false, true])
    func `The user's browser is opened, and the sign-in is stored`(isPlaced: Bool) async throws {
        let tree = try TemporaryTree()
        try await FakeDrive.run { drive in
            let (anna, client) = (drive.makeAccount("anna@example.com"), drive.makeClient(.desktop))
            drive.consent = .allow(anna)
            var variables = try browser(in: tree)
            if isPlaced { variables["BROWSER"] = "/nonexistent:\(tree.path("browser").string) %s --new-tab" }
            let urls = Mutex<[String]>([])
            let google = try google(drive, variables: variables)
            let account = try await google.signIn(.browser(client: file(client.file), opens: true), scope: .file) {
                page in
                urls.withLock { $0.append(page.url) }
            }
            #expect(account.kind == .user && account.email == "anna@example.com" && account.client == client.id)
            #expect(account.isRefreshable && account.scopes == ["https://www.googleapis.com/auth/drive.file"])
            #expect(account.warnings.count == 1 && account.warnings[0].contains("7 days"))
            #expect(urls.withLock(\.count) == 1 && told.all.withLock(\.isEmpty))
            let token = try #require(drive.refreshTokens.first)
            #expect(String(decoding: try #require(credentials.secrets["google"]).bytes, as: UTF8.self).contains(token))
            let again = try await google.account()
            #expect(again.email == account.email && again.signedIn == account.signedIn)
            #expect(try await google.signOut() == .revoked)
            #expect(credentials.secrets.isEmpty && drive.refreshTokens.isEmpty)
            #expect(try await google.signOut() == .nobody)
            #expect(drive.breaches.isEmpty, "\(drive.breaches)")
        }
    }

    @Test func `If no browser can be opened, the user is told`() async throws {
        let tree = try TemporaryTree()
        try await FakeDrive.run { drive in
            let client = drive.makeClient(.desktop)
            for variables in [try browser(in: tree, "exit 3"), ["BROWSER": "/nonexistent"], ["PATH": "/nonexistent"]] {
                let google = try google(drive, variables: variables)
                let task = Task {
                    try await google.signIn(.browser(client: file(client.file), opens: true), scope: .file) { _ in }
                }
                while told.all.withLock(\.isEmpty) { await Task.yield() }
                task.cancel()
                _ = await expect(.interrupted) { _ = try await task.value }
                #expect(
                    told.all.withLock { all in
                        defer { all = [] }
                        return all.count == 1 && all[0].contains("No browser")
                    })
            }
            #expect(credentials.secrets.isEmpty)
        }
    }

    @Test func `A sign-in whose times are impossible is shown`() async throws {
        try await FakeDrive.run { drive in
            let (anna, client) = (drive.makeAccount("anna@example.com"), drive.makeClient(.desktop))
            let secret = """
                {"version": 1, "accessToken": "\(drive.makeToken(for: anna, client: client, scope: .file))",
                 "accessEnds": \(Int64.max), "signedIn": \(Int64.max),
                 "scopes": ["https://www.googleapis.com/auth/drive.file"],
                 "user": {"client": "\(client.id)", "secret": "\(client.secret)",
                          "authorizeAddress": "\(drive.address)/o/oauth2/v2/auth",
                          "tokenAddress": "\(drive.address)/token",
                          "refreshToken": "\(drive.makeRefreshToken(for: anna, client: client, scope: .file))"}}
                """
            try credentials.save(file(secret), as: "google")
            let account = try await google(drive).account()
            #expect(account.email == "anna@example.com" && account.warnings.isEmpty)
        }
    }

    @Test func `A service account signs in without a user`() async throws {
        try await FakeDrive.run { drive in
            let robot = try drive.makeServiceAccount()
            let google = try google(drive)
            let account = try await google.signIn(.serviceAccount(key: file(robot.file), subject: nil), scope: .drive) {
                _ in
                Issue.record("nothing is announced")
            }
            #expect(account.kind == .serviceAccount && account.email == robot.email && account.client == robot.email)
            #expect(account.warnings.contains { $0.contains("only to shared drives") })
            #expect(try await google.account().email == robot.email)
            #expect(try await google.signOut() == .forgotten)
            #expect(credentials.secrets.isEmpty)
        }
    }

    @Test func `A revoked sign-in gives exit status 12, with the command to type`() async throws {
        try await FakeDrive.run { drive in
            let google = try google(drive)
            let nobody = await expect(.signIn) { _ = try await google.account() }
            #expect(nobody?.remedy == .signIn(.client))
            let robot = try drive.makeServiceAccount(delegates: true)
            drive.makeAccount("anna@example.com")
            _ = try await google.signIn(
                .serviceAccount(key: file(robot.file), subject: "anna@example.com"), scope: .drive
            ) { _ in }
            drive.plant(
                .answer(400, headers: ["Content-Type": "application/json"], body: #"{"error":"invalid_grant"}"#),
                at: .matching(method: "POST", path: "/token"))
            let over = await expect(.signIn) { _ = try await google.account() }
            #expect(over?.remedy == .signIn(.serviceAccount))
            #expect(credentials.secrets["google"] != nil)
        }
    }

    @Test func `If Google does not answer, signing out removes it here and reports that`() async throws {
        try await FakeDrive.run { drive in
            let (anna, client) = (drive.makeAccount("anna@example.com"), drive.makeClient(.device))
            drive.deviceConsent = .allow(anna, afterPolls: 0)
            let clock = SteppingClock(now: Int64(Date().timeIntervalSince1970) * 1_000_000_000)
            let google = try google(drive, clock: clock)
            let account = try await google.signIn(.device(client: file(client.file)), scope: .file) { page in
                #expect(page.userCode != nil)
            }
            #expect(account.email == "anna@example.com")
            drive.plant(.status(503, reason: "backendError"), at: .matching(method: "POST", path: "/revoke"))
            guard case .notRevoked(let reason) = try await google.signOut() else {
                Issue.record("Google did not answer")
                return
            }
            #expect(reason.contains("503") && credentials.secrets.isEmpty)
        }
    }

    @Test func `Secrets that others can read are not used`() async throws {
        try await FakeDrive.run { drive in
            let google = try google(drive)
            credentials.fail(
                with: CredentialError(.exposed, "is open to others", path: "/x", remedy: .command("chmod 600 /x")))
            let error = await expect(.credentials) { _ = try await google.account() }
            #expect(
                error?.message.contains("/x is open to others") == true && error?.remedy == .command("chmod 600 /x"))
            #expect(drive.requests.isEmpty)
        }
    }

    @Test func `An endpoint over http to another machine is refused`() throws {
        var settings = GoogleSettings()
        settings.endpoint = "http://example.com"
        let error = #expect(throws: SettingError.self) {
            _ = try LiveGoogleSignIn(
                settings: settings, variables: [:], credentials: credentials, clock: SteppingClock(now: 0),
                random: { 0 },
                note: { _ in })
        }
        #expect(error?.key == "api-endpoint")
    }

    @Test func `An API that is not enabled is named, and the sign-in is kept`() async throws {
        try await FakeDrive.run { drive in
            let robot = try drive.makeServiceAccount()
            drive.plant(
                .status(403, reason: "accessNotConfigured"), at: .matching(method: "GET", path: "/drive/v3/about"))
            let google = try google(drive)
            let error = await expect(.google) {
                _ = try await google.signIn(.serviceAccount(key: file(robot.file), subject: nil), scope: .file) { _ in }
            }
            #expect(error?.message.contains("enable the Google Drive API") == true)
            #expect(try await google.account().email == robot.email)
        }
    }
}
