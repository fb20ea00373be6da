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
}
