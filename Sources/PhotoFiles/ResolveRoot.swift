internal import Glibc
package import PhotoModel
package import SystemPackage

/// Why a path cannot be walked.
package enum RootProblem: Error, Hashable, Sendable {
    /// Nothing has this path, or a symbolic link on the way leads nowhere.
    case missing(FilePath)
    /// It is a file, a device or another thing that is no directory.
    case notDirectory(FilePath)
    /// It, or a directory on the way, cannot be read.
    case unreadable(FilePath, Errno)

    /// The problem as it is listed with others.
    package var finding: Finding {
        switch self {
        case .missing(let path): Finding(path: path, kind: .missing, detail: Errno.noSuchFileOrDirectory.description)
        case .notDirectory(let path): Finding(path: path, kind: .unreadable, detail: Errno.notDirectory.description)
        case .unreadable(let path, let error): Finding(path: path, kind: .unreadable, detail: error.description)
        }
    }
}

/// The absolute path of a directory, free of symbolic links, `.` and `..`, after a look that it can be opened.
///
/// A relative path, also the empty one, which is missing, is taken from the working directory. Paths of more than
/// 4,096 bytes are unreadable.
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
