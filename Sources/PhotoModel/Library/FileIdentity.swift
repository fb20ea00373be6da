/// Which file a descriptor is of, while this machine runs: two paths with one identity lead to one file.
package struct FileIdentity: Hashable, Sendable {
    /// The device number. Changes over reboots; never kept.
    package let device: UInt64
    /// The inode number.
    package let inode: UInt64

    package init(device: UInt64, inode: UInt64) {
        self.device = device
        self.inode = inode
    }
}
