/// Which file a descriptor is of, while this machine runs: two paths with one identity lead to one file.
package struct FileIdentity: Hashable, Sendable {
    /// The device number. Changes over reboots; never kept.
    package let device: UInt64
    package let inode: UInt64

    package init(device: UInt64, inode: UInt64) {
        self.device = device
        self.inode = inode
    }
}

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

/// What a file system says of a file without opening it; equal fingerprints mean an unchanged file.
package struct Fingerprint: Hashable, Sendable {
    /// Bytes.
    package var size: Int64
    /// Time of the last change of the content, nanoseconds since 1970-01-01T00:00:00Z.
    package var modified: Int64
    /// Time of the last change of content or attributes, nanoseconds since 1970-01-01T00:00:00Z.
    package var changed: Int64
    /// The inode number, as the file system counts.
    package var inode: UInt64

    package init(size: Int64, modified: Int64, changed: Int64, inode: UInt64) {
        self.size = size
        self.modified = modified
        self.changed = changed
        self.inode = inode
    }

    /// Whether both are of the same unchanged file: the one test of that. The ctime and the inode number count only
    /// where the file system keeps them.
    package func isSame(as other: Fingerprint, withInode: Bool) -> Bool {
        size == other.size && modified == other.modified
            && (!withInode || (changed == other.changed && inode == other.inode))
    }

    /// Whether the file was touched so close to `moment` that a later change may carry the same times.
    ///
    /// Coarse clocks give a file written twice within a tick the same mtime; git calls such a file racy.
    /// `moment` is in nanoseconds since 1970-01-01T00:00:00Z; the margin is 2 s either way.
    package func isRacy(readAt moment: Int64) -> Bool {
        [modified, changed].contains { time in
            // A time so far off that the difference does not fit is not close.
            let (difference, isTooLarge) = moment.subtractingReportingOverflow(time)
            return !isTooLarge && difference.magnitude < 2_000_000_000
        }
    }
}

/// A 64-bit keyed hash of a path below a root, for looking paths up within one process. Never stored.
package struct PathKey: Hashable, Sendable {
    package let hash: Int

    /// The key of a directory: its root's row in the index and its path below the root, without slashes at the ends
    /// (empty for the root itself).
    package init(root: Int64, directory: some Collection<UInt8>) {
        var hasher = Hasher()
        hasher.combine(root)
        hasher.combine(directory.count)
        let isContiguous: Void? = directory.withContiguousStorageIfAvailable { bytes in
            unsafe hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
        }
        if isContiguous == nil { unsafe Array(directory).withUnsafeBytes { unsafe hasher.combine(bytes: $0) } }
        hash = hasher.finalize()
    }

    /// The key of an entry of a directory.
    package init(directory: PathKey, name: UnsafeRawBufferPointer) {
        var hasher = Hasher()
        hasher.combine(directory.hash)
        unsafe hasher.combine(bytes: name)
        hash = hasher.finalize()
    }
}
