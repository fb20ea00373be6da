import GoogleDrive
import PhotoModel
import PhotoPipeline

/// The way to Google: who asks, by whose sign-in, and at which addresses. Nothing is opened or asked before a call.
struct GoogleConnection {
    /// The address above Drive's own.
    let endpoint: WebAddress
    /// Where the sign-in is kept.
    let store: CredentialTokens
    let clock: any Clock
    /// What gives tokens, and renews them.
    let server: TokenServer
    private let wire: any Wire
    private let note: @Sendable (String) -> Void

    /// - Parameters:
    ///   - settings: how Google is reached.
    ///   - variables: the environment: proxies and certificates.
    ///   - credentials: where the sign-in is kept.
    ///   - clock: the time.
    ///   - note: told what the user has to know.
    /// - Throws: `settings` for addresses and proxies with which nothing can be done.
    init(
        _ settings: GoogleSettings, variables: [String: String], credentials: any CredentialStore, clock: any Clock,
        note: @escaping @Sendable (String) -> Void
    ) throws(DriveError) {
        endpoint = try WebAddress(settings.endpoint)
        let time = TimeSource(now: { clock.now }) { try await clock.sleep(for: $0) }
        let live = LiveWire(
            try LiveWire.Settings(variables: variables, timeout: settings.timeout, agent: "workphotos"))
        wire = PatientWire(live, time: time)
        store = CredentialTokens(credentials: credentials, clock: clock)
        server = TokenServer(wire: live, time: time, note: note)
        self.clock = clock
        self.note = note
    }

    /// The tokens of who is signed in.
    ///
    /// - Parameter saves: whether renewed ones are kept.
    /// - Returns: what gives them.
    func tokens(saves: Bool = true) -> GoogleTokens {
        GoogleTokens(store: store, server: server, saves: saves, note: note)
    }

    /// Drive's calls, by some tokens.
    func client(_ tokens: GoogleTokens) -> DriveClient { DriveClient(endpoint: endpoint, wire: wire, tokens: tokens) }

    /// Who is signed in, as it is kept; nil where nobody is.
    func saved() async throws(DriveError) -> SavedSignIn? {
        guard let text = try await store.read() else { return nil }
        return try SavedSignIn(stored: text)
    }
}
