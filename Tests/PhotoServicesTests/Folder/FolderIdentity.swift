import Glibc
import PhotoModel
import SystemPackage
import WorkphotosTestSupport

/// The device and inode of a path.
func identity(of path: FilePath) throws -> FileIdentity {
    var status = stat()
    let result = unsafe path.withPlatformString { unsafe lstat($0, &status) }
    guard result == 0 else { throw Errno(rawValue: errno) }
    return FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
}

extension FolderWorld {
    /// Gives a file of the tree a second name.
    func hardLink(from old: FilePath, to new: FilePath) throws {
        let result = unsafe tree.path(old).withPlatformString { old in
            unsafe tree.path(new).withPlatformString { new in unsafe link(old, new) }
        }
        guard result == 0 else { throw Errno(rawValue: errno) }
    }
}
