/// The state of Google's sign-in.
struct SignInRecords: Sendable {
    struct AccessToken: Sendable {
        let caller: Caller
        /// In milliseconds since 1970.
        var deadline: Int
    }

    /// A token that is exchanged for new access tokens.
    struct RefreshToken: Sendable {
        let client: String
        let email: String
        let scopes: Set<String>
        /// In milliseconds since 1970; nil for no end.
        var deadline: Int?
        var isRevoked = false
    }

    /// The code that the authorization page gives to the client, valid once.
    struct Code: Sendable {
        let client: String
        let email: String
        let scopes: Set<String>
        let redirect: String
        /// The hash of the verifier that must be sent with it; nil if the client sent none.
        let challenge: String?
        let isOffline: Bool
        let deadline: Int
    }

    /// A device that waits for its user.
    struct Device: Sendable {
        let client: String
        let scopes: Set<String>
        let userCode: String
        let deadline: Int
        /// In seconds.
        var interval: Int
        var lastPoll: Int?
        var polls = 0
        var approvedBy: String?
        var isDenied = false
    }

    struct ServiceKey: Sendable {
        let id: String
        let clientID: String
        let key: SigningKey
        /// Whether it may act for others (domain-wide delegation).
        let delegates: Bool
    }

    var accessTokens: [String: AccessToken] = [:]
    var refreshTokens: [String: RefreshToken] = [:]
    var codes: [String: Code] = [:]
    var devices: [String: Device] = [:]
    /// By the address of the service account.
    var serviceKeys: [String: ServiceKey] = [:]
    /// Pairs of client and account with a grant. Without `prompt=consent` they get no second refresh token.
    var granted: Set<String> = []
    /// Refresh tokens that were answered with `invalid_grant`.
    var answeredDead: Set<String> = []
}

/// An error of the sign-in (RFC 6749, 5.2).
struct SignInError: Error {
    let status: Int
    let code: String
    let text: String

    init(_ status: Int, _ code: String, _ text: String) { (self.status, self.code, self.text) = (status, code, text) }

    static let badGrant = SignInError(400, "invalid_grant", "Token has been expired or revoked.")

    var answer: Answer { .json(["error": .string(code), "error_description": .string(text)], status: status) }
}
