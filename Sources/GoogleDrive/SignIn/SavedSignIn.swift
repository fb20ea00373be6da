import FoundationEssentials

/// Who is signed in, with all that is needed to stay so.
package struct SavedSignIn: Hashable, Sendable {
    /// What tokens are got with.
    package enum Way: Hashable, Sendable {
        /// A client's, for a user: the refresh token, or none where Google gave none.
        case user(OAuthClient, refreshToken: HiddenText?)
        /// A service account's key.
        case serviceAccount(ServiceAccount)
    }

    /// What tokens are got with.
    package var way: Way
    /// The token in use.
    package var accessToken: HiddenText
    /// When that ends, in nanoseconds since 1970 by this machine's clock.
    package var accessEnds: Int64
    /// What was granted, as Google calls it.
    package var scopes: [String]
    /// When the user signed in, likewise.
    package var signedIn: Int64
    /// When Google ends the sign-in by itself, likewise; nil where it has not said.
    package var refreshEnds: Int64?

    /// A sign-in with all that it has.
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

    /// Whether it can get another token.
    package var isRefreshable: Bool {
        if case .user(_, nil) = way { return false }
        return true
    }

    /// All of it that nobody may read.
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

    /// As it is kept.
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
        // Texts and numbers always have JSON.
        return HiddenText(String(decoding: (try? encoder.encode(stored)) ?? Data(), as: UTF8.self))
    }

    /// Reads what is kept.
    ///
    /// - Parameter text: what ``stored`` made.
    /// - Throws: `signIn` where it is something else, or a later version's.
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
        (accessEnds, scopes, signedIn) = (stored.accessEnds, stored.scopes, stored.signedIn)
        refreshEnds = stored.refreshEnds
    }
}

/// Where a sign-in is kept between runs, and for several programs at once.
package protocol TokenStore: Sendable {
    /// What is kept; nil where nobody is signed in.
    ///
    /// - Throws: `storage`.
    func read() async throws(DriveError) -> HiddenText?

    /// Keeps a sign-in in place of another.
    ///
    /// - Throws: `storage`.
    func save(_ text: HiddenText) async throws(DriveError)

    /// Keeps none any more; that there is none is fine.
    ///
    /// - Throws: `storage`.
    func remove() async throws(DriveError)

    /// Does something while no other program does so.
    ///
    /// - Parameter body: what is done.
    /// - Returns: what it gives.
    /// - Throws: what it throws; `cancelled`, `storage`.
    func exclusively<Value: Sendable>(
        _ body: @Sendable () async throws(DriveError) -> Value
    ) async throws(DriveError) -> Value
}
