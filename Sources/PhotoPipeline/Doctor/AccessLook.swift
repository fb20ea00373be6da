import Glibc
import PhotoFiles
import PhotoModel
import SystemPackage

/// Why this user cannot write to a file or directory; nil if the system says they can.
func writingError(at path: FilePath) -> Errno? {
    unsafe path.withPlatformString { unsafe access($0, W_OK) } == 0 ? nil : Errno(rawValue: errno)
}

/// Whether this user can execute a file.
func isExecutable(_ path: FilePath) -> Bool {
    unsafe path.withPlatformString { unsafe access($0, X_OK) } == 0
}

/// Whether this user cannot list a directory.
func isUnreadableDirectory(_ directory: FilePath) -> Bool {
    do {
        try FileDescriptor.boundedOpen(directory, .readOnly, options: [.directory, .closeOnExec]).close()
        return false
    } catch {
        return error as? Errno == .permissionDenied
    }
}
