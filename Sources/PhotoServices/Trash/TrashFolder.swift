import CLinux
import Glibc
import PhotoModel
import PhotoPipeline
import SystemPackage

/// An open directory of the library or of a trash. Names are looked up without following links.
struct TrashFolder: Sendable {
    private let file: OpenFile

    init(_ file: OpenFile) { self.file = file }

    /// The root directory.
    static func root() throws(Errno) -> TrashFolder {
        TrashFolder(OpenFile(try repeated { unsafe Glibc.open("/", OpenFlags.path | O_DIRECTORY | O_CLOEXEC) }))
    }

    /// The status of the directory itself.
    func status() throws(Errno) -> stat {
        var status = stat()
        try repeated { unsafe fstat(file.number, &status) }
        return status
    }

    /// The directory's identity, valid as long as it is open.
    func identity() throws(Errno) -> FileIdentity {
        let status = try status()
        return FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    }

    /// The status of a name; nil if nothing has it.
    func status(_ name: FilePath) throws(Errno) -> stat? {
        do throws(Errno) {
            var status = stat()
            _ = try unsafe withName(name) { name throws(Errno) in
                try repeated { unsafe fstatat(file.number, name, &status, AT_SYMLINK_NOFOLLOW) }
            }
            return status
        } catch .noSuchFileOrDirectory {
            return nil
        }
    }

    /// Opens a file. A link fails with ELOOP.
    func open(_ name: FilePath, _ flags: Int32, mode: mode_t = 0) throws(Errno) -> OpenFile {
        OpenFile(try openDescriptor(name, flags, mode: mode))
    }

    /// Opens a file; the caller closes it.
    func openDescriptor(_ name: FilePath, _ flags: Int32, mode: mode_t = 0) throws(Errno) -> Int32 {
        try unsafe withName(name) { name throws(Errno) in
            try repeated { unsafe openat(file.number, name, flags | O_NOFOLLOW | O_CLOEXEC, mode) }
        }
    }

    /// Opens a directory, to look up names in it. A link fails with ENOTDIR.
    func folder(_ name: FilePath) throws(Errno) -> TrashFolder {
        TrashFolder(try open(name, OpenFlags.path | O_DIRECTORY))
    }

    /// Makes a directory. Returns whether it is new.
    func makeFolder(_ name: FilePath, mode: mode_t) throws(Errno) -> Bool {
        do throws(Errno) {
            _ = try unsafe withName(name) { name throws(Errno) in
                try repeated { unsafe mkdirat(file.number, name, mode) }
            }
            return true
        } catch .fileExists {
            return false
        }
    }

    /// Renames a file, also into another directory, if nothing has the new name; otherwise EEXIST.
    func rename(_ name: FilePath, to other: TrashFolder, _ new: FilePath) throws(Errno) {
        _ = try unsafe withNames(name, new) { name, new throws(Errno) in
            try repeated { unsafe workphotos_rename_noreplace(file.number, name, other.file.number, new) }
        }
    }

    /// Gives a file a second name in this directory, if nothing has that name; otherwise EEXIST.
    func link(_ name: FilePath, to new: FilePath) throws(Errno) {
        _ = try unsafe withNames(name, new) { name, new throws(Errno) in
            try repeated { unsafe linkat(file.number, name, file.number, new, 0) }
        }
    }

    /// Removes a file's name.
    func remove(_ name: FilePath) throws(Errno) {
        _ = try unsafe withName(name) { name throws(Errno) in
            try repeated { unsafe unlinkat(file.number, name, 0) }
        }
    }

    /// The names in it, in no order.
    func names() throws(Errno) -> [FilePath] {
        let descriptor = try openDescriptor(".", O_RDONLY | O_DIRECTORY)
        guard let stream = unsafe fdopendir(descriptor) else {
            let error = Errno(rawValue: errno)
            close(descriptor)
            throw error
        }
        defer { unsafe _ = closedir(stream) }
        var names: [FilePath] = []
        while true {
            errno = 0
            guard let entry = unsafe readdir(stream) else {
                if errno != 0 { throw Errno(rawValue: errno) }
                return names
            }
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { bytes in
                unsafe bytes.withMemoryRebound(to: CInterop.PlatformChar.self, capacity: 256) {
                    unsafe FilePath(platformString: $0)
                }
            }
            if name != ".", name != ".." { names.append(name) }
        }
    }

    /// Whether the user may make and remove names in it.
    var isWritable: Bool { unsafe faccessat(file.number, ".", W_OK | X_OK, AT_EACCESS) == 0 }

    /// The directory, opened so that it can be synced, which looking up names does not require.
    func reading() throws(Errno) -> OpenFile { try open(".", O_RDONLY | O_DIRECTORY) }

    /// Identifies its mount.
    func mount() throws(Errno) -> MountIdentity {
        var identity: UInt64 = 0
        // An occasional failure must not be taken for a kernel without mount ids: the same mount would look like two.
        let told = try repeated { unsafe workphotos_mount_id(file.number, &identity) }
        return MountIdentity(mount: told == 1 ? identity : nil, device: UInt64(try status().st_dev))
    }
}

/// Identifies a mount while the machine runs: a rename never crosses mounts.
struct MountIdentity: Hashable {
    /// Its id; nil if the kernel provides none.
    let mount: UInt64?
    /// The device number, which a directory mounted in a second place shares. A btrfs subvolume has its own below the
    /// mount of another: no rename leads out of it either, so its top has a trash, as in trash-cli.
    let device: UInt64

    /// Whether a rename can lead from it to another.
    ///
    /// - Throws: ENOTSUP where that is unknown, since the kernel provided the id of only one.
    func isSame(as other: MountIdentity) throws(Errno) -> Bool {
        guard (mount == nil) == (other.mount == nil) else { throw .notSupported }
        return self == other
    }
}
