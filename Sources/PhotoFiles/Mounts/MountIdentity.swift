package import SystemPackage

/// By what a mount is known while this machine runs: a rename never leads from one to another.
package struct MountIdentity: Hashable {
    /// Its id; nil where the kernel tells none.
    package let mount: UInt64?
    /// The device number, which a directory mounted in a second place shares. A btrfs subvolume has its own, below the
    /// mount of another: no rename leads out of it either, and so its top takes a trash, as trash-cli has it.
    package let device: UInt64

    /// Whether a rename leads from it to another.
    ///
    /// - Throws: ENOTSUP where nobody can tell, since the kernel told the id of only one.
    package func isSame(as other: MountIdentity) throws(Errno) -> Bool {
        guard (mount == nil) == (other.mount == nil) else { throw .notSupported }
        return self == other
    }
}
