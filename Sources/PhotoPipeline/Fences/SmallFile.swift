import PhotoModel
package import SystemPackage

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Small files that are replaced atomically: a reader sees either the old bytes or the new ones.
package enum SmallFile {
    /// The largest file that is read: 64 MiB.
    private static let limit = 64 << 20

    /// All bytes of a file; nil if there is none. Links are followed.
    package static func read(_ path: FilePath) throws(Errno) -> [UInt8]? {
        do {
            let file = try FileDescriptor.boundedOpen(path, .readOnly, options: [.closeOnExec, .nonBlocking])
            return try file.closeAfter { try readAll(of: file) }
        } catch Errno.noSuchFileOrDirectory {
            return nil
        } catch {
            throw error as? Errno ?? .ioError
        }
    }

    /// Whether a name is taken, even by a dangling link.
    package static func exists(_ path: FilePath) -> Bool {
        var status = stat()
        return unsafe path.withPlatformString { unsafe lstat($0, &status) } == 0
    }

    /// The file that a path leads to through any number of links; the path itself if nothing is there.
    static func resolvingLinks(_ path: FilePath) throws(Errno) -> FilePath {
        let resolved = unsafe path.withPlatformString { unsafe realpath($0, nil) }
        guard let resolved = unsafe resolved else { throw Errno(rawValue: errno) }
        defer { unsafe free(resolved) }
        return unsafe FilePath(platformString: resolved)
    }

    /// Replaces the file with `bytes` if it still contains `expected` (nil: if there is none). A new file has its mode
    /// by the umask, an existing one keeps its own.
    ///
    /// - Returns: false where the file contains something else by now; nothing is changed then.
    static func replace(_ path: FilePath, expecting expected: [UInt8]?, with bytes: [UInt8]) throws -> Bool {
        let directory = path.removingLastComponent()
        try makeDirectories(directory)
        let temporary = temporaryPath(for: path)
        let kept = try mode(of: path)
        let file = try FileDescriptor.boundedOpen(
            temporary, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
            permissions: kept ?? FilePermissions(rawValue: 0o644))
        do {
            try file.closeAfter {
                try file.boundedWriteAll(bytes)
                if let kept, fchmod(file.rawValue, kept.rawValue) != 0 { throw lastErrno() }
                try sync(file)
            }
            guard try read(path) == expected else {
                unlink(temporary)
                return false
            }
            try rename(temporary, to: path)
        } catch {
            unlink(temporary)
            throw error
        }
        try sync(directory: directory)
        return true
    }

    /// The temporary name beside a file while it is written.
    static func temporaryPath(for path: FilePath) -> FilePath {
        path.removingLastComponent().appending("\(path.lastComponent?.string ?? "file").\(getpid()).new")
    }

    private static func readAll(of file: FileDescriptor) throws -> [UInt8] {
        var all: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 65_536)
        while all.count <= limit {
            let count = try unsafe block.withUnsafeMutableBytes { try unsafe file.boundedRead(into: $0) }
            if count == 0 { return all }
            all.append(contentsOf: block[..<count])
        }
        throw Errno.fileTooLarge
    }

    private static func mode(of path: FilePath) throws -> FilePermissions? {
        var status = stat()
        guard unsafe path.withPlatformString({ unsafe stat($0, &status) }) == 0 else { return nil }
        // The readers of a device or a pipe would not see a file that replaces it.
        guard status.st_mode & S_IFMT == S_IFREG else { throw Errno.notSupported }
        return FilePermissions(rawValue: status.st_mode & 0o7777)
    }

    /// Makes a directory and the missing ones above it.
    private static func makeDirectories(_ path: FilePath) throws {
        if path.isEmpty || make(path) == nil { return }
        guard errno == ENOENT, path.removingLastComponent() != path else { throw lastErrno() }
        try makeDirectories(path.removingLastComponent())
        if let error = make(path) { throw error }
    }

    /// Makes one directory; returns the error if it does not exist afterwards.
    private static func make(_ path: FilePath) -> Errno? {
        let result = unsafe path.withPlatformString { unsafe mkdir($0, 0o755) }
        return result == 0 || errno == EEXIST ? nil : lastErrno()
    }

    static func rename(_ from: FilePath, to: FilePath) throws {
        let result = unsafe from.withPlatformString { from in
            unsafe to.withPlatformString { to in unsafe Glibc.rename(from, to) }
        }
        guard result == 0 else { throw lastErrno() }
    }

    static func unlink(_ path: FilePath) {
        _ = unsafe path.withPlatformString { unsafe Glibc.unlink($0) }
    }

    /// Waits until the renames in a directory are on the disk.
    static func sync(directory: FilePath) throws {
        let file = try FileDescriptor.boundedOpen(
            directory.isEmpty ? "." : directory, .readOnly, options: [.directory, .closeOnExec])
        try file.closeAfter { try sync(file) }
    }

    /// Waits until a file's bytes are on the disk.
    static func sync(_ file: FileDescriptor) throws {
        guard fsync(file.rawValue) == 0 else { throw lastErrno() }
    }

    private static func lastErrno() -> Errno { Errno(rawValue: errno) }
}
