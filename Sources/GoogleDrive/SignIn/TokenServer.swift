import FoundationEssentials

/// The token endpoint of OAuth (RFC 6749, section 3.2).
package struct TokenServer: Sendable {
    private static let longestAnswer = 1 << 20
    /// How wrong the clock may be, in seconds, before the user is told.
    private static let tolerance: Int64 = 60
    private let wire: any Wire
    let time: TimeSource
    private let note: @Sendable (String) -> Void

    /// - Parameter note: called with what the user must know, such as that the clock is wrong.
    package init(wire: any Wire, time: TimeSource, note: @escaping @Sendable (String) -> Void) {
        self.wire = wire
        self.time = time
        self.note = note
    }

    struct Tokens: Decodable {
        let access_token: String
        let expires_in: Int64?
        let refresh_token: String?
        let refresh_token_expires_in: Int64?
        let scope: String?

        private enum Key: String, CodingKey {
            case access_token, expires_in, refresh_token, refresh_token_expires_in, scope
        }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: Key.self)
            access_token = try Self.token(.access_token, members.decode(String.self, forKey: .access_token))
            expires_in = try members.decodeIfPresent(Int64.self, forKey: .expires_in)
            refresh_token = try members.decodeIfPresent(String.self, forKey: .refresh_token).map {
                try Self.token(.refresh_token, $0)
            }
            refresh_token_expires_in = try members.decodeIfPresent(Int64.self, forKey: .refresh_token_expires_in)
            scope = try members.decodeIfPresent(String.self, forKey: .scope)
        }

        /// Checks a token: only visible ASCII and spaces are valid (RFC 6749, appendixes A.12 and A.17), and nothing
        /// else can be sent.
        private static func token(_ key: Key, _ text: String) throws -> String {
            if !text.isEmpty, text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return text }
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: [key], debugDescription: "it is no token"))
        }
    }

    /// Posts a form.
    ///
    /// - Parameter secrets: the values to keep out of errors.
    /// - Returns: the answer, whatever its status, and its body.
    func post(
        _ form: [(name: String, value: String)], to address: WebAddress, secrets: [HiddenText]
    ) async throws(DriveError) -> (WireAnswer, [UInt8]) {
        let answer = try await wire.send(
            WireRequest(
                .post, address,
                headers: [("Content-Type", "application/x-www-form-urlencoded"), ("Accept", "application/json")],
                body: .bytes(Array(formEncoded(form).utf8)), secrets: secrets))
        return (answer, try await answer.body.collect(upTo: Self.longestAnswer))
    }

    /// Posts a form and decodes the answer. Any status other than 200 is an error.
    func ask<Value: Decodable>(
        _ form: [(name: String, value: String)], at address: WebAddress, secrets: [HiddenText], for what: String
    ) async throws(DriveError) -> Value {
        let (answer, body) = try await post(form, to: address, secrets: secrets)
        guard answer.status == 200 else { throw error(answer, body, address, secrets) }
        return try JSONAnswer.decode(body, of: answer, to: what)
    }

    /// The error of a refusal (RFC 6749, section 5.2; RFC 8628, section 3.5; and Google's own codes).
    func error(
        _ answer: WireAnswer, _ body: [UInt8], _ address: WebAddress, _ secrets: [HiddenText]
    ) -> DriveError {
        var error = DriveErrors.error(answer, body: body, host: address.host, secrets: secrets)
        let word = error.reason.map { " (\($0))" } ?? ""
        switch error.reason {
        case "invalid_grant":
            error.kind = .signIn
            if let skew = skew(answer), abs(skew) > Self.tolerance {
                error.message += "; the clock of this machine is \(Self.words(skew)), which may be the cause"
            }
        case "invalid_client", "unauthorized_client", "deleted_client", "disabled_client": error.kind = .signIn
        case "access_denied", "admin_policy_enforced", "org_internal": error.kind = .denied
        case "invalid_scope": error.kind = .scope
        case "expired_token": error.kind = .expired
        case "rate_limit_exceeded": error.kind = .rateLimit
        default: return error
        }
        error.message += word
        return error
    }

    /// How far the server's clock is ahead of this machine's, in seconds; nil if the answer has no date.
    func skew(_ answer: WireAnswer) -> Int64? {
        answer.header("Date").flatMap(HTTPDate.seconds).map { $0 - time.seconds }
    }

    private static func words(_ skew: Int64) -> String {
        let amount = abs(skew)
        let length =
            amount < 7_200 ? "\(amount / 60) min" : amount < 172_800 ? "\(amount / 3_600) h" : "\(amount / 86_400) days"
        return "\(length) \(skew > 0 ? "slow" : "fast")"
    }

    /// Creates the sign-in from newly issued tokens.
    ///
    /// - Throws: `scope` if the user did not grant access to Drive.
    func signIn(_ tokens: Tokens, client: OAuthClient, asked: DriveScope) throws(DriveError) -> SavedSignIn {
        let now = time.now()
        let scopes = tokens.scope.map { $0.split(separator: " ").map(String.init) } ?? [asked.address]
        guard asked.isGranted(by: scopes) else {
            throw DriveError(
                .scope, "access to Drive was not granted on Google's page; sign in again and leave its box ticked")
        }
        return SavedSignIn(
            way: .user(client, refreshToken: tokens.refresh_token.map { HiddenText($0) }),
            accessToken: HiddenText(tokens.access_token), accessEnds: Self.end(tokens.expires_in ?? 3_600, after: now),
            scopes: scopes, signedIn: now,
            refreshEnds: tokens.refresh_token_expires_in.map { Self.end($0, after: now) })
    }

    /// The moment after a number of seconds, clamped if the number is too large.
    private static func end(_ seconds: Int64, after now: Int64) -> Int64 {
        now + min(max(seconds, 0), 3_000_000_000) * 1_000_000_000
    }

    /// Obtains another access token for a sign-in.
    ///
    /// - Throws: `signIn` if the sign-in has ended; the error that keeps the server from answering.
    package func refreshed(_ saved: SavedSignIn) async throws(DriveError) -> SavedSignIn {
        switch saved.way {
        case .user(_, nil):
            throw DriveError(.signIn, "the sign-in has ended, and Google gave no refresh token")
        case .user(let client, let token?):
            var form = [("client_id", client.id), ("grant_type", "refresh_token"), ("refresh_token", token.text)]
            if let secret = client.secret { form.append(("client_secret", secret.text)) }
            let tokens: Tokens = try await ask(
                form, at: client.tokenAddress, secrets: saved.secrets, for: "the renewal of the sign-in")
            return renewed(saved, by: tokens)
        case .serviceAccount(let account):
            let scope = DriveScope.all.isGranted(by: saved.scopes) ? DriveScope.all : .file
            return renewed(saved, by: try await tokens(for: account, scope: scope))
        }
    }

    private func renewed(_ saved: SavedSignIn, by tokens: Tokens) -> SavedSignIn {
        var saved = saved
        let now = time.now()
        saved.accessToken = HiddenText(tokens.access_token)
        saved.accessEnds = Self.end(tokens.expires_in ?? 3_600, after: now)
        if let scope = tokens.scope, !scope.isEmpty { saved.scopes = scope.split(separator: " ").map(String.init) }
        if let seconds = tokens.refresh_token_expires_in { saved.refreshEnds = Self.end(seconds, after: now) }
        // Google keeps the refresh token. If a server issues a new one, the old one is invalid (RFC 6749, section 6).
        if case .user(let client, _) = saved.way, let token = tokens.refresh_token {
            saved.way = .user(client, refreshToken: HiddenText(token))
        }
        return saved
    }

    /// Signs in a service account.
    package func signIn(_ account: ServiceAccount, scope: DriveScope) async throws(DriveError) -> SavedSignIn {
        let tokens = try await tokens(for: account, scope: scope)
        let now = time.now()
        return SavedSignIn(
            way: .serviceAccount(account), accessToken: HiddenText(tokens.access_token),
            accessEnds: Self.end(tokens.expires_in ?? 3_600, after: now),
            scopes: tokens.scope.map { $0.split(separator: " ").map(String.init) } ?? [scope.address], signedIn: now)
    }

    /// Exchanges an assertion for tokens. An assertion contains times, so a wrong clock invalidates it; it is then made
    /// again with the server's time.
    private func tokens(for account: ServiceAccount, scope: DriveScope) async throws(DriveError) -> Tokens {
        var now = time.seconds
        var isCorrected = false
        while true {
            let assertion = try account.assertion(scope: scope, now: now)
            let secrets = [assertion, account.key]
            let (answer, body) = try await post(
                [("grant_type", "urn:ietf:params:oauth:grant-type:jwt-bearer"), ("assertion", assertion.text)],
                to: account.tokenAddress, secrets: secrets)
            if answer.status == 200 {
                return try JSONAnswer.decode(body, of: answer, to: "the sign-in of the service account")
            }
            let error = error(answer, body, account.tokenAddress, secrets)
            guard !isCorrected, error.reason == "invalid_grant", let skew = skew(answer), abs(skew) > Self.tolerance
            else {
                throw error
            }
            note("The clock of this machine is \(Self.words(skew)); Google's time is taken to sign in")
            now += skew
            isCorrected = true
        }
    }

    /// Revokes a sign-in at Google, which invalidates all its tokens.
    ///
    /// - Parameter saved: the sign-in. A service account has nothing to revoke: its key is removed in Google's console.
    /// - Throws: the error that keeps the server from revoking it. A sign-in that has already ended is not an error.
    package func revoke(_ saved: SavedSignIn) async throws(DriveError) {
        guard case .user(let client, let token) = saved.way else { return }
        let revoked = token ?? saved.accessToken
        let address = client.revokeAddress
        let (answer, body) = try await post([("token", revoked.text)], to: address, secrets: saved.secrets)
        if (200..<300).contains(answer.status) { return }
        let error = error(answer, body, address, saved.secrets)
        if error.reason == "invalid_token" || error.reason == "invalid_grant" { return }
        throw error
    }
}

/// The scope of a sign-in.
package enum DriveScope: String, CaseIterable, Sendable {
    /// Only files and folders that this client created.
    case file = "drive.file"
    /// The user's whole Drive, including shared drives.
    case all = "drive"

    /// Google's name of the scope.
    package var address: String { "https://www.googleapis.com/auth/\(rawValue)" }

    /// Whether the granted scopes include this one.
    package func isGranted(by scopes: [String]) -> Bool {
        scopes.contains(address) || (self == .file && scopes.contains(DriveScope.all.address))
    }
}
