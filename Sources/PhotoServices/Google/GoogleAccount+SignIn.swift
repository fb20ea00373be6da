import GoogleDrive
import PhotoModel
import PhotoPipeline

extension GoogleAccount {
    /// How long Google keeps a sign-in of a client whose consent screen is in Testing.
    private static let testing: Int64 = 7 * 86_400 * 1_000_000_000

    /// The account, by the stored sign-in and Drive's answer.
    ///
    /// - Parameter now: nanoseconds since 1970-01-01T00:00:00Z.
    init(_ saved: SavedSignIn, _ about: DriveAbout, now: Int64) {
        let email = terminalSafe(about.user.emailAddress)
        self.init(
            kind: .user, email: email, client: "", scopes: saved.scopes.map { terminalSafe($0) },
            expires: saved.accessEnds, isRefreshable: saved.isRefreshable, signedIn: saved.signedIn,
            ends: saved.refreshEnds, warnings: [])
        switch saved.way {
        case .user(let client, _):
            self.client = terminalSafe(client.id)
            warnings = Self.warnings(saved, now: now)
        case .serviceAccount(let account):
            (kind, self.client) = (.serviceAccount, terminalSafe(account.email))
            if account.subject == nil {
                warnings = ["A service account has no storage of its own: it can upload only to shared drives"]
            }
        }
        if let limit = about.limit, limit > 0, about.usage >= limit {
            warnings.append("The account's storage is full")
        }
    }

    private static func warnings(_ saved: SavedSignIn, now: Int64) -> [String] {
        guard saved.isRefreshable else {
            return ["Google gave no refresh token: the sign-in ends with its token"]
        }
        if let end = saved.refreshEnds {
            return [
                "Google ends this sign-in at \(UTCInstant(nanoseconds: end).minute): the client's consent screen is in Testing"
            ]
        }
        // An older one is in production, or Google would have ended it.
        let (ends, isTooLate) = saved.signedIn.addingReportingOverflow(testing)
        if isTooLate || ends <= now { return [] }
        let end = UTCInstant(nanoseconds: ends).minute
        return [
            "If the client's consent screen is in Testing, Google ends this sign-in at \(end), 7 days after it began"
        ]
    }
}

extension UTCInstant {
    /// To the minute, for display: `2026-05-01 08:00 UTC`.
    fileprivate var minute: String { "\(text.prefix(16).replacing("T", with: " ")) UTC" }
}
