/// What a sign-in may do.
package enum DriveScope: String, CaseIterable, Sendable {
    /// Files and folders that this client made, and no others.
    case file = "drive.file"
    /// All of the user's Drive, shared drives too.
    case all = "drive"

    /// As Google calls it.
    package var address: String { "https://www.googleapis.com/auth/\(rawValue)" }

    /// Whether granted scopes reach so far.
    package func isGranted(by scopes: [String]) -> Bool {
        scopes.contains(address) || (self == .file && scopes.contains(DriveScope.all.address))
    }
}
