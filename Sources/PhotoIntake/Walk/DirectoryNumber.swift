internal import Glibc
internal import PhotoModel
internal import SystemPackage

/// What tells a directory from all others while it is held open or on a walk; never kept longer.
struct DirectoryNumber: Hashable, Sendable {
    let device: UInt64
    let inode: UInt64

    /// The numbers of an open directory, or nil with `errno` set.
    init?(of directory: FileDescriptor) {
        var status = stat()
        guard unsafe fstat(directory.rawValue, &status) == 0 else { return nil }
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
    }
}

/// The file systems met on a walk, each looked up once.
struct FileSystemTable: Sendable {
    private var identities: [UInt64: FileSystemIdentity] = [:]

    /// The file system of an open directory on a device.
    mutating func identity(of directory: FileDescriptor, device: UInt64) throws(Errno) -> FileSystemIdentity {
        if let known = identities[device] { return known }
        let identity = try FileSystemIdentity(of: directory)
        identities[device] = identity
        return identity
    }
}
