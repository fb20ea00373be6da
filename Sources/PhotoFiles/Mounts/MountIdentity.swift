package import SystemPackage

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
