internal import Crypto

/// The token endpoint (RFC 6749 3.2; developers.google.com/identity/protocols/oauth2/native-app).
extension World {
    private static let deviceGrant = "urn:ietf:params:oauth:grant-type:device_code"
    private static let assertionGrant = "urn:ietf:params:oauth:grant-type:jwt-bearer"

    /// Answers a request to `/token`.
    ///
    /// - Parameters:
    ///   - request: the request, with a form.
    ///   - address: the fake's address, which may be the audience of an assertion.
    /// - Returns: tokens, or an error.
    mutating func answerToken(_ request: ReceivedRequest, address: String, now: Int) -> Answer {
        var form = request.form
        if let (id, secret) = Self.basic(request) {
            form["client_id"] = id
            form["client_secret"] = secret
        }
        do throws(SignInError) {
            guard request.method == "POST", !form.isEmpty else {
                journal.breach(.wrongBody, request.number, "/token takes a form by POST")
                throw SignInError(400, "invalid_request", "Bad Request")
            }
            switch form["grant_type"] {
            case "authorization_code": return try exchange(form, now)
            case "refresh_token": return try refresh(form, request, now)
            case Self.deviceGrant: return try poll(form, request, now)
            case Self.assertionGrant: return try assertion(form, address: address, now)
            default: throw SignInError(400, "unsupported_grant_type", "Invalid grant_type: \(form["grant_type"] ?? "")")
            }
        } catch {
            return error.answer
        }
    }

    /// The client's id and secret in a header (RFC 6749, 2.3.1), equivalent to those in the form.
    private static func basic(_ request: ReceivedRequest) -> (id: String, secret: String)? {
        let words = request.header("authorization")?.split(separator: " ") ?? []
        guard words.count == 2, words[0].lowercased() == "basic", let bytes = Base64URL.bytes(words[1]) else {
            return nil
        }
        let halves = String(decoding: bytes, as: UTF8.self).split(separator: ":", maxSplits: 1)
        guard halves.count == 2, let id = AddressText.decoded(halves[0]), let secret = AddressText.decoded(halves[1])
        else {
            return nil
        }
        return (id, secret)
    }

    /// The client in a form, whose secret must match. Google requires the secret of installed programs too.
    private func client(_ form: [String: String]) throws(SignInError) -> ClientRecord {
        guard let client = clients[form["client_id"] ?? ""] else {
            throw SignInError(401, "invalid_client", "The OAuth client was not found.")
        }
        guard form["client_secret"] == client.secret else {
            throw SignInError(401, "invalid_client", "The provided client secret is invalid.")
        }
        return client
    }

    private mutating func exchange(_ form: [String: String], _ now: Int) throws(SignInError) -> Answer {
        let client = try client(form)
        // A code is valid once.
        guard let code = signIn.codes.removeValue(forKey: form["code"] ?? ""), code.client == client.id,
            code.deadline > now
        else { throw SignInError(400, "invalid_grant", "Malformed auth code.") }
        guard form["redirect_uri"] == code.redirect else {
            throw SignInError(400, "redirect_uri_mismatch", "Bad Request")
        }
        if let challenge = code.challenge {
            let verifier = form["code_verifier"] ?? ""
            guard (43...128).contains(verifier.utf8.count) else {
                throw SignInError(400, "invalid_grant", "Missing code verifier.")
            }
            guard Base64URL.text(SHA256.hash(data: Array(verifier.utf8))) == challenge else {
                throw SignInError(400, "invalid_grant", "Invalid code verifier.")
            }
        }
        return grant(client.id, code.email, code.scopes, withRefresh: code.isOffline, now)
    }

    private mutating func refresh(
        _ form: [String: String], _ request: ReceivedRequest, _ now: Int
    ) throws(SignInError) -> Answer {
        let client = try client(form)
        let text = form["refresh_token"] ?? ""
        guard let token = signIn.refreshTokens[text], token.client == client.id, !token.isRevoked,
            token.deadline.map({ $0 > now }) ?? true
        else {
            if !signIn.answeredDead.insert(text).inserted {
                journal.breach(
                    .deadTokenAgain, request.number, "this refresh token was answered with invalid_grant before")
            }
            throw SignInError.badGrant
        }
        let asked = Set((form["scope"] ?? "").split(separator: " ").map(String.init))
        guard asked.isSubset(of: token.scopes) else { throw SignInError(400, "invalid_scope", "Bad Request") }
        return grant(client.id, token.email, asked.isEmpty ? token.scopes : asked, withRefresh: false, now)
    }

    /// Issues tokens. Refresh tokens of a client in "Testing" are valid for seven days
    /// (developers.google.com/identity/protocols/oauth2#expiration).
    mutating func grant(
        _ client: String, _ email: String, _ scopes: Set<String>, withRefresh: Bool, _ now: Int
    ) -> Answer {
        let caller = Caller(email: email, client: client, scopes: scopes)
        var members: [JSON.Member] = [
            .init("access_token", .string(newAccessToken(caller, until: now + 3_599_000))), .init("expires_in", 3599),
            .init("scope", .string(scopes.sorted().joined(separator: " "))), .init("token_type", "Bearer"),
        ]
        if withRefresh {
            let isTesting = clients[client]?.isTesting == true
            members.append(
                .init("refresh_token", .string(newRefreshToken(caller, isTesting ? now + 604_800_000 : nil))))
            if isTesting { members.append(.init("refresh_token_expires_in", 604_799)) }
        }
        return .json(.object(members))
    }

    mutating func newAccessToken(_ caller: Caller, until deadline: Int) -> String {
        let token = "ya29.a0" + letters(80)
        signIn.accessTokens[token] = .init(caller: caller, deadline: deadline)
        return token
    }

    mutating func newRefreshToken(_ caller: Caller, _ deadline: Int?) -> String {
        let token = "1//0" + letters(60)
        signIn.refreshTokens[token] = .init(
            client: caller.client, email: caller.email, scopes: caller.scopes, deadline: deadline)
        return token
    }

    /// Answers a request to `/revoke` (RFC 7009). Revokes all tokens of the token's client and account.
    mutating func answerRevocation(_ request: ReceivedRequest) -> Answer {
        let token = request.form["token"] ?? request.parameter("token") ?? ""
        let refresh = signIn.refreshTokens[token]
        let access = signIn.accessTokens[token]?.caller
        guard let client = refresh?.client ?? access?.client, let email = refresh?.email ?? access?.email,
            refresh?.isRevoked != true
        else { return SignInError(400, "invalid_token", "Token expired or revoked").answer }
        signIn.granted.remove(client + " " + email)
        for (name, token) in signIn.refreshTokens where token.client == client && token.email == email {
            signIn.refreshTokens[name]?.isRevoked = true
        }
        signIn.accessTokens = signIn.accessTokens.filter {
            $0.value.caller.client != client || $0.value.caller.email != email
        }
        return .json([:])
    }
}
