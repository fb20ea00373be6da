internal import CLinux
internal import Glibc
package import PhotoModel
package import SystemPackage

extension FileSystemIdentity {
    /// The file system of an open file or directory.
    ///
    /// Its name is the volume's UUID if the kernel provides it (FS_IOC_GETFSUUID: ext, xfs, btrfs and more since Linux
    /// 6.9) or if the mount's source is in `/dev/disk/by-uuid` (FAT and exFAT, older kernels); otherwise the id and
    /// type from fstatfs(2). That id is derived from the UUID on ext and btrfs, a device number on FAT, and zero on NFS
    /// and FUSE, so that two of these are not distinguished.
    package init(of file: FileDescriptor) throws(Errno) {
        var type: UInt = 0
        var number: UInt64 = 0
        guard unsafe workphotos_fstatfs(file.rawValue, &type, &number) == 0 else { throw Errno(rawValue: errno) }
        let uuid = Self.uuid(ofSuperblock: file) ?? MountedVolume(of: file)?.uuid
        self.init(
            name: uuid.map { "uuid:\($0)" } ?? "fsid:\(String(number, radix: 16))-\(String(type, radix: 16))",
            keepsInodes: Self.keepsInodes(type: type))
    }

    /// The file system of a directory. A link is followed.
    ///
    /// - Throws: `Errno` if it is not a directory or cannot be opened.
    package init(ofDirectory path: FilePath) throws {
        let directory = try FileDescriptor.boundedOpen(path, .readOnly, options: [.directory, .closeOnExec])
        defer { try? directory.close() }
        try self.init(of: directory)
    }

    /// The UUID that the kernel stores with the mounted file system. Ids of other lengths, such as FAT's serial number,
    /// are left to `/dev/disk/by-uuid`, which writes them in its own format.
    private static func uuid(ofSuperblock file: FileDescriptor) -> String? {
        // struct fsuuid2 of <linux/fs.h>: the length, then 16 bytes. The request is _IOR(0x15, 0, struct fsuuid2).
        let request: UInt = 0x8011_1500
        var answer = [UInt8](repeating: 0, count: 17)
        let result = unsafe answer.withUnsafeMutableBytes { bytes in
            guard let start = bytes.baseAddress else { return -1 as Int32 }
            return unsafe ioctl(file.rawValue, request, start)
        }
        guard result == 0, answer[0] == 16, answer.dropFirst().contains(where: { $0 != 0 }) else { return nil }
        var text = ""
        for (index, byte) in answer.dropFirst().enumerated() {
            if [4, 6, 8, 10].contains(index) { text += "-" }
            text += (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        return text
    }
}

/// Whether two directories are on one file system: on one device, or on subvolumes of one volume. False if one cannot
/// be opened.
package func areOnOneFileSystem(_ one: FilePath, _ other: FilePath) -> Bool {
    guard let first = try? FileStatus(at: one, followingLinks: true),
        let second = try? FileStatus(at: other, followingLinks: true)
    else { return false }
    if first.identity.device == second.identity.device { return true }
    guard let name = try? FileSystemIdentity(ofDirectory: one).name, name.hasPrefix("uuid:") else { return false }
    return (try? FileSystemIdentity(ofDirectory: other).name) == name
}

/// The block device of a file's mount, by the mount table.
struct MountedVolume {
    private let device: dev_t

    /// Finds the mount by its id instead of `st_dev`: on btrfs the two have different device numbers. Nil if there is
    /// no `/proc` or the source is not a block device.
    init?(of file: FileDescriptor) {
        guard let source = MountTable().source(of: file), let status = Self.status(of: source),
            status.st_mode & S_IFMT == S_IFBLK
        else { return nil }
        device = status.st_rdev
    }

    /// The name under which udev lists the device by UUID: in lower case, or in the notation of FAT and NTFS.
    var uuid: String? {
        let list = "/dev/disk/by-uuid"
        let names = (try? names(in: FilePath(list))) ?? []
        return names.map { String(decoding: $0, as: UTF8.self) }
            .first { $0.first != "." && Self.status(of: FilePath("\(list)/\($0)"))?.st_rdev == device }
    }

    private static func status(of path: FilePath) -> stat? {
        var status = stat()
        return unsafe path.withPlatformString { unsafe stat($0, &status) } == 0 ? status : nil
    }
}
