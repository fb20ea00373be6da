internal import CLinux
internal import Glibc
package import SystemPackage

/// Makes files and directories durable.
///
/// Syncing one file takes a disk some milliseconds, and syncing all of them hardly more. For four or more files, the
/// whole file system is synced instead if its type is known to do that reliably.
package enum Durability {
    private static let trusted: Set<UInt> = [
        // ext2 to 4, xfs, btrfs, f2fs, tmpfs
        0xEF53, 0x5846_5342, 0x9123_683E, 0xF2F5_2010, 0x0102_1994,
    ]

    /// Syncs files, which are all on one file system and open for reading or writing.
    package static func sync(_ files: [OpenFile]) throws(Errno) {
        if files.count >= 4, let first = files.first, try syncFileSystem(of: first) { return }
        for file in files { try file.sync() }
    }

    /// Syncs a file system, if its type is known to do that reliably.
    package static func syncFileSystem(of file: OpenFile) throws(Errno) -> Bool {
        guard isTrusted(file) else { return false }
        try repeated { workphotos_syncfs(file.number) }
        return true
    }

    /// Syncs the file system of a directory, whatever its type.
    package static func syncFileSystem(at directory: FilePath) throws(Errno) {
        let file = try OpenFile(directory, flags: O_RDONLY | O_DIRECTORY)
        try repeated { workphotos_syncfs(file.number) }
    }

    private static func isTrusted(_ file: OpenFile) -> Bool {
        var (kind, identity): (UInt, UInt64) = (0, 0)
        return unsafe workphotos_fstatfs(file.number, &kind, &identity) == 0 && trusted.contains(kind)
    }
}
