import FoundationEssentials

/// A sign-in for a machine without a browser: the user enters a code on a page in any other browser (RFC 8628).
package struct DeviceSignIn: Sendable {
    private let client: OAuthClient
    private let server: TokenServer

    /// - Parameter client: of the type "TVs and Limited Input devices".
    package init(client: OAuthClient, server: TokenServer) {
        self.client = client
        self.server = server
    }

    private struct Codes: Decodable {
        let device_code: String
        let user_code: String
        let verification_url: String?
        let verification_uri: String?
        let expires_in: Int64
        let interval: Int64?
    }

    /// Waits until the user has entered the code and decided. The scope is `drive.file`, the only one of Drive that the
    /// device flow allows.
    ///
    /// - Returns: the sign-in; not stored yet.
    /// - Throws: `denied`, `expired`, `scope`, `cancelled`, and the servers' errors.
    package func run(
        announce: @escaping @Sendable (_ address: String, _ code: String) async throws(DriveError) -> Void
    ) async throws(DriveError) -> SavedSignIn {
        let codes = try await codes()
        guard let page = codes.verification_url ?? codes.verification_uri else {
            throw DriveError(.answer, "the answer to the device's sign-in has no verification_url")
        }
        let end = server.time.now() + min(max(codes.expires_in, 0), 86_400) * 1_000_000_000
        try await announce(page, codes.user_code)
        return try await poll(codes, until: end)
    }

    private func codes() async throws(DriveError) -> Codes {
        do throws(DriveError) {
            return try await server.ask(
                [("client_id", client.id), ("scope", DriveScope.file.address)], at: client.deviceAddress, secrets: [],
                for: "the device's sign-in")
        } catch {
            throw Self.explained(error)
        }
    }

    private func poll(_ codes: Codes, until end: Int64) async throws(DriveError) -> SavedSignIn {
        var form = [
            ("client_id", client.id), ("device_code", codes.device_code),
            ("grant_type", "urn:ietf:params:oauth:grant-type:device_code"),
        ]
        if let secret = client.secret { form.append(("client_secret", secret.text)) }
        let secrets = [HiddenText(codes.device_code)] + [client.secret].compactMap(\.self)
        var interval = Duration.seconds(min(max(codes.interval ?? 5, 1), 3_600))
        var pause = interval
        while true {
            try await server.time.wait(pause)
            if server.time.now() >= end {
                throw DriveError(.expired, "the code expired before it was typed")
            }
            do throws(DriveError) {
                let tokens: TokenServer.Tokens = try await server.ask(
                    form, at: client.tokenAddress, secrets: secrets, for: "the device's sign-in")
                return try server.signIn(tokens, client: client, asked: .file)
            } catch {
                switch error.reason {
                case "authorization_pending": break
                // RFC 8628, section 3.5: the interval grows for this request and all later ones.
                case "slow_down": interval += .seconds(5)
                default:
                    guard error.mayPass else { throw Self.explained(error) }
                    interval += .seconds(5)
                }
                pause = max(interval, error.retryAfter ?? .zero)
            }
        }
    }

    private static func explained(_ error: DriveError) -> DriveError {
        var error = error
        if error.reason == "access_denied" { error.message = "access was denied on Google's page" }
        if error.reason == "expired_token" { error.message = "the code expired before it was typed" }
        if error.reason == "invalid_client" {
            error.message +=
                "; --device needs a client of the type \"TVs and Limited Input devices\", not a desktop client"
        }
        return error
    }
}
