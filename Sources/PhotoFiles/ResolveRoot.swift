internal import Glibc
package import PhotoModel
package import SystemPackage

/// The reason why a path cannot be walked.
package enum RootProblem: Error, Hashable, Sendable {
    /// The path does not exist, or has a dangling symbolic link in it.
    case missing(FilePath)
    case notDirectory(FilePath)
    /// The directory, or one above it, cannot be read.
    case unreadable(FilePath, Errno)

    /// The problem as a finding.
    package var finding: Finding {
        switch self {
        case .missing(let path): Finding(path: path, kind: .missing, detail: Errno.noSuchFileOrDirectory.description)
        case .notDirectory(let path): Finding(path: path, kind: .unreadable, detail: Errno.notDirectory.description)
        case .unreadable(let path, let error): Finding(path: path, kind: .unreadable, detail: error.description)
        }
    }
}

/// Returns the absolute path of a directory, without symbolic links, `.` and `..`, after checking that it can be
/// opened.
///
/// A relative path is resolved against the working directory; the empty path is missing. Paths of more than 4,096 bytes
/// are unreadable.
package func resolveRoot(_ path: FilePath) throws(RootProblem) -> FilePath {
    let resolved = unsafe path.withPlatformString { unsafe realpath($0, nil) }
    guard let resolved = unsafe resolved else { throw problem(with: path, Errno(rawValue: errno)) }
    defer { unsafe free(resolved) }
    let root = unsafe FilePath(platformString: resolved)
    do {
        let options: FileDescriptor.OpenOptions = [.directory, .closeOnExec]
        try FileDescriptor.boundedOpen(root, .readOnly, options: options).close()
    } catch {
        throw problem(with: path, error as? Errno ?? .ioError)
    }
    return root
}

private func problem(with path: FilePath, _ error: Errno) -> RootProblem {
    switch error {
    case .noSuchFileOrDirectory: .missing(path)
    case .notDirectory: .notDirectory(path)
    default: .unreadable(path, error)
    }
}
