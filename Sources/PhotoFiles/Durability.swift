internal import CLinux
internal import Glibc
package import SystemPackage

/// Waits until files and directories are on the disk.
///
/// A disk takes some milliseconds to say so of one file, and hardly more of all: from four on the whole file system is
/// asked, where its kind is known to keep its word then.
package enum Durability {
    private static let trusted: Set<UInt> = [
        // ext2 to 4, xfs, btrfs, f2fs, tmpfs
        0xEF53, 0x5846_5342, 0x9123_683E, 0xF2F5_2010, 0x0102_1994,
    ]

    /// Waits for files, of which all are on one file system, open for reading or writing.
    ///
    /// - Throws: what fsync(2) or syncfs(2) fails with.
    package static func sync(_ files: [OpenFile]) throws(Errno) {
        if files.count >= 4, let first = files.first, try syncFileSystem(of: first) { return }
        for file in files { try file.sync() }
    }

    /// Waits for all that lies on a file system, where its kind is known to keep its word then.
    ///
    /// - Returns: whether it does.
    /// - Throws: what syncfs(2) fails with.
    package static func syncFileSystem(of file: OpenFile) throws(Errno) -> Bool {
        guard isTrusted(file) else { return false }
        try repeated { workphotos_syncfs(file.number) }
        return true
    }

    /// Waits for all that lies on the file system of a directory, whatever its kind.
    ///
    /// - Throws: what opening it or syncfs(2) fails with.
    package static func syncFileSystem(at directory: FilePath) throws(Errno) {
        let file = try OpenFile(directory, flags: O_RDONLY | O_DIRECTORY)
        try repeated { workphotos_syncfs(file.number) }
    }

    private static func isTrusted(_ file: OpenFile) -> Bool {
        var (kind, identity): (UInt, UInt64) = (0, 0)
        return unsafe workphotos_fstatfs(file.number, &kind, &identity) == 0 && trusted.contains(kind)
    }
}
