import GoogleDrive
import PhotoModel
import PhotoPipeline

/// Stores the sign-in to Google as a secret.
struct CredentialTokens: TokenStore {
    /// The secret's name.
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
