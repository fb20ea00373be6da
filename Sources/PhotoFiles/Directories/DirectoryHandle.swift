internal import CLinux
internal import Glibc
package import PhotoModel
package import SystemPackage

/// A way to open a path without following links.
package enum OpeningWay: CaseIterable, Sendable {
    /// By a single call, `openat2` with RESOLVE_NO_SYMLINKS, if the system supports it.
    case kernel
    /// One name at a time, with O_NOFOLLOW.
    case byHand
}

/// An open directory for looking up names. No call follows a symbolic link.
package struct DirectoryHandle: Sendable {
    /// The directory.
    package let file: OpenFile
    private let ways: [OpeningWay]

    /// - Parameters:
    ///   - file: the directory.
    ///   - ways: the ways to open paths beneath it, in order of preference.
    package init(_ file: OpenFile, ways: [OpeningWay] = OpeningWay.allCases) {
        self.file = file
        self.ways = ways
    }

    /// The root directory.
    package static func root() throws(Errno) -> DirectoryHandle {
        DirectoryHandle(try OpenFile("/", flags: OpenFlags.path | O_DIRECTORY))
    }

    // MARK: - Paths beneath it

    /// Opens a path beneath this directory.
    ///
    /// - Throws: ELOOP or ENOTDIR if a component is a link, EXDEV if the path leads out of the directory and,
    ///   where the kernel can tell, into another mount: a destination's marker identifies one file system.
    package func open(beneath path: FilePath, flags: Int32) throws(Errno) -> OpenFile {
        if path.isEmpty { return try open(".", flags: flags) }
        if ways.contains(.kernel) {
            do throws(Errno) {
                return try openByKernel(path, flags: flags | O_NOFOLLOW | O_CLOEXEC)
            } catch  where ways.contains(.byHand) && [.noFunction, .notPermitted].contains(error) {
                // A kernel before 5.6, or a sandbox that does not know the call.
            }
        }
        return try openByHand(path, flags: flags)
    }

    /// Opens a directory beneath this one.
    package func directory(beneath path: FilePath, flags: Int32) throws(Errno) -> DirectoryHandle {
        DirectoryHandle(try open(beneath: path, flags: flags | O_DIRECTORY), ways: ways)
    }

    private func openByKernel(_ path: FilePath, flags: Int32) throws(Errno) -> OpenFile {
        var tries = 0
        while true {
            do throws(Errno) {
                let number = try unsafe withName(path) { path throws(Errno) in
                    try repeated { unsafe workphotos_openat2(file.number, path, flags, 0) }
                }
                return OpenFile(number)
            } catch Errno.resourceTemporarilyUnavailable where tries < 100 {
                // Something was renamed at the same time, so the kernel could not be sure.
                tries += 1
            }
        }
    }

    private func openByHand(_ path: FilePath, flags: Int32) throws(Errno) -> OpenFile {
        var above = self
        for component in path.components.dropLast() {
            if component.kind != .regular { throw .improperLink }
            above = try above.directory(component.path)
        }
        guard let last = path.lastComponent, last.kind == .regular else { throw .improperLink }
        return try above.open(last.path, flags: flags)
    }
}

extension DirectoryHandle {
    /// Opens a name in this directory. A link fails with ELOOP.
    package func open(_ name: FilePath, flags: Int32, mode: CInterop.Mode = 0) throws(Errno) -> OpenFile {
        OpenFile(try openDescriptor(name, flags: flags, mode: mode))
    }

    /// Opens a name; the caller closes the descriptor.
    package func openDescriptor(
        _ name: FilePath, flags: Int32, mode: CInterop.Mode = 0
    ) throws(Errno) -> Int32 {
        try unsafe withName(name) { name throws(Errno) in
            try repeated { unsafe openat(file.number, name, flags | O_NOFOLLOW | O_CLOEXEC, mode) }
        }
    }

    /// Opens a directory for looking up names. A link fails with ENOTDIR.
    package func directory(_ name: FilePath) throws(Errno) -> DirectoryHandle {
        DirectoryHandle(try open(name, flags: OpenFlags.path | O_DIRECTORY), ways: ways)
    }

    /// Opens the directory itself for syncing and reading, which looking up names does not require.
    package func reading() throws(Errno) -> OpenFile { try open(".", flags: O_RDONLY | O_DIRECTORY) }

    /// Waits until the names in it are on the disk.
    package func sync() throws(Errno) { try reading().sync() }

    /// The names in it, in no order.
    package func names() throws(Errno) -> [FilePath] {
        let file = try reading()
        return try PhotoFiles.names(in: FileDescriptor(rawValue: file.number)).map { FilePath(bytes: $0) }
    }

    /// The status of a name; nil if it does not exist.
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

    /// The status of the directory itself.
    package func status() throws(Errno) -> FileStatus { try file.status() }

    /// The directory's identity, valid while it is open.
    package func identity() throws(Errno) -> FileIdentity { try status().identity }

    /// Whether the user may create and remove names in it.
    package var isWritable: Bool { writingError == nil }

    /// Why the user may not create and remove names in it; nil if they may.
    package var writingError: Errno? {
        unsafe faccessat(file.number, ".", W_OK | X_OK, AT_EACCESS) == 0 ? nil : Errno(rawValue: errno)
    }

    /// The identity of its mount.
    package func mount() throws(Errno) -> MountIdentity {
        var identity: UInt64 = 0
        // An intermittent failure must not look like a kernel without mount ids: one mount would seem to be two.
        let told = try repeated { unsafe workphotos_mount_id(file.number, &identity) }
        return MountIdentity(mount: told == 1 ? identity : nil, device: try status().identity.device)
    }
}

extension DirectoryHandle {
    /// Creates a directory; returns whether it is new.
    package func makeDirectory(_ name: FilePath, mode: CInterop.Mode = 0o777) throws(Errno) -> Bool {
        do throws(Errno) {
            _ = try unsafe withName(name) { name throws(Errno) in
                try repeated { unsafe mkdirat(file.number, name, mode) }
            }
            return true
        } catch .fileExists {
            return false
        }
    }

    /// Removes a file's name.
    package func remove(_ name: FilePath) throws(Errno) {
        _ = try unsafe withName(name) { name throws(Errno) in
            try repeated { unsafe unlinkat(file.number, name, 0) }
        }
    }

    /// Removes a file's name, if it exists.
    package func removeIfThere(_ name: FilePath) throws(Errno) {
        do throws(Errno) { try remove(name) } catch .noSuchFileOrDirectory {}
    }

    /// Renames a file, replacing any file with the new name.
    package func replace(_ new: FilePath, with old: FilePath) throws(Errno) {
        _ = try unsafe withNames(old, new) { old, new throws(Errno) in
            try repeated { unsafe renameat(file.number, old, file.number, new) }
        }
    }

    /// Renames a file; EEXIST if the new name exists.
    package func rename(_ old: FilePath, to new: FilePath) throws(Errno) { try rename(old, to: self, new) }

    /// Renames a file into another directory; EEXIST if the new name exists.
    package func rename(_ old: FilePath, to other: DirectoryHandle, _ new: FilePath) throws(Errno) {
        _ = try unsafe withNames(old, new) { old, new throws(Errno) in
            try repeated { unsafe workphotos_rename_noreplace(file.number, old, other.file.number, new) }
        }
    }

    /// Creates a hard link; EEXIST if the new name exists.
    package func link(_ old: FilePath, to new: FilePath) throws(Errno) {
        _ = try unsafe withNames(old, new) { old, new throws(Errno) in
            try repeated { unsafe linkat(file.number, old, file.number, new, 0) }
        }
    }
}
