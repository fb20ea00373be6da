import FoundationEssentials

/// A sign-in with everything needed to renew its tokens.
package struct SavedSignIn: Hashable, Sendable {
    /// The credentials that tokens are obtained with.
    package enum Way: Hashable, Sendable {
        /// A client and a user's refresh token; nil if Google issued none.
        case user(OAuthClient, refreshToken: HiddenText?)
        /// A service account's key.
        case serviceAccount(ServiceAccount)
    }

    /// The credentials.
    package var way: Way
    /// The current access token.
    package var accessToken: HiddenText
    /// When the access token expires, in nanoseconds since 1970 by this machine's clock.
    package var accessEnds: Int64
    /// The granted scopes, by Google's names.
    package var scopes: [String]
    /// When the user signed in, in the same unit.
    package var signedIn: Int64
    /// When Google ends the sign-in, in the same unit; nil if unknown.
    package var refreshEnds: Int64?

    /// Creates a sign-in.
    package init(
        way: Way, accessToken: HiddenText, accessEnds: Int64, scopes: [String], signedIn: Int64,
        refreshEnds: Int64? = nil
    ) {
        self.way = way
        self.accessToken = accessToken
        self.accessEnds = accessEnds
        self.scopes = scopes
        self.signedIn = signedIn
        self.refreshEnds = refreshEnds
    }

    /// Whether another token can be obtained.
    package var isRefreshable: Bool {
        if case .user(_, nil) = way { return false }
        return true
    }

    var secrets: [HiddenText] {
        switch way {
        case .user(let client, let token): [accessToken, token, client.secret].compactMap(\.self)
        case .serviceAccount(let account): [accessToken, account.key]
        }
    }
}

extension SavedSignIn {
    private struct Stored: Codable {
        struct User: Codable {
            let client, authorizeAddress, tokenAddress: String
            let secret, project, refreshToken: String?
        }
        struct Service: Codable {
            let email, keyID, key, tokenAddress: String
            let subject: String?
        }
        var version = 1
        var user: User?
        var serviceAccount: Service?
        let accessToken: String
        let accessEnds: Int64
        let scopes: [String]
        let signedIn: Int64
        let refreshEnds: Int64?
    }

    /// The stored form.
    package var stored: HiddenText {
        var stored = Stored(
            accessToken: accessToken.text, accessEnds: accessEnds, scopes: scopes, signedIn: signedIn,
            refreshEnds: refreshEnds)
        switch way {
        case .user(let client, let token):
            stored.user = Stored.User(
                client: client.id, authorizeAddress: client.authorizeAddress.text,
                tokenAddress: client.tokenAddress.text,
                secret: client.secret?.text, project: client.project, refreshToken: token?.text)
        case .serviceAccount(let account):
            stored.serviceAccount = Stored.Service(
                email: account.email, keyID: account.keyID, key: account.key.text,
                tokenAddress: account.tokenAddress.text, subject: account.subject)
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Encoding strings and numbers cannot fail.
        return HiddenText(String(decoding: (try? encoder.encode(stored)) ?? Data(), as: UTF8.self))
    }

    /// Decodes the stored form.
    ///
    /// - Parameter text: the result of ``stored``.
    /// - Throws: `signIn` if the text is invalid or from a later version.
    package init(stored text: HiddenText) throws(DriveError) {
        guard let stored = try? JSONDecoder().decode(Stored.self, from: Data(text.text.utf8)), stored.version == 1
        else {
            throw DriveError(.signIn, "the stored sign-in cannot be read, or a later version made it")
        }
        if let user = stored.user {
            let client = OAuthClient(
                id: user.client, secret: user.secret.map { HiddenText($0) },
                authorizeAddress: try WebAddress(user.authorizeAddress),
                tokenAddress: try WebAddress(user.tokenAddress),
                project: user.project)
            way = .user(client, refreshToken: user.refreshToken.map { HiddenText($0) })
        } else if let service = stored.serviceAccount {
            way = .serviceAccount(
                ServiceAccount(
                    email: service.email, keyID: service.keyID, key: HiddenText(service.key),
                    tokenAddress: try WebAddress(service.tokenAddress), subject: service.subject))
        } else {
            throw DriveError(.signIn, "the stored sign-in does not say whose it is")
        }
        accessToken = HiddenText(stored.accessToken)
        (accessEnds, scopes, signedIn) = (max(0, stored.accessEnds), stored.scopes, max(0, stored.signedIn))
        refreshEnds = stored.refreshEnds
    }
}

/// Stores a sign-in between runs. Several programs may share it.
package protocol TokenStore: Sendable {
    /// Returns the stored sign-in; nil if there is none.
    ///
    /// - Throws: `storage`.
    func read() async throws(DriveError) -> HiddenText?

    /// Stores a sign-in, replacing an earlier one.
    ///
    /// - Throws: `storage`.
    func save(_ text: HiddenText) async throws(DriveError)

    /// Removes the stored sign-in, if any.
    ///
    /// - Throws: `storage`.
    func remove() async throws(DriveError)

    /// Runs a closure while no other program does.
    ///
    /// - Throws: what the closure throws; `cancelled`, `storage`.
    func exclusively<Value: Sendable>(
        _ body: @Sendable () async throws(DriveError) -> Value
    ) async throws(DriveError) -> Value
}
