/// The sign-in to the Google account that receives uploads.
///
/// A call that is cancelled while it waits for a person or a server throws `interrupted`.
package protocol GoogleSignIn: Sendable {
    /// Signs in and saves the sign-in, replacing any other.
    ///
    /// - Parameter announce: called once with where a person consents; not for a service account.
    /// - Throws: `sign-in` where nobody consented; `configuration` where a file is not what it should be.
    func signIn(
        _ way: GoogleSignInWay, scope: GoogleScope, announce: @escaping @Sendable (GoogleAuthorization) async -> Void
    ) async throws(PipelineError) -> GoogleAccount

    /// Asks Google for the signed-in account. Requests a new token, which shows whether the sign-in is still valid.
    ///
    /// - Throws: `sign-in` where nobody is signed in, or the sign-in is over.
    func account() async throws(PipelineError) -> GoogleAccount

    /// Revokes the sign-in at Google, and removes it here even if that fails.
    ///
    /// - Throws: `credentials` where it cannot be removed here.
    func signOut() async throws(PipelineError) -> GoogleSignOut
}

/// The ways to sign in to Google.
package enum GoogleSignInWay: Sendable {
    /// With a browser on this machine: the client's file, and whether to open the browser.
    case browser(client: Secret, opens: Bool)
    /// With a code that the user types into a page on any device: the client's file.
    case device(client: Secret)
    /// With the key of a service account: its file, and the user that it acts for; nil for itself.
    case serviceAccount(key: Secret, subject: String?)
}

/// The access that a sign-in to Google grants.
package enum GoogleScope: String, CaseIterable, Sendable {
    /// Only the files that this program made.
    case file = "drive.file"
    /// All of the user's Drive, and shared drives.
    case drive
}

/// Where a person consents.
package struct GoogleAuthorization: Hashable, Sendable {
    /// The page.
    package var url: String
    /// The code to type there; nil if no code is needed.
    package var userCode: String?

    package init(url: String, userCode: String? = nil) {
        self.url = url
        self.userCode = userCode
    }
}

/// The account signed in to Google. Times are in nanoseconds since 1970-01-01T00:00:00Z.
package struct GoogleAccount: Hashable, Sendable {
    /// The name under which the sign-in is kept as a secret.
    package static let secretName = "google"

    /// The sort of account.
    package enum Kind: String, Sendable {
        /// A person's account.
        case user
        /// A program's own account.
        case serviceAccount = "service-account"
    }

    package var kind: Kind
    package var email: String
    /// The client used to sign in: its id, or the service account's address.
    package var client: String
    /// The granted scopes, as Google names them.
    package var scopes: [String]
    /// When the current token expires. It is renewed if ``isRefreshable``.
    package var expires: Int64
    /// Whether a new token can be obtained without a person.
    package var isRefreshable: Bool
    /// When the user signed in.
    package var signedIn: Int64
    /// When Google ends the sign-in by itself; nil if it has not said.
    package var ends: Int64?
    /// What the user has to know: sentences without full stops.
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

/// The result of signing out.
package enum GoogleSignOut: Hashable, Sendable {
    /// Nobody was signed in.
    case nobody
    /// Google has revoked all tokens, and the sign-in is removed here.
    case revoked
    /// The sign-in is removed here. The service account's key stays valid until it is removed in Google's console.
    case forgotten
    /// The sign-in is removed here but not revoked at Google; the reason, in one sentence without a full stop.
    case notRevoked(String)
}

/// Makes a ``GoogleSignIn``. Neither this function nor the value opens or asks anything before a method is called.
///
/// - Parameter note: called with what the user has to know, such as that the clock is wrong.
package typealias GoogleSignInMaker =
    @Sendable (_ settings: DestinationSettings, _ note: @escaping @Sendable (String) -> Void) throws(SettingError)
    -> any GoogleSignIn
