internal import Glibc
internal import SystemPackage

/// The block device that a file's mount comes from, by the mount table.
struct MountedVolume {
    private let device: dev_t

    /// Finds the mount by its id, not by `st_dev`: on btrfs the two have different device numbers. Nil where `/proc`
    /// is not there or the source is no block device.
    init?(of file: FileDescriptor) {
        guard let mount = mountNumber(of: file),
            let table = contents(ofSystemFile: "/proc/thread-self/mountinfo"),
            let source = Self.source(of: mount, in: String(decoding: table, as: UTF8.self)),
            let status = Self.status(of: source), status.st_mode & S_IFMT == S_IFBLK
        else { return nil }
        device = status.st_rdev
    }

    /// The name under which udev lists the device by its UUID: lower case, or as FAT and NTFS write theirs.
    var uuid: String? {
        let list = "/dev/disk/by-uuid"
        let names = (try? names(in: FilePath(list))) ?? []
        return names.map { String(decoding: $0, as: UTF8.self) }
            .first { $0.first != "." && Self.status(of: "\(list)/\($0)")?.st_rdev == device }
    }

    /// A mount's source, from its line in proc_pid_mountinfo(5): id, …, `-`, type, source, options. Bytes that are not
    /// UTF-8 are replaced, which no field needed here has; blanks in the source are written `\040`; a device that is
    /// found has none.
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
}
