internal import Glibc
internal import SystemPackage

/// The block device that a file's mount comes from, by the mount table.
struct MountedVolume {
    private let device: dev_t

    /// Finds the mount by its id, not by `st_dev`: on btrfs the two have different device numbers. Nil where `/proc`
    /// is not there or the source is no block device.
    init?(of file: FileDescriptor) {
        guard let mount = Self.mountNumber(of: file),
            let table = Self.contents(of: "/proc/thread-self/mountinfo"),
            let source = Self.source(of: mount, in: table),
            let status = Self.status(of: source), status.st_mode & S_IFMT == S_IFBLK
        else { return nil }
        device = status.st_rdev
    }

    /// The name under which udev lists the device by its UUID: lower case, or as FAT and NTFS write theirs.
    var uuid: String? {
        let list = "/dev/disk/by-uuid"
        guard let directory = unsafe opendir(list) else { return nil }
        defer { unsafe closedir(directory) }
        while let entry = unsafe readdir(directory) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
                unsafe String(cString: UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self))
            }
            if name.first != ".", Self.status(of: "\(list)/\(name)")?.st_rdev == device { return name }
        }
        return nil
    }

    /// The mount's id, from the `mnt_id:` line of proc_pid_fdinfo(5).
    private static func mountNumber(of file: FileDescriptor) -> String? {
        guard let text = contents(of: "/proc/thread-self/fdinfo/\(file.rawValue)") else { return nil }
        for line in text.split(separator: "\n") where line.hasPrefix("mnt_id:") {
            return String(line.dropFirst("mnt_id:".count).filter { !$0.isWhitespace })
        }
        return nil
    }

    /// A mount's source, from its line in proc_pid_mountinfo(5): id, …, `-`, type, source, options. Blanks in the
    /// source are written `\040`; a device that is found has none.
    private static func source(of mount: String, in table: String) -> String? {
        for line in table.split(separator: "\n") where line.hasPrefix(mount + " ") {
            let fields = line.split(separator: " ")
            guard let end = fields.firstIndex(of: "-"), end + 2 < fields.count else { return nil }
            return String(fields[end + 2])
        }
        return nil
    }

    private static func status(of path: String) -> stat? {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? status : nil
    }

    /// All of a file of `/proc`; bytes that are not UTF-8 are replaced, which no field needed here has.
    private static func contents(of path: String) -> String? {
        guard let file = try? FileDescriptor.open(FilePath(path), .readOnly, options: .closeOnExec) else { return nil }
        defer { try? file.close() }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16 * 1024)
        while let count = try? unsafe chunk.withUnsafeMutableBytes({ try unsafe file.read(into: $0) }), count > 0 {
            bytes += chunk[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
