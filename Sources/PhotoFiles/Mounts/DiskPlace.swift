/// Where a file system keeps what is written, as far as its type tells: what a database needs to know of it.
package enum DiskPlace: Hashable, Sendable {
    /// On a disk of this machine.
    case local
    /// On a server, by a protocol that does not keep all locks and orders of writing; or with a program between.
    case network
    /// In memory: gone with the next reboot.
    case memory

    private static let networks: Set<String> = [
        "nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "glusterfs", "lustre", "ncpfs", "davfs", "coda",
        "virtiofs", "vboxsf", "prl_fs",
    ]

    /// - Parameters:
    ///   - type: the file system's type, as the mount table has it; nil where that does not tell.
    ///   - isServed: whether the kernel says that a program serves it (FUSE).
    package init(type: String?, isServed: Bool) {
        switch type {
        case "tmpfs", "ramfs": self = .memory
        // A disk of this machine: ntfs-3g, exfat-fuse.
        case "fuseblk": self = .local
        case let type? where Self.networks.contains(type): self = .network
        default: self = isServed || type?.hasPrefix("fuse.") == true ? .network : .local
        }
    }
}
