import Crypto
import FoundationEssentials

/// A sign-in with a browser on this machine: RFC 8252, with PKCE (RFC 7636).
package struct BrowserSignIn: Sendable {
    /// How long to wait for Google's answer.
    package static let patience = Duration.seconds(300)
    private let client: OAuthClient
    private let scope: DriveScope
    private let server: TokenServer
    private let random: @Sendable () -> UInt64

    /// - Parameter random: cryptographically random numbers.
    package init(
        client: OAuthClient, scope: DriveScope, server: TokenServer, random: @escaping @Sendable () -> UInt64
    ) {
        self.client = client
        self.scope = scope
        self.server = server
        self.random = random
    }

    /// Waits until the user has decided.
    ///
    /// - Parameter announce: called with the address to open in a browser of this machine.
    /// - Returns: the sign-in; not stored yet.
    /// - Throws: `denied`, `expired` after five minutes without an answer, `scope`, `cancelled`, and the servers'
    ///   errors.
    package func run(
        announce: @escaping @Sendable (String) async throws(DriveError) -> Void
    ) async throws(DriveError) -> SavedSignIn {
        let (state, verifier) = (secret(), secret())
        let listener = try await LoopbackListener.start(state: HiddenText(state))
        let code: HiddenText
        do throws(DriveError) {
            try await announce(address(listener.address, state: state, verifier: verifier))
            code = try await answer(listener)
        } catch {
            await listener.stop()
            throw error
        }
        await listener.stop()
        var form = [
            ("client_id", client.id), ("code", code.text), ("code_verifier", verifier),
            ("grant_type", "authorization_code"), ("redirect_uri", listener.address),
        ]
        if let secret = client.secret { form.append(("client_secret", secret.text)) }
        let secrets = [code, HiddenText(verifier), HiddenText(state)] + [client.secret].compactMap(\.self)
        let tokens: TokenServer.Tokens = try await server.ask(
            form, at: client.tokenAddress, secrets: secrets, for: "the sign-in")
        return try server.signIn(tokens, client: client, asked: scope)
    }

    private func answer(_ listener: LoopbackListener) async throws(DriveError) -> HiddenText {
        let time = server.time
        let result = await withTaskGroup(of: Result<HiddenText, DriveError>.self) { tasks in
            tasks.addTask { await listener.answer() }
            tasks.addTask {
                do throws(DriveError) {
                    try await time.wait(Self.patience)
                    return .failure(DriveError(.expired, "nobody signed in within five minutes"))
                } catch {
                    return .failure(error)
                }
            }
            defer { tasks.cancelAll() }
            return await tasks.next() ?? .failure(DriveError(.cancelled, "stopped"))
        }
        return try result.get()
    }

    private func address(_ redirect: String, state: String, verifier: String) -> String {
        let challenge = base64URL(Array(SHA256.hash(data: Array(verifier.utf8))))
        return client.authorizeAddress.asking([
            ("client_id", client.id), ("redirect_uri", redirect), ("response_type", "code"), ("scope", scope.address),
            ("code_challenge", challenge), ("code_challenge_method", "S256"), ("state", state),
            // Without both parameters, Google issues no refresh token to a user who has consented before.
            ("access_type", "offline"), ("prompt", "consent"),
        ]).text
    }

    /// 256 random bits as 43 characters.
    private func secret() -> String {
        var bytes: [UInt8] = []
        for _ in 0..<4 {
            let number = random()
            for index in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * UInt64(index)))) }
        }
        return base64URL(bytes)
    }
}
