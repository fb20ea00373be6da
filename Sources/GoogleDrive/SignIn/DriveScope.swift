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
