/// Whether what a mounted file system reports of a copy is true of the place that stores it.
///
/// File systems served by a program (FUSE) differ. One waits for its server. Another reports success when the bytes are
/// in a cache of this machine, and reads them back from there.
package enum MountTrust: Hashable, Sendable {
    /// It waits until the bytes are where they belong, or is the kernel's own business.
    case waits
    /// It answers from a cache of this machine.
    case caches
    /// Nobody here knows.
    case unknown

    /// Types that wait: `fsync` reaches the storage.
    private static let waiting: Set<String> = [
        // ntfs-3g, exfat-fuse: a disk of this machine
        "fuseblk",
        // directories of the host of a virtual machine
        "virtiofs",
        // flush and fsync wait for the answers to all writes, and have the server sync (fsync@openssh.com)
        "fuse.sshfs",
        // other views of directories: they hand fsync on to the files there
        "fuse.bindfs", "fuse.mergerfs", "fuse.gocryptfs", "fuse.encfs",
    ]

    /// Types that answer before the server has the bytes, always or in a mode that cannot be detected.
    private static let caching: Set<String> = [
        // --vfs-cache-mode writes and full: uploaded some time after close(2)
        "fuse.rclone",
        // objects are uploaded whole, from a local copy, when a file is closed
        "fuse.s3fs", "fuse.gcsfuse", "fuse.goofys", "fuse.geesefs", "fuse.blobfuse", "fuse.blobfuse2",
        // davfs2 and coda upload in the background
        "davfs", "fuse.davfs", "coda",
        // --writeback
        "fuse.juicefs",
    ]

    /// - Parameters:
    ///   - type: the file system's type, as the mount table has it; nil where that does not tell.
    ///   - isServed: whether the kernel says that a program serves it (FUSE).
    ///   - isView: whether it shows the directory that is its source, as bindfs does, whose type is often only `fuse`.
    package init(type: String?, isServed: Bool, isView: Bool = false) {
        switch type {
        case "fuse" where isView: self = .waits
        case let type? where Self.waiting.contains(type): self = .waits
        case let type? where Self.caching.contains(type): self = .caches
        default: self = isServed || type?.hasPrefix("fuse") == true ? .unknown : .waits
        }
    }
}
