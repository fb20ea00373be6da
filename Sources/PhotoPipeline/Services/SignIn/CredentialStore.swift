package import PhotoModel
package import SystemPackage

/// Keeps secrets from one run to the next, where nobody but the user can read them: what signs in, and what goes on
/// with an upload that was cut off. No secret is ever in the index, in a log or in an error.
///
/// A name is 1 to 200 letters, digits, `-` and `_`. Calls may come from several tasks and several programs at once.
package protocol CredentialStore: Sendable {
    /// The names of all secrets, in no order; none where nothing was ever kept.
    func names() throws(CredentialError) -> [String]

    /// A secret; nil where none has the name.
    func read(_ name: String) throws(CredentialError) -> Secret?

    /// Keeps a secret, durably, in place of one that had the name: whoever reads sees the one or the other.
    func save(_ secret: Secret, as name: String) throws(CredentialError)

    /// Removes a secret, durably; that none has the name is fine.
    func remove(_ name: String) throws(CredentialError)

    /// Takes the lock of a secret, without waiting: for whoever reads it, asks a server for another and saves that,
    /// while no other program does so. Neither reading nor saving looks at it.
    ///
    /// - Parameter name: the secret's; there need be none.
    /// - Returns: the lock, which ends with the value, or with the process; nil where somebody else holds it.
    /// - Throws: as saving does.
    func lock(_ name: String) throws(CredentialError) -> (any CredentialLock)?
}

/// A lock that is held for as long as this value lives.
package protocol CredentialLock: AnyObject, Sendable {}

/// Why a secret is not read or not kept.
package struct CredentialError: Error, Hashable, Sendable {
    /// What to do about it.
    package enum Kind: String, CaseIterable, Hashable, Sendable {
        /// Nothing says where the home is, below which secrets are kept.
        case noHome
        /// Others can read it, or the directory that it is in.
        case exposed
        /// Something else has its name, or the directory's: a link, another user's file, one that has a second name.
        case foreign
        /// Anything else, such as a full disk.
        case failed
    }

    /// What to do about it.
    package var kind: Kind
    /// Why, in one sentence without a full stop, fit to follow the path.
    package var detail: String
    /// The file or directory; nil where there is none.
    package var path: FilePath?
    /// What to do next; nil where nothing helps.
    package var remedy: Remedy?

    /// Says what keeps a secret from its user.
    package init(_ kind: Kind, _ detail: String, path: FilePath? = nil, remedy: Remedy? = nil) {
        self.kind = kind
        self.detail = detail
        self.path = path
        self.remedy = remedy
    }
}
