internal import CLinux
internal import Glibc
package import PhotoModel
package import SystemPackage

/// An open directory of the library or of a trash. Names in it are looked up without following links.
package struct TrashFolder: Sendable {
    private let file: OpenFile

    /// Of a directory that was opened.
    package init(_ file: OpenFile) { self.file = file }

    /// The top of everything.
    package static func root() throws(Errno) -> TrashFolder {
        TrashFolder(OpenFile(try repeated { unsafe Glibc.open("/", OpenFlags.path | O_DIRECTORY | O_CLOEXEC) }))
    }

    /// What the system says of the directory itself.
    package func status() throws(Errno) -> FileStatus { try file.status() }

    /// Which directory it is, for as long as it is open.
    package func identity() throws(Errno) -> FileIdentity {
        try status().identity
    }

    /// What the system says of a name; nil where nothing has it.
    package func status(_ name: FilePath) throws(Errno) -> FileStatus? {
        do throws(Errno) {
            var status = stat()
            _ = try unsafe withName(name) { name throws(Errno) in
                try repeated { unsafe fstatat(file.number, name, &status, AT_SYMLINK_NOFOLLOW) }
            }
            return FileStatus(status)
        } catch .noSuchFileOrDirectory {
            return nil
        }
    }

    /// Opens a file. A link is ELOOP.
    package func open(_ name: FilePath, _ flags: Int32, mode: CInterop.Mode = 0) throws(Errno) -> OpenFile {
        OpenFile(try openDescriptor(name, flags, mode: mode))
    }

    /// Opens a file for whoever closes it.
    package func openDescriptor(_ name: FilePath, _ flags: Int32, mode: CInterop.Mode = 0) throws(Errno) -> Int32 {
        try unsafe withName(name) { name throws(Errno) in
            try repeated { unsafe openat(file.number, name, flags | O_NOFOLLOW | O_CLOEXEC, mode) }
        }
    }

    /// Opens a directory, to find names in it. A link is ENOTDIR.
    package func folder(_ name: FilePath) throws(Errno) -> TrashFolder {
        TrashFolder(try open(name, OpenFlags.path | O_DIRECTORY))
    }

    /// Makes a directory; returns whether it is new.
    package func makeFolder(_ name: FilePath, mode: CInterop.Mode) throws(Errno) -> Bool {
        do throws(Errno) {
            _ = try unsafe withName(name) { name throws(Errno) in
                try repeated { unsafe mkdirat(file.number, name, mode) }
            }
            return true
        } catch .fileExists {
            return false
        }
    }

    /// Renames, into another directory too, where nothing has the new name: else EEXIST.
    package func rename(_ name: FilePath, to other: TrashFolder, _ new: FilePath) throws(Errno) {
        _ = try unsafe withNames(name, new) { name, new throws(Errno) in
            try repeated { unsafe workphotos_rename_noreplace(file.number, name, other.file.number, new) }
        }
    }

    /// Gives a file a second name in this directory, where nothing has that: else EEXIST.
    package func link(_ name: FilePath, to new: FilePath) throws(Errno) {
        _ = try unsafe withNames(name, new) { name, new throws(Errno) in
            try repeated { unsafe linkat(file.number, name, file.number, new, 0) }
        }
    }

    /// Removes a file's name.
    package func remove(_ name: FilePath) throws(Errno) {
        _ = try unsafe withName(name) { name throws(Errno) in
            try repeated { unsafe unlinkat(file.number, name, 0) }
        }
    }

    /// The names in it, in no order.
    package func names() throws(Errno) -> [FilePath] {
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
    package var isWritable: Bool { unsafe faccessat(file.number, ".", W_OK | X_OK, AT_EACCESS) == 0 }

    /// The directory opened so that it can be synced, which finding names does not take.
    package func reading() throws(Errno) -> OpenFile { try open(".", O_RDONLY | O_DIRECTORY) }

    /// By what its mount is known.
    package func mount() throws(Errno) -> MountIdentity {
        var identity: UInt64 = 0
        // What fails here and there must not pass for a kernel that tells none: the same mount would look like two.
        let told = try repeated { unsafe workphotos_mount_id(file.number, &identity) }
        return MountIdentity(mount: told == 1 ? identity : nil, device: try status().identity.device)
    }
}
