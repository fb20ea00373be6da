import GoogleDrive
import PhotoModel
package import PhotoPipeline

/// The connection to Google: client, sign-in and addresses. Nothing is opened or asked before a call.
struct GoogleConnection {
    /// The address above Drive's own.
    let endpoint: WebAddress
    let store: CredentialTokens
    let clock: any Clock
    let server: TokenServer
    private let wire: any Wire
    private let note: @Sendable (String) -> Void

    /// - Parameter variables: the environment: proxies and certificates.
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
    func tokens(saves: Bool = true) -> GoogleTokens {
        GoogleTokens(store: store, server: server, saves: saves, note: note)
    }

    func client(_ tokens: GoogleTokens) -> DriveClient { DriveClient(endpoint: endpoint, wire: wire, tokens: tokens) }

    /// The stored sign-in; nil if nobody is signed in.
    func saved() async throws(DriveError) -> SavedSignIn? {
        guard let text = try await store.read() else { return nil }
        return try SavedSignIn(stored: text)
    }
}

extension PipelineError {
    /// An error of Google's, escaped for a terminal, with its remedy.
    init(_ error: DriveError, login: Remedy.GoogleLogin = .client) {
        let kind: Kind =
            switch error.kind {
            case .signIn, .denied, .expired, .scope: .signIn
            case .rateLimit, .dailyLimit, .storageFull: .quota
            case .settings, .library: .configuration
            case .storage: .credentials
            case .cancelled: .interrupted
            default: .google
            }
        var message = terminalSafe(error.message)
        if error.kind == .apiDisabled {
            message += "; enable the Google Drive API for the client's project in Google's console"
        }
        let text = message.prefix(1).uppercased() + message.dropFirst()
        self.init(kind, text, remedy: error.next.map { .command($0) } ?? (kind == .signIn ? .signIn(login) : nil))
    }
}

struct CredentialTokens: TokenStore {
    static let name = GoogleAccount.secretName
    /// How long to wait while another program renews a token.
    private static let patience = Duration.seconds(120)

    let credentials: any CredentialStore
    let clock: any Clock

    func read() async throws(DriveError) -> HiddenText? {
        try call { () throws(CredentialError) in try credentials.read(Self.name) }
            .map { HiddenText(String(decoding: $0.bytes, as: UTF8.self)) }
    }

    func save(_ text: HiddenText) async throws(DriveError) {
        try call { () throws(CredentialError) in try credentials.save(Secret(Array(text.text.utf8)), as: Self.name) }
    }

    func remove() async throws(DriveError) {
        try call { () throws(CredentialError) in try credentials.remove(Self.name) }
    }

    func exclusively<Value: Sendable>(
        _ body: @Sendable () async throws(DriveError) -> Value
    ) async throws(DriveError) -> Value {
        let start = clock.uptime
        var lock: (any CredentialLock)?
        while lock == nil, clock.uptime - start < Int64(Self.patience / .nanoseconds(1)) {
            lock = try call { () throws(CredentialError) in try credentials.lock(Self.name) }
            if lock != nil { break }
            do {
                try await clock.sleep(for: .milliseconds(20))
            } catch {
                throw DriveError(.cancelled, "stopped")
            }
        }
        let value = try await body()
        withExtendedLifetime(lock) {}
        return value
    }

    private func call<Value>(_ body: () throws(CredentialError) -> Value) throws(DriveError) -> Value {
        do throws(CredentialError) {
            return try body()
        } catch {
            let place = error.path.map { "\(terminalSafe($0.bytes)) " } ?? ""
            let next: String? = if case .command(let text) = error.remedy { text } else { nil }
            throw DriveError(.storage, place + error.detail, next: next)
        }
    }
}

/// How Google is reached, for Drive and for signing in: `[google]` of the configuration.
package struct GoogleSettings: Hashable, Sendable {
    /// The name of the table.
    static let table = "google"
    /// The keys of the table.
    static var keys: [KindSetting] {
        let usual = GoogleSettings()
        return [
            KindSetting(endpointKey, .text(usual.endpoint)),
            KindSetting(timeoutKey, .duration(usual.timeout, in: .seconds(1) ... .seconds(3_600))),
        ]
    }
    static let endpointKey = "api-endpoint"
    private static let timeoutKey = "timeout"

    /// The address above Drive's own, as in Google's clients. Validated where it is used.
    package var endpoint = "https://www.googleapis.com"
    /// How long a request may make no progress before it is given up.
    package var timeout = Duration.seconds(60)

    /// The default settings.
    package init() {}

    /// The settings of the kind `drive`.
    package init(_ settings: DestinationSettings) {
        let table = settings.tables[DriveKind.name, default: [:]]
        if case .text(let text)? = table[Self.endpointKey] { endpoint = text }
        if case .duration(let duration)? = table[Self.timeoutKey] { timeout = duration }
    }
}
