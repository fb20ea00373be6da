package import PhotoModel
package import SystemPackage

/// Why a file was not removed or not restored.
package struct TrashError: Error, Hashable, Sendable {
    /// The kinds of errors, which differ in what to do.
    package enum Kind: String, CaseIterable, Hashable, Sendable {
        /// The home directory is not known: neither `XDG_DATA_HOME` nor `HOME` leads to the trash.
        case noHome
        /// The file system has no place for the file that a rename can reach, or cannot rename without overwriting.
        case refused
        /// The name that the file was to get is in use.
        case taken
        /// Another file has the path to which this one was to return.
        case occupied
        /// The file does not exist.
        case missing
        /// The file is not the expected one.
        case changed
        /// Permission was denied, or the file system is read-only.
        case denied
        /// The disk has no room for the small record that the trash keeps of a file.
        case full
        /// The ticket was not issued by this service.
        case unknownTicket
        /// The user asked to stop.
        case interrupted
        /// Anything else.
        case failed
    }

    package var kind: Kind
    /// Why, in one sentence without a full stop that can follow a path and a colon.
    package var detail: String
    /// What to do about it; nil if nothing helps, or if ``detail`` says it.
    package var remedy: Remedy?

    package init(_ kind: Kind, _ detail: String, remedy: Remedy? = nil) {
        self.kind = kind
        self.detail = detail
        self.remedy = remedy
    }
}

extension TrashError {
    /// The error for a failed system call.
    ///
    /// - Parameter what: what failed, such as `cannot be opened`.
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
