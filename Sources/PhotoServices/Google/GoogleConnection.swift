import GoogleDrive
import PhotoModel
import PhotoPipeline

/// The connection to Google: client, sign-in and addresses. Nothing is opened or asked before a call.
struct GoogleConnection {
    /// The address above Drive's own.
    let endpoint: WebAddress
    /// Where the sign-in is stored.
    let store: CredentialTokens
    let clock: any Clock
    /// Issues and renews tokens.
    let server: TokenServer
    private let wire: any Wire
    private let note: @Sendable (String) -> Void

    /// - Parameters:
    ///   - settings: how Google is reached.
    ///   - variables: the environment: proxies and certificates.
    ///   - credentials: where the sign-in is stored.
    ///   - clock: the time.
    ///   - note: called with what the user has to know.
    /// - Throws: `settings` for addresses and proxies that cannot be used.
    init(
        _ settings: GoogleSettings, variables: [String: String], credentials: any CredentialStore, clock: any Clock,
        note: @escaping @Sendable (String) -> Void
    ) throws(DriveError) {
        endpoint = try WebAddress(settings.endpoint)
        let time = TimeSource(now: { clock.now }) { try await clock.sleep(for: $0) }
        let live = try LiveWire(
            try LiveWire.Settings(variables: variables, timeout: settings.timeout, agent: "workphotos"))
        wire = PatientWire(live, time: time)
        store = CredentialTokens(credentials: credentials, clock: clock)
        server = TokenServer(wire: live, time: time, note: note)
        self.clock = clock
        self.note = note
    }

    /// The tokens of the signed-in account.
    ///
    /// - Parameter saves: whether renewed tokens are stored.
    /// - Returns: the tokens.
    func tokens(saves: Bool = true) -> GoogleTokens {
        GoogleTokens(store: store, server: server, saves: saves, note: note)
    }

    /// Drive's calls, with some tokens.
    func client(_ tokens: GoogleTokens) -> DriveClient { DriveClient(endpoint: endpoint, wire: wire, tokens: tokens) }

    /// The stored sign-in; nil if nobody is signed in.
    func saved() async throws(DriveError) -> SavedSignIn? {
        guard let text = try await store.read() else { return nil }
        return try SavedSignIn(stored: text)
    }
}
