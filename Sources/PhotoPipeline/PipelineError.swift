import PhotoIndex
package import SystemPackage

/// Why work could not be done, in words a person can act on. The room's one error.
package struct PipelineError: Error {
    /// What kind of failure it is, for whoever has to choose an exit code.
    package enum Kind: String, Sendable {
        /// There is no index where one is needed.
        case noIndex = "no-index"
        /// What is there is no index that this program may use: another's, damaged, or newer.
        case unusableIndex = "unusable-index"
        /// The index failed in the middle: a full or read-only disk, an I/O error.
        case indexFailed = "index-failed"
        /// Another run holds the lock.
        case locked
        /// The user asked to stop before the work began.
        case interrupted
        /// The fences say something that means nothing.
        case fences
        /// The configuration says something that means nothing.
        case configuration
        /// A destination is not there, is not the one that was meant, or does not do what it is asked to.
        case destination
        /// A destination lies in the library, or the library in it; or in a trash or another destination.
        case overlap
        /// A destination lies on a mount that may answer from a cache of this machine.
        case cachedMount = "cached-mount"
        /// A destination wants the user to sign in.
        case signIn = "sign-in"
        /// A destination's quota is used up.
        case quota
        /// A secret that was kept cannot be used, or none can be kept: others can read it, for one.
        case credentials
        /// A file cannot be written.
        case unwritable
        /// Nothing says where photos are to be sent.
        case noDestination = "no-destination"
        /// Photos are to be removed, nobody is there to ask, and nobody said yes beforehand.
        case unconfirmed
        /// A person was asked, and said no.
        case declined
        /// Nothing says where the home is, which the trash is in.
        case noHome = "no-home"
        /// Something that was named is not there, or is not what it should be.
        case unknown
    }

    /// The kind.
    package var kind: Kind
    /// What, and why, in one sentence without a full stop; the path stands before it.
    package var message: String
    /// The file it is about.
    package var path: FilePath?
    /// The line in that file, from 1.
    package var line: Int?
    /// The command to type next.
    package var next: String?

    package init(_ kind: Kind, _ message: String, path: FilePath? = nil, line: Int? = nil, next: String? = nil) {
        self.kind = kind
        self.message = message
        self.path = path
        self.line = line
        self.next = next
    }
}
