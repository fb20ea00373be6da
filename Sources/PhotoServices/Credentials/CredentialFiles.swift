import Glibc
import PhotoModel
package import PhotoPipeline
import SystemPackage

/// Keeps secrets as files of their own, 0600, in a directory that is the user's alone (0700): `credentials` below the
/// program's state directory, wherever the index lies.
///
/// A file or directory that others can read, that is not the user's, that is a link or has a second name, is neither
/// believed nor written to.
package struct CredentialFiles: CredentialStore {
    /// No secret has more bytes.
    private static let limit = 1 << 20

    private let directory: FilePath?

    /// Nothing is opened or made yet.
    ///
    /// - Parameter variables: the environment, which says where the state directory is.
    package init(variables: [String: String]) {
        directory = BaseDirectory.state.all(variables).first?.appending("workphotos").appending("credentials")
    }

    package func names() throws(CredentialError) -> [String] {
        guard let place = try PrivateDirectory(path(), making: false) else { return [] }
        return try place.names().filter(Self.isName)
    }

    package func read(_ name: String) throws(CredentialError) -> Secret? {
        try Self.check(name)
        guard let place = try PrivateDirectory(path(), making: false) else { return nil }
        return try place.read(FilePath(name), limit: Self.limit).map(Secret.init)
    }

    package func save(_ secret: Secret, as name: String) throws(CredentialError) {
        try Self.check(name)
        if secret.bytes.count > Self.limit {
            throw CredentialError(.failed, "is too large to be kept", path: try path().appending(name))
        }
        let place = try PrivateDirectory(path(), making: true)
        try place?.replace(FilePath(name), with: secret.bytes)
    }

    package func remove(_ name: String) throws(CredentialError) {
        try Self.check(name)
        let place = try PrivateDirectory(path(), making: false)
        try place?.remove(FilePath(name))
    }

    private func path() throws(CredentialError) -> FilePath {
        if let directory { return directory }
        throw CredentialError(.noHome, "Neither XDG_STATE_HOME nor HOME says where secrets are kept")
    }

    private static func check(_ name: String) throws(CredentialError) {
        if !isName(name) { throw CredentialError(.failed, "No secret can have the name '\(name)'") }
    }

    private static func isName(_ name: String) -> Bool {
        (1...200).contains(name.utf8.count)
            && name.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
                default: false
                }
            }
    }
}
