/// Google's account that uploads go to: signing in, who is signed in, signing out.
///
/// Whoever is cancelled while it waits, for a person or a server, gets `interrupted`.
package protocol GoogleSignIn: Sendable {
    /// Signs in and keeps that, in place of whoever was signed in.
    ///
    /// - Parameters:
    ///   - way: how.
    ///   - scope: what for.
    ///   - announce: told where a person consents, once; not for a service account.
    /// - Returns: who is signed in now.
    /// - Throws: `sign-in` where nobody consented; `configuration` where a file is not what it should be.
    func signIn(
        _ way: GoogleSignInWay, scope: GoogleScope, announce: @escaping @Sendable (GoogleAuthorization) async -> Void
    ) async throws(PipelineError) -> GoogleAccount

    /// Asks Google who is signed in, by a new token, so that one learns whether the sign-in holds.
    ///
    /// - Returns: who is signed in.
    /// - Throws: `sign-in` where nobody is, or the sign-in is over.
    func account() async throws(PipelineError) -> GoogleAccount

    /// Takes the sign-in back at Google, and removes it here whatever comes of that.
    ///
    /// - Returns: what was done.
    /// - Throws: `credentials` where it cannot be removed here.
    func signOut() async throws(PipelineError) -> GoogleSignOut
}

/// How one signs in to Google.
package enum GoogleSignInWay: Sendable {
    /// By a browser on this machine: the client's file, and whether the browser is opened for the user.
    case browser(client: Secret, opens: Bool)
    /// By a code that the user types into a page anywhere: the client's file.
    case device(client: Secret)
    /// By the key of a service account: its file, and in whose name it works; nil for its own.
    case serviceAccount(key: Secret, subject: String?)
}

/// What a sign-in to Google reaches.
package enum GoogleScope: String, CaseIterable, Sendable {
    /// What this program made, and nothing else.
    case file = "drive.file"
    /// All of the user's Drive, and shared drives.
    case drive
}

/// Where a person consents.
package struct GoogleAuthorization: Hashable, Sendable {
    /// The page.
    package var url: String
    /// What they type there; nil where nothing has to be typed.
    package var userCode: String?

    package init(url: String, userCode: String? = nil) {
        self.url = url
        self.userCode = userCode
    }
}

/// Who is signed in to Google. Times are nanoseconds since 1970-01-01T00:00:00Z.
package struct GoogleAccount: Hashable, Sendable {
    /// The name of the secret that a sign-in is kept as.
    package static let secretName = "google"

    /// What sort of account it is.
    package enum Kind: String, Sendable {
        /// A person's.
        case user
        /// A program's own.
        case serviceAccount = "service-account"
    }

    /// What sort of account it is.
    package var kind: Kind
    /// Its address.
    package var email: String
    /// The client that it is signed in by: its id, or the service account's address.
    package var client: String
    /// What was granted, as Google calls it.
    package var scopes: [String]
    /// When the present token ends; it is renewed where ``isRefreshable``.
    package var expires: Int64
    /// Whether another token can be had without a person.
    package var isRefreshable: Bool
    /// When it was signed in.
    package var signedIn: Int64
    /// When Google ends the sign-in by itself, as far as it said so; nil where it did not.
    package var ends: Int64?
    /// What the user has to know, a sentence each, without full stops.
    package var warnings: [String]

    package init(
        kind: Kind, email: String, client: String, scopes: [String], expires: Int64, isRefreshable: Bool,
        signedIn: Int64,
        ends: Int64?, warnings: [String]
    ) {
        self.kind = kind
        self.email = email
        self.client = client
        self.scopes = scopes
        self.expires = expires
        self.isRefreshable = isRefreshable
        self.signedIn = signedIn
        self.ends = ends
        self.warnings = warnings
    }
}

/// What signing out did.
package enum GoogleSignOut: Hashable, Sendable {
    /// Nobody was signed in.
    case nobody
    /// Google has taken all tokens back, and nothing is kept here any more.
    case revoked
    /// Nothing is kept here any more; the service account's key is good until it is removed in Google's console.
    case forgotten
    /// Nothing is kept here any more, but Google does not know; the reason, in one sentence without a full stop.
    case notRevoked(String)
}

/// How Google is reached: `[google]` of the configuration.
package struct GoogleSettings: Hashable, Sendable {
    /// The address above Drive's own, as Google's clients have it.
    package var endpoint = "https://www.googleapis.com"
    /// How long nothing may move before a request is given up.
    package var timeout = Duration.seconds(60)

    /// What holds where nothing is said.
    package init() {}
}

/// Makes what signs in. Nothing is opened or asked before it is called, or before what it made is.
///
/// - Parameters:
///   - settings: how Google is reached.
///   - note: told what the user has to know, such as that the clock is wrong.
/// - Returns: what signs in.
/// - Throws: `SettingError` for settings with which nothing can be done.
package typealias GoogleSignInMaker =
    @Sendable (_ settings: GoogleSettings, _ note: @escaping @Sendable (String) -> Void) throws(SettingError)
    -> any GoogleSignIn
