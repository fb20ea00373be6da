package import SystemPackage

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
