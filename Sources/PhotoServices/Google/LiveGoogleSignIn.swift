import GoogleDrive
import PhotoModel
package import PhotoPipeline

/// Signs in to Google, and stores the sign-in as a secret.
package struct LiveGoogleSignIn: GoogleSignIn {
    private let settings: GoogleSettings
    private let variables: [String: String]
    private let credentials: any CredentialStore
    private let clock: any Clock
    private let random: @Sendable () -> UInt64
    private let note: @Sendable (String) -> Void

    /// A sign-in that has opened and asked nothing yet.
    ///
    /// - Parameters:
    ///   - variables: the environment: proxies, certificates, the browser.
    ///   - random: returns numbers that nobody can guess.
    /// - Throws: where the endpoint is no address, or http to another machine.
    package init(
        settings: GoogleSettings, variables: [String: String], credentials: any CredentialStore, clock: any Clock,
        random: @escaping @Sendable () -> UInt64, note: @escaping @Sendable (String) -> Void
    ) throws(SettingError) {
        do throws(DriveError) {
            _ = try WebAddress(settings.endpoint)
        } catch {
            throw SettingError(
                table: GoogleSettings.table, key: GoogleSettings.endpointKey, message: terminalSafe(error.message))
        }
        self.settings = settings
        self.variables = variables
        self.credentials = credentials
        self.clock = clock
        self.random = random
        self.note = note
    }

    package func signIn(
        _ way: GoogleSignInWay, scope: GoogleScope, announce: @escaping @Sendable (GoogleAuthorization) async -> Void
    ) async throws(PipelineError) -> GoogleAccount {
        let login: Remedy.GoogleLogin = if case .serviceAccount = way { .serviceAccount } else { .client }
        do throws(DriveError) {
            let google = try connection()
            let saved = try await saved(way, scope, google.server, announce)
            let store = google.store
            try await store.exclusively { () async throws(DriveError) in try await store.save(saved.stored) }
            return try await described(saved, google)
        } catch {
            throw PipelineError(error, login: login)
        }
    }

    private func saved(
        _ way: GoogleSignInWay, _ scope: GoogleScope, _ server: TokenServer,
        _ announce: @escaping @Sendable (GoogleAuthorization) async -> Void
    ) async throws(DriveError) -> SavedSignIn {
        let wanted = scope == .drive ? DriveScope.all : .file
        switch way {
        case .serviceAccount(let key, let subject):
            return try await server.signIn(try ServiceAccount(file: key.bytes, subject: subject), scope: wanted)
        case .device(let client):
            let flow = DeviceSignIn(client: try OAuthClient(file: client.bytes), server: server)
            return try await flow.run { (page, code) async throws(DriveError) in
                await announce(GoogleAuthorization(url: page, userCode: code))
            }
        case .browser(let client, let opens):
            let flow = BrowserSignIn(
                client: try OAuthClient(file: client.bytes), scope: wanted, server: server, random: random)
            return try await byBrowser(flow, opens: opens, announce)
        }
    }

    /// The browser is watched during the sign-in, and left alone afterwards.
    private func byBrowser(
        _ flow: BrowserSignIn, opens: Bool, _ announce: @escaping @Sendable (GoogleAuthorization) async -> Void
    ) async throws(DriveError) -> SavedSignIn {
        let (pages, continuation) = AsyncStream.makeStream(of: String.self)
        let browser = Browser(variables: variables, clock: clock)
        let note = note
        let watching = Task {
            for await page in pages {
                if await browser.open(page) || Task.isCancelled { return }
                note("No browser could be opened; open the address in a browser on this machine")
            }
        }
        defer {
            continuation.finish()
            watching.cancel()
        }
        return try await flow.run { (page) async throws(DriveError) in
            await announce(GoogleAuthorization(url: page))
            if opens { continuation.yield(page) }
        }
    }

    package func account() async throws(PipelineError) -> GoogleAccount {
        var login = Remedy.GoogleLogin.client
        do throws(DriveError) {
            let google = try connection()
            if case .serviceAccount? = try await google.saved()?.way { login = .serviceAccount }
            return try await described(try await google.tokens().renewed(), google)
        } catch {
            throw PipelineError(error, login: login)
        }
    }

    package func signOut() async throws(PipelineError) -> GoogleSignOut {
        do throws(DriveError) {
            let store = CredentialTokens(credentials: credentials, clock: clock)
            guard let text = try await store.read() else { return .nobody }
            let saved = try? SavedSignIn(stored: text)
            var outcome = GoogleSignOut.forgotten
            if let saved, case .user = saved.way {
                do throws(DriveError) {
                    try await connection().server.revoke(saved)
                    outcome = .revoked
                } catch {
                    if error.kind == .cancelled { throw error }
                    outcome = .notRevoked(terminalSafe(error.message))
                }
            }
            try await store.exclusively { () async throws(DriveError) in try await store.remove() }
            return outcome
        } catch {
            throw PipelineError(error)
        }
    }

    // MARK: - Parts

    private func connection() throws(DriveError) -> GoogleConnection {
        try GoogleConnection(settings, variables: variables, credentials: credentials, clock: clock, note: note)
    }

    private func described(
        _ saved: SavedSignIn, _ google: GoogleConnection
    ) async throws(DriveError) -> GoogleAccount {
        GoogleAccount(saved, try await google.client(google.tokens()).about(), now: clock.now)
    }
}
