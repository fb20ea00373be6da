internal import Glibc
import PhotoModel
package import SystemPackage

/// A new directory for one test, removed with its contents when the last reference is released.
///
/// Paths are relative to the directory, as bytes, and may be longer than the system accepts: parents are created and
/// entered one by one.
package final class TemporaryTree: Sendable {
    /// The directory, absolute and free of symbolic links.
    package let path: FilePath

    /// Creates the directory in `TMPDIR` or `/tmp`; or in memory, if possible, for trees with so many files that a disk
    /// would be slow. Its name contains the process id, so that the remains of a killed test can be removed.
    ///
    /// - Parameter place: the directory in which it is created instead.
    package init(inMemory: Bool = false, in place: FilePath? = nil) throws {
        let memory = unsafe inMemory && access("/dev/shm", W_OK) == 0 ? "/dev/shm" : nil
        let base = unsafe place?.string ?? memory ?? getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
        var template = Array("\(base)/workphotos-tests-\(getpid())-XXXXXX".utf8CString)
        let made = unsafe template.withUnsafeMutableBufferPointer { template in
            unsafe template.baseAddress.map { unsafe mkdtemp($0) } != nil
        }
        guard made, let resolved = unsafe realpath(template, nil) else { throw Errno(rawValue: errno) }
        defer { unsafe free(resolved) }
        path = unsafe FilePath(platformString: resolved)
    }

    deinit {
        unsafe path.withPlatformString { unsafe removeTree($0, in: AT_FDCWD) }
    }

    /// The absolute path of something in the directory.
    package func path(_ relative: FilePath) -> FilePath {
        path.appending(relative.components)
    }

    /// Writes a new file or replaces an old one, and creates its parent directories.
    package func write(_ relative: FilePath, _ content: [UInt8] = [1]) throws {
        try unsafe inParent(of: relative) { parent, name in
            let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC
            let file = FileDescriptor(rawValue: try check(unsafe openat(parent, name, flags, 0o666)))
            try file.closeAfter { _ = try file.writeAll(content) }
        }
    }

    /// Creates many empty files in one directory, quickly.
    package func writeEmpty(_ names: some Sequence<String>, in directory: FilePath) throws {
        try makeDirectory(directory)
        let parent = try FileDescriptor.open(path(directory), .readOnly, options: [.directory, .closeOnExec])
        defer { try? parent.close() }
        for name in names {
            let file = try check(unsafe openat(parent.rawValue, name, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666))
            close(file)
        }
    }

    /// Creates a directory and its parents.
    package func makeDirectory(_ relative: FilePath) throws {
        try unsafe inParent(of: relative) { parent, name in
            if unsafe mkdirat(parent, name, 0o777) != 0, errno != EEXIST { throw Errno(rawValue: errno) }
        }
    }

    /// Creates a symbolic link with an unchanged target.
    package func link(_ relative: FilePath, to target: FilePath) throws {
        try unsafe inParent(of: relative) { parent, name in
            try unsafe target.withPlatformString { _ = try check(unsafe symlinkat($0, parent, name)) }
        }
    }

    /// Creates a named pipe.
    package func makePipe(_ relative: FilePath) throws {
        try unsafe inParent(of: relative) { parent, name in _ = try check(unsafe mkfifoat(parent, name, 0o666)) }
    }

    /// Removes a file, or a directory with its contents.
    package func remove(_ relative: FilePath) throws {
        try unsafe inParent(of: relative) { parent, name in
            unsafe removeTree(name, in: parent)
        }
    }

    /// Sets the permissions of a file or directory; the empty path is the tree itself.
    package func setPermissions(_ relative: FilePath, _ permissions: FilePermissions) throws {
        try unsafe inParent(of: relative) { parent, name in
            _ = try check(unsafe fchmodat(parent, name, permissions.rawValue, 0))
        }
    }

    /// Sets a file's mtime, in seconds since 1970-01-01T00:00:00Z. The file system may clamp it to its range.
    package func setModified(_ relative: FilePath, seconds: Int, nanoseconds: Int = 0) throws {
        try unsafe inParent(of: relative) { parent, name in
            let time = timespec(tv_sec: seconds, tv_nsec: nanoseconds)
            _ = try check(unsafe utimensat(parent, name, [time, time], AT_SYMLINK_NOFOLLOW))
        }
    }

    private func inParent(of relative: FilePath, _ body: (Int32, UnsafePointer<CChar>) throws -> Void) throws {
        var parent = try FileDescriptor.open(path, .readOnly, options: [.directory, .closeOnExec])
        defer { try? parent.close() }
        var names = relative.bytes.split(separator: UInt8(ascii: "/")).map { $0.map { CChar(bitPattern: $0) } + [0] }
        let last = names.popLast() ?? [CChar(bitPattern: UInt8(ascii: ".")), 0]
        for name in names {
            _ = unsafe mkdirat(parent.rawValue, name, 0o777)
            let child = try check(unsafe openat(parent.rawValue, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
            try? parent.close()
            parent = FileDescriptor(rawValue: child)
        }
        try unsafe body(parent.rawValue, last)
    }
}

private func check(_ result: Int32) throws -> Int32 {
    guard result >= 0 else { throw Errno(rawValue: errno) }
    return result
}

/// Removes a file or directory, as far as possible.
private func removeTree(_ name: UnsafePointer<CChar>, in parent: Int32) {
    if unsafe unlinkat(parent, name, 0) == 0 { return }
    _ = unsafe fchmodat(parent, name, 0o700, 0)
    let descriptor = unsafe openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    if descriptor >= 0, let directory = unsafe fdopendir(descriptor) {
        while let entry = unsafe readdir(directory) {
            unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                let isDot = unsafe bytes[0] == 46 && (bytes[1] == 0 || bytes[1] == 46 && bytes[2] == 0)
                guard !isDot, let child = unsafe bytes.assumingMemoryBound(to: CChar.self).baseAddress else { return }
                unsafe removeTree(child, in: descriptor)
            }
        }
        unsafe closedir(directory)
    }
    _ = unsafe unlinkat(parent, name, AT_REMOVEDIR)
}
