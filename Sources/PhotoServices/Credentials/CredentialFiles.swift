import Glibc
import PhotoFiles
import PhotoModel
package import PhotoPipeline
import SystemPackage

/// Keeps secrets as files of their own, 0600, in a directory that only the user can access (0700): `credentials` below
/// the program's state directory, wherever the index is.
///
/// A file or directory that others can read, that is not the user's, that is a link or has a second name, is neither
/// read nor written.
package struct CredentialFiles: CredentialStore {
    /// The most bytes of a secret.
    private static let limit = 1 << 20
    /// The longest name, in bytes.
    private static let longestName = 200

    private let directory: FilePath?
    private let variables: [String: String]

    /// A store that has opened and made nothing yet.
    ///
    /// - Parameter variables: the environment, which gives the state directory.
    package init(variables: [String: String]) {
        self.variables = variables
        directory = BaseDirectory.state.all(variables).first?.appending("workphotos").appending("credentials")
    }

    package func names() throws(CredentialError) -> [String] {
        guard let place = try PrivateDirectory(path(), making: false) else { return [] }
        return try place.names().filter { $0.isPlainName(ofAtMost: Self.longestName) }
    }

    package func read(_ name: String) throws(CredentialError) -> Secret? {
        try Self.check(name)
        guard let place = try PrivateDirectory(path(), making: false) else { return nil }
        return try place.read(FilePath(name), limit: Self.limit).map(Secret.init)
    }

    package func save(_ secret: Secret, as name: String) throws(CredentialError) {
        try Self.check(name)
        if secret.bytes.count > Self.limit {
            throw CredentialError(.failed, "is too large to store", path: try path().appending(name))
        }
        let place = try PrivateDirectory(newPath(), making: true)
        try place?.replace(FilePath(name), with: secret.bytes)
    }

    package func remove(_ name: String) throws(CredentialError) {
        try Self.check(name)
        let place = try PrivateDirectory(path(), making: false)
        try place?.remove(FilePath(name))
    }

    package func lock(_ name: String) throws(CredentialError) -> (any CredentialLock)? {
        try Self.check(name)
        guard let file = try PrivateDirectory(newPath(), making: true)?.lock(FilePath(".\(name).lock")) else {
            return nil
        }
        return FileLock(file)
    }

    private final class FileLock: CredentialLock {
        private let file: OpenFile

        init(_ file: OpenFile) { self.file = file }
    }

    /// The same, where it is about to be made.
    private func newPath() throws(CredentialError) -> FilePath {
        let path = try path()
        guard let home = BaseDirectory.missingHome(of: path, variables) else { return path }
        throw CredentialError(
            .noHome, "HOME is \(terminalSafe(home.bytes)), which does not exist, so there is no place for secrets")
    }

    private func path() throws(CredentialError) -> FilePath {
        if let directory { return directory }
        throw CredentialError(.noHome, "Neither XDG_STATE_HOME nor HOME is set, so there is no place for secrets")
    }

    private static func check(_ name: String) throws(CredentialError) {
        if !name.isPlainName(ofAtMost: longestName) {
            throw CredentialError(.failed, "No secret can have the name '\(terminalSafe(name))'")
        }
    }
}
