package import SystemPackage

/// Where a file system stores data, as far as its type tells. A database needs to know this.
package enum DiskPlace: Hashable, Sendable {
    /// On a disk of this machine.
    case local
    /// On a server, with a protocol that does not keep all locks and the order of writes, or through a userspace
    /// program.
    case network
    /// In memory: lost at the next reboot.
    case memory

    private static let networks: Set<String> = [
        "nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "glusterfs", "lustre", "ncpfs", "davfs", "coda",
        "virtiofs", "vboxsf", "prl_fs",
    ]

    /// - Parameters:
    ///   - type: the file system's type, as in the mount table; nil if it is not there.
    ///   - isServed: whether the kernel reports a userspace program (FUSE).
    package init(type: String?, isServed: Bool) {
        switch type {
        case "tmpfs", "ramfs": self = .memory
        // On a disk of this machine: ntfs-3g, exfat-fuse.
        case "fuseblk": self = .local
        case let type? where Self.networks.contains(type): self = .network
        default: self = isServed || type?.hasPrefix("fuse.") == true ? .network : .local
        }
    }
}

/// The identity of a mount until the next reboot. A file cannot be renamed from one mount to another.
package struct MountIdentity: Hashable {
    /// The id; nil if the kernel does not provide one.
    package let mount: UInt64?
    /// The device number. A directory mounted twice has the same one. A btrfs subvolume has its own below the mount of
    /// another: a file cannot be renamed out of it either, so its top directory gets a trash, as in trash-cli.
    package let device: UInt64

    /// Whether a file can be renamed from one to the other.
    ///
    /// - Throws: ENOTSUP if this is unknown, because the kernel provided the id of only one.
    package func isSame(as other: MountIdentity) throws(Errno) -> Bool {
        guard (mount == nil) == (other.mount == nil) else { throw .notSupported }
        return self == other
    }
}
