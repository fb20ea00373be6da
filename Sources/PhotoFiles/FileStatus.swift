package import Glibc
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
    /// How many names it has.
    package let links: UInt64
    /// The number of the user whose it is.
    package let owner: UInt32
    /// The number of its group.
    package let group: UInt32

    /// Of an open file.
    ///
    /// - Throws: what fstat(2) fails with.
    package init(of file: FileDescriptor) throws(Errno) {
        var status = stat()
        try repeated { unsafe fstat(file.rawValue, &status) }
        self.init(status)
    }

    /// Of what has a path.
    ///
    /// - Parameters:
    ///   - path: the path.
    ///   - followingLinks: whether a link at its end is followed, rather than looked at itself.
    /// - Throws: what stat(2) and lstat(2) fail with.
    package init(at path: FilePath, followingLinks: Bool = false) throws(Errno) {
        var status = stat()
        let flags = followingLinks ? 0 : AT_SYMLINK_NOFOLLOW
        try unsafe withName(path) { path throws(Errno) in
            _ = try repeated { unsafe fstatat(AT_FDCWD, path, &status, flags) }
        }
        self.init(status)
    }

    /// Of what has a path, be it a link's; nil where nothing has it.
    ///
    /// - Throws: what lstat(2) fails with else.
    package init?(ifAnyAt path: FilePath) throws(Errno) {
        do throws(Errno) {
            try self.init(at: path)
        } catch .noSuchFileOrDirectory {
            return nil
        }
    }

    /// What a call has filled.
    package init(_ status: stat) {
        fingerprint = Fingerprint(status)
        identity = FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
        (mode, links) = (status.st_mode, UInt64(status.st_nlink))
        (owner, group) = (status.st_uid, status.st_gid)
    }

    /// Bytes.
    package var size: Int64 { fingerprint.size }

    /// Whether it is a regular file.
    package var isRegular: Bool { mode & S_IFMT == S_IFREG }

    /// Whether it is a directory.
    package var isDirectory: Bool { mode & S_IFMT == S_IFDIR }

    /// Whether it is a symbolic link.
    package var isLink: Bool { mode & S_IFMT == S_IFLNK }

    /// The lowest twelve bits of the mode.
    package var permissions: FilePermissions { FilePermissions(rawValue: mode & 0o7777) }

    /// By what a copy is known, where its file system keeps that.
    package var stamp: CopyStamp {
        CopyStamp(
            identity: identity, size: fingerprint.size, modified: fingerprint.modified, changed: fingerprint.changed)
    }
}

extension Fingerprint {
    /// The fingerprint that a status gives.
    package init(_ status: stat) {
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
