internal import Glibc
package import SystemPackage

/// Small files that are replaced whole: whoever reads sees the old bytes or the new ones.
package enum SmallFile {
    /// The largest file that is read: 64 MiB.
    private static let limit = 64 << 20

    /// All bytes of a file; nil where there is none. Links are followed.
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

    /// Whether a name is taken, be it by a link that leads nowhere.
    package static func exists(_ path: FilePath) -> Bool {
        (try? FileStatus(at: path)) != nil
    }

    /// The file a path leads to over any number of links; the path itself where nothing is there.
    package static func resolvingLinks(_ path: FilePath) throws(Errno) -> FilePath {
        let resolved = unsafe path.withPlatformString { unsafe realpath($0, nil) }
        guard let resolved = unsafe resolved else { throw Errno(rawValue: errno) }
        defer { unsafe free(resolved) }
        return unsafe FilePath(platformString: resolved)
    }

    /// Puts `bytes` in the place of the file if it still holds `expected` (nil: if there is none). A new file has the
    /// mode that the umask leaves, an old one keeps its own.
    ///
    /// - Returns: false where the file holds something else by now; nothing is changed then.
    package static func replace(_ path: FilePath, expecting expected: [UInt8]?, with bytes: [UInt8]) throws -> Bool {
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

    /// The name beside a file under which it is written before it is whole.
    package static func temporaryPath(for path: FilePath) -> FilePath {
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
        guard let status = try? FileStatus(at: path, followingLinks: true) else { return nil }
        // A device or a pipe has readers of its own, who would not see what is put in its place.
        guard status.isRegular else { throw Errno.notSupported }
        return status.permissions
    }

    /// Makes a directory and those above it that are not there.
    private static func makeDirectories(_ path: FilePath) throws {
        if path.isEmpty || make(path) == nil { return }
        guard errno == ENOENT, path.removingLastComponent() != path else { throw lastErrno() }
        try makeDirectories(path.removingLastComponent())
        if let error = make(path) { throw error }
    }

    /// Makes one directory; the error where it is not there then.
    private static func make(_ path: FilePath) -> Errno? {
        let result = unsafe path.withPlatformString { unsafe mkdir($0, 0o755) }
        return result == 0 || errno == EEXIST ? nil : lastErrno()
    }

    /// Renames; what had the new name is replaced.
    package static func rename(_ from: FilePath, to: FilePath) throws {
        let result = unsafe from.withPlatformString { from in
            unsafe to.withPlatformString { to in unsafe Glibc.rename(from, to) }
        }
        guard result == 0 else { throw lastErrno() }
    }

    /// Removes a file's name; that nothing has it is fine.
    package static func unlink(_ path: FilePath) {
        _ = unsafe path.withPlatformString { unsafe Glibc.unlink($0) }
    }

    /// Waits until what was renamed in a directory is on the disk.
    package static func sync(directory: FilePath) throws {
        let file = try FileDescriptor.boundedOpen(
            directory.isEmpty ? "." : directory, .readOnly, options: [.directory, .closeOnExec])
        try file.closeAfter { try sync(file) }
    }

    /// Waits until a file's bytes are on the disk.
    package static func sync(_ file: FileDescriptor) throws {
        guard fsync(file.rawValue) == 0 else { throw lastErrno() }
    }

    private static func lastErrno() -> Errno { Errno(rawValue: errno) }
}
