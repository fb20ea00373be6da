/// Assertions of service accounts
/// (RFC 7523; developers.google.com/identity/protocols/oauth2/service-account#httprest).
extension World {
    /// The audience of assertions, regardless of the file's `token_uri`: Google's own client signs for this one.
    private static let audience = "https://oauth2.googleapis.com/token"
    /// The allowed clock difference, in seconds.
    private static let skew = 300

    /// Issues an access token for an assertion, never a refresh token.
    mutating func assertion(_ form: [String: String], address: String, _ now: Int) throws(SignInError) -> Answer {
        let parts = (form["assertion"] ?? "").split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Self.json(parts[0]), let claims = Self.json(parts[1]),
            let signature = Base64URL.bytes(parts[2])
        else { throw SignInError(400, "invalid_grant", "Invalid JWT: malformed.") }
        guard let issuer = claims["iss"]?.string, let key = signIn.serviceKeys[issuer] else {
            throw SignInError(400, "invalid_grant", "Invalid grant: account not found")
        }
        guard header["alg"]?.string == "RS256", header["kid"].map({ $0.string == key.id }) ?? true,
            key.key.hasSigned(Array("\(parts[0]).\(parts[1])".utf8), signature)
        else { throw SignInError(400, "invalid_grant", "Invalid JWT Signature.") }
        try checkTimes(claims, now / 1000)
        guard let audience = claims["aud"]?.string, audience == Self.audience || audience == address + "/token" else {
            throw SignInError(400, "invalid_grant", "Invalid JWT: Failed audience check.")
        }
        let scopes = Set((claims["scope"]?.string ?? "").split(separator: " ").map(String.init))
        guard !scopes.isEmpty, scopes.isSubset(of: Scopes.known) else {
            throw SignInError(400, "invalid_scope", "Invalid OAuth scope or ID token audience provided.")
        }
        var email = issuer
        if let subject = claims["sub"]?.string, subject != issuer {
            guard key.delegates else {
                throw SignInError(
                    401, "unauthorized_client",
                    "Client is unauthorized to retrieve access tokens using this method, or client not authorized for any of "
                        + "the scopes requested.")
            }
            guard accounts[subject] != nil else { throw SignInError(400, "invalid_grant", "Invalid email or User ID") }
            email = subject
        }
        return grant(key.clientID, email, scopes, withRefresh: false, now)
    }

    /// Checks an assertion's times: valid for at most an hour, and neither expired nor in the future.
    private func checkTimes(_ claims: JSON, _ seconds: Int) throws(SignInError) {
        guard let issued = claims["iat"]?.double.map({ Int($0) }), let end = claims["exp"]?.double.map({ Int($0) }),
            end > issued, end - issued <= 3600, issued <= seconds + Self.skew, end > seconds - Self.skew
        else {
            throw SignInError(
                400, "invalid_grant",
                "Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. "
                    + "Check your iat and exp values in the JWT claim.")
        }
    }

    private static func json(_ part: Substring) -> JSON? {
        Base64URL.bytes(part).flatMap { JSON(parsing: $0) }
    }
}
