internal import CLinux
package import Glibc
package import PhotoModel
package import SystemPackage

/// The status of a file: its fingerprint, computed in the same way as by the walk, its identity and its type.
package struct FileStatus: Hashable, Sendable {
    /// Size, times, inode.
    package let fingerprint: Fingerprint
    /// Device and inode.
    package let identity: FileIdentity
    /// The type and the permissions, as in `st_mode`.
    package let mode: UInt32
    /// The number of hard links.
    package let links: UInt64
    /// The user id of the owner.
    package let owner: UInt32
    /// The group id.
    package let group: UInt32

    /// The status of an open file.
    package init(of file: FileDescriptor) throws(Errno) {
        var status = stat()
        try repeated { unsafe fstat(file.rawValue, &status) }
        self.init(status)
    }

    /// The status of a path.
    ///
    /// - Parameter followingLinks: whether to follow a link at the end of the path instead of examining the link.
    package init(at path: FilePath, followingLinks: Bool = false) throws(Errno) {
        var status = stat()
        let flags = followingLinks ? 0 : AT_SYMLINK_NOFOLLOW
        try unsafe withName(path) { path throws(Errno) in
            _ = try repeated { unsafe fstatat(AT_FDCWD, path, &status, flags) }
        }
        self.init(status)
    }

    /// The status of a path, or of the link itself if it is one; nil if it does not exist.
    ///
    /// - Throws: any other error of lstat(2).
    package init?(ifAnyAt path: FilePath) throws(Errno) {
        do throws(Errno) {
            try self.init(at: path)
        } catch .noSuchFileOrDirectory {
            return nil
        }
    }

    /// The inode of what has a path, and when that was made, nanoseconds since 1970-01-01T00:00:00Z.
    ///
    /// - Parameter path: the path; a link at the end is not followed.
    /// - Returns: nil where the file system does not tell, or nothing has the path.
    package static func birth(at path: FilePath) -> (inode: UInt64, made: Int64)? {
        var (inode, seconds, nanoseconds) = (UInt64(), Int64(), Int())
        let isKnown = unsafe path.withPlatformString {
            unsafe workphotos_birth($0, &inode, &seconds, &nanoseconds) == 0
        }
        guard isKnown else { return nil }
        return (inode, Fingerprint.nanoseconds(timespec(tv_sec: Int(seconds), tv_nsec: nanoseconds)))
    }

    /// When a file was made, nanoseconds since 1970-01-01T00:00:00Z.
    ///
    /// - Parameter path: its path; a link at the end is not followed.
    /// - Returns: nil where the file system does not tell, or the path is not this file's.
    package static func birth(ofInode inode: UInt64, at path: FilePath) -> Int64? {
        birth(at: path).flatMap { $0.inode == inode ? $0.made : nil }
    }

    /// Converts the result of a system call.
    init(_ status: stat) {
        fingerprint = Fingerprint(status)
        identity = FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
        (mode, links) = (status.st_mode, UInt64(status.st_nlink))
        (owner, group) = (status.st_uid, status.st_gid)
    }

    /// In bytes.
    package var size: Int64 { fingerprint.size }

    /// Whether it is a regular file.
    package var isRegular: Bool { mode & S_IFMT == S_IFREG }

    /// Whether it is a directory.
    package var isDirectory: Bool { mode & S_IFMT == S_IFDIR }

    /// Whether it is a symbolic link.
    package var isLink: Bool { mode & S_IFMT == S_IFLNK }

    /// When content or attributes last changed, in nanoseconds since 1970-01-01T00:00:00Z; nil where it is the time of
    /// the content: some file systems have no other, and that can be set.
    package var changed: Int64? { fingerprint.changed == fingerprint.modified ? nil : fingerprint.changed }

    /// The lowest twelve bits of the mode.
    package var permissions: FilePermissions { FilePermissions(rawValue: mode & 0o7777) }

    /// The stamp that identifies a copy, if its file system keeps it.
    package var stamp: CopyStamp {
        CopyStamp(
            identity: identity, size: fingerprint.size, modified: fingerprint.modified, changed: fingerprint.changed)
    }
}

extension Fingerprint {
    /// The fingerprint in a status.
    package init(_ status: stat) {
        self.init(
            size: Int64(status.st_size), modified: Self.nanoseconds(status.st_mtim),
            changed: Self.nanoseconds(status.st_ctim), inode: UInt64(status.st_ino))
    }

    /// A time in nanoseconds; times out of range (years before 1678 and after 2261) are clamped.
    fileprivate static func nanoseconds(_ time: timespec) -> Int64 {
        let (seconds, isTooLarge) = Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isSumTooLarge) = seconds.addingReportingOverflow(Int64(time.tv_nsec))
        guard isTooLarge || isSumTooLarge else { return sum }
        return time.tv_sec < 0 ? .min : .max
    }
}
