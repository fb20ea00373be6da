package import PhotoModel
package import SystemPackage

/// Why a file was not taken away, or not brought back.
package struct TrashError: Error, Hashable, Sendable {
    /// What to do about it.
    package enum Kind: String, CaseIterable, Hashable, Sendable {
        /// No home directory is known: neither `XDG_DATA_HOME` nor `HOME` says where the trash is.
        case noHome
        /// The file system has no place for it that a rename reaches, or cannot rename without overwriting.
        case refused
        /// The name it was to get is another's.
        case taken
        /// Another file has the path it was to come back to.
        case occupied
        /// It is not there.
        case missing
        /// What is there is not the file that was meant.
        case changed
        /// Permissions, or a disk that can only be read.
        case denied
        /// The disk has no room for the few bytes that the trash keeps besides a file.
        case full
        /// The ticket is none of this service's.
        case unknownTicket
        /// The user asked to stop.
        case interrupted
        /// Anything else.
        case failed
    }

    /// What to do about it.
    package var kind: Kind
    /// Why, in one sentence without a full stop, fit to follow a path and a colon.
    package var detail: String
    /// What to do about it; nil where nothing helps, or the sentence says it.
    package var remedy: Remedy?

    package init(_ kind: Kind, _ detail: String, remedy: Remedy? = nil) {
        self.kind = kind
        self.detail = detail
        self.remedy = remedy
    }
}

extension TrashError {
    /// What a failed system call means.
    ///
    /// - Parameters:
    ///   - error: how it failed.
    ///   - what: what could not be done, such as `cannot be opened`.
    package init(_ error: Errno, doing what: String) {
        self.init(Self.kind(of: error), "\(what): \(error.description)")
    }

    private static func kind(of error: Errno) -> Kind {
        switch error {
        case .noSuchFileOrDirectory: .missing
        case .permissionDenied, .notPermitted, .readOnlyFileSystem: .denied
        case .noSpace, .diskQuotaExceeded: .full
        case .tooManySymbolicLinkLevels, .notDirectory: .changed
        default: .failed
        }
    }
}
