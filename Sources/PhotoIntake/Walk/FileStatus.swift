internal import Glibc
package import PhotoModel
package import SystemPackage

/// What the file system says of one file: its fingerprint, made in the same way as the walk's, which file it is, and of
/// what kind.
package struct FileStatus: Hashable, Sendable {
    /// Size, times, inode.
    package let fingerprint: Fingerprint
    /// Device and inode.
    package let identity: FileIdentity
    /// The type and the permissions, as `st_mode` has them.
    package let mode: UInt32

    /// Of an open file.
    ///
    /// - Throws: what fstat(2) fails with.
    package init(of file: FileDescriptor) throws(Errno) {
        var status = stat()
        guard unsafe fstat(file.rawValue, &status) == 0 else { throw Errno(rawValue: errno) }
        self.init(status)
    }

    /// Of what has a path; a link is not followed.
    ///
    /// - Throws: what lstat(2) fails with.
    package init(at path: FilePath) throws(Errno) {
        var status = stat()
        let result = unsafe path.withPlatformString { unsafe lstat($0, &status) }
        guard result == 0 else { throw Errno(rawValue: errno) }
        self.init(status)
    }

    /// Of the file that a path leads to over any number of links.
    ///
    /// - Throws: what stat(2) fails with.
    package init(following path: FilePath) throws(Errno) {
        var status = stat()
        let result = unsafe path.withPlatformString { unsafe stat($0, &status) }
        guard result == 0 else { throw Errno(rawValue: errno) }
        self.init(status)
    }

    private init(_ status: stat) {
        fingerprint = Fingerprint(status)
        identity = FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
        mode = status.st_mode
    }

    /// Whether it is a regular file.
    package var isRegular: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFREG) }

    /// Whether it is a directory.
    package var isDirectory: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFDIR) }
}

extension Fingerprint {
    /// The fingerprint of an open file, made in the same way as the walk's.
    package init(of file: FileDescriptor) throws(Errno) {
        var status = stat()
        guard unsafe fstat(file.rawValue, &status) == 0 else { throw Errno(rawValue: errno) }
        self.init(status)
    }

    init(_ status: stat) {
        self.init(
            size: Int64(status.st_size), modified: Self.nanoseconds(status.st_mtim),
            changed: Self.nanoseconds(status.st_ctim), inode: UInt64(status.st_ino))
    }

    /// A time in nanoseconds; times that do not fit (years before 1678 and after 2261) become the nearest that does.
    private static func nanoseconds(_ time: timespec) -> Int64 {
        let (seconds, isTooLarge) = Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isSumTooLarge) = seconds.addingReportingOverflow(Int64(time.tv_nsec))
        guard isTooLarge || isSumTooLarge else { return sum }
        return time.tv_sec < 0 ? .min : .max
    }
}

/// Opens a directory for listing. A NUL comes right behind the name's bytes.
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

/// Asks for the status of an entry of a directory; returns the error where there is one. A NUL comes right behind the
/// name's bytes.
func lookUp(
    _ name: UnsafeRawBufferPointer, in directory: FileDescriptor, followsSymlinks: Bool, _ status: inout stat
) -> Errno? {
    guard let name = unsafe name.assumingMemoryBound(to: CChar.self).baseAddress else { return .noSuchFileOrDirectory }
    let flags = followsSymlinks ? 0 : AT_SYMLINK_NOFOLLOW
    return unsafe fstatat(directory.rawValue, name, &status, flags) == 0 ? nil : Errno(rawValue: errno)
}

/// Whether names in a directory may be looked up; listing them takes another permission.
func isSearchable(_ directory: FileDescriptor) -> Bool {
    var status = stat()
    return unsafe fstatat(directory.rawValue, ".", &status, 0) == 0
}
