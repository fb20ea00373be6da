internal import Glibc
internal import PhotoFiles
internal import SystemPackage

/// Opens a directory for listing. A NUL follows the name's bytes.
func openDirectory(
    _ name: UnsafeRawBufferPointer, in parent: FileDescriptor, followsSymlinks: Bool
) -> Result<FileDescriptor, Errno> {
    guard let name = unsafe name.assumingMemoryBound(to: CChar.self).baseAddress else {
        return .failure(.noSuchFileOrDirectory)
    }
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | (followsSymlinks ? 0 : O_NOFOLLOW)
    return Result { () throws(Errno) in
        FileDescriptor(rawValue: try repeated { unsafe openat(parent.rawValue, name, flags) })
    }
}

/// Reads the status of an entry of a directory; returns the error, if any. A NUL follows the name's bytes.
func lookUp(
    _ name: UnsafeRawBufferPointer, in directory: FileDescriptor, followsSymlinks: Bool, _ status: inout stat
) -> Errno? {
    guard let name = unsafe name.assumingMemoryBound(to: CChar.self).baseAddress else { return .noSuchFileOrDirectory }
    let flags = followsSymlinks ? 0 : AT_SYMLINK_NOFOLLOW
    return unsafe fstatat(directory.rawValue, name, &status, flags) == 0 ? nil : Errno(rawValue: errno)
}

/// Whether names in a directory may be looked up; listing them requires another permission.
func isSearchable(_ directory: FileDescriptor) -> Bool {
    var status = stat()
    return unsafe fstatat(directory.rawValue, ".", &status, 0) == 0
}
