/// The file system that holds a directory, known again after a reboot or a new mount.
///
/// Never the device number, which changes over reboots on LUKS and btrfs.
package struct FileSystemIdentity: Hashable, Sendable {
    /// `uuid:…` where the system knows the volume's UUID, else `fsid:…` from `statfs`.
    package var name: String
    /// Whether inode numbers and ctime last over mounts: ext, xfs, btrfs, f2fs, zfs, tmpfs. FAT and exFAT, FUSE and
    /// network file systems make them anew.
    package var keepsInodes: Bool

    package init(name: String, keepsInodes: Bool) {
        self.name = name
        self.keepsInodes = keepsInodes
    }

    /// Whether inode numbers and ctime last over mounts on file systems of a type.
    ///
    /// overlayfs is not among them: its inode numbers last only where all layers share one file system, which cannot
    /// be seen from outside, and copying a file up gives it a new ctime.
    ///
    /// - Parameter type: `f_type` of statfs(2).
    /// - Returns: false for a type that is not known.
    package static func keepsInodes(type: UInt) -> Bool { typesThatKeepInodes.contains(type) }

    private static let typesThatKeepInodes: Set<UInt> = [
        0xEF53,  // ext2, ext3, ext4
        0x5846_5342,  // xfs
        0x9123_683E,  // btrfs
        0xF2F5_2010,  // f2fs
        0x2FC1_2FC1,  // zfs
        0x0102_1994,  // tmpfs
    ]
}
