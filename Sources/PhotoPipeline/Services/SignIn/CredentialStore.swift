package import PhotoModel
package import SystemPackage

/// Keeps secrets from one run to the next so that only the user can read them: sign-ins, and the tokens that resume
/// interrupted uploads. No secret is ever in the index, in a log or in an error.
///
/// A name consists of 1 to 200 letters, digits, `-` and `_`. Calls may come from several tasks and several programs at
/// once.
package protocol CredentialStore: Sendable {
    /// The names of all secrets, in no order; empty if none was ever kept.
    func names() throws(CredentialError) -> [String]

    /// The secret with a name; nil if there is none.
    func read(_ name: String) throws(CredentialError) -> Secret?

    /// Saves a secret durably, replacing any secret with that name. A concurrent reader sees either the old one or the
    /// new one.
    func save(_ secret: Secret, as name: String) throws(CredentialError)

    /// Removes a secret durably. A missing secret is not an error.
    func remove(_ name: String) throws(CredentialError)

    /// Takes the lock of a secret without waiting. A program that reads a secret, has a server renew it and saves the
    /// new one holds the lock so that no other program does the same. Reading and saving ignore the lock.
    ///
    /// - Parameter name: the secret's name; the secret need not exist.
    /// - Returns: the lock, which ends with the value, or with the process; nil where somebody else holds it.
    /// - Throws: as saving does.
    func lock(_ name: String) throws(CredentialError) -> (any CredentialLock)?
}

/// A lock that is held for as long as this value lives.
package protocol CredentialLock: AnyObject, Sendable {}

/// Why a secret cannot be read or kept.
package struct CredentialError: Error, Hashable, Sendable {
    /// The kinds of errors, which differ in what helps.
    package enum Kind: String, CaseIterable, Hashable, Sendable {
        /// The home directory, below which secrets are kept, is not known.
        case noHome
        /// Others can read the secret or its directory.
        case exposed
        /// Something else has its name, or its directory's: a symbolic link, another user's file, or a file with a
        /// second hard link.
        case foreign
        /// Anything else, such as a full disk.
        case failed
    }

    package var kind: Kind
    /// Why, in one sentence without a full stop that can follow the path.
    package var detail: String
    /// The file or directory; nil if there is none.
    package var path: FilePath?
    /// What to do next; nil if nothing helps.
    package var remedy: Remedy?

    /// An error of the store.
    package init(_ kind: Kind, _ detail: String, path: FilePath? = nil, remedy: Remedy? = nil) {
        self.kind = kind
        self.detail = detail
        self.path = path
        self.remedy = remedy
    }
}

/// Bytes that only their user may read. No text made of this value, or of a value that contains it, has the bytes, so
/// they appear in no log, error or JSON.
package struct Secret: Hashable, Sendable {
    /// The bytes themselves, for code that stores or sends them.
    package let bytes: [UInt8]

    /// A secret with the given bytes.
    package init(_ bytes: [UInt8]) { self.bytes = bytes }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Does not contain the bytes.
    package var description: String { "(secret)" }
    /// Does not contain the bytes.
    package var debugDescription: String { description }
    /// Has no children, so that `dump` shows no bytes.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
