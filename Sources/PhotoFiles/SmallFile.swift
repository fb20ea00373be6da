internal import Glibc
package import SystemPackage

/// Small files that are replaced atomically: a reader sees either the old bytes or the new ones.
package enum SmallFile {
    /// The largest file that is read: 64 MiB.
    private static let limit = 64 << 20

    /// All bytes of a file; nil if there is none. Links are followed.
    ///
    /// - Throws: the error of reading it. That is ENOENT where the path, or a directory of it, is a link that leads to
    ///   nothing: its disk may not be mounted, which must not look like a file that nobody made.
    package static func read(_ path: FilePath) throws(Errno) -> [UInt8]? {
        do {
            let file = try FileDescriptor.boundedOpen(path, .readOnly, options: [.closeOnExec, .nonBlocking])
            return try file.closeAfter { try readAll(of: file) }
        } catch Errno.noSuchFileOrDirectory {
            if isBehindLostLink(path) { throw .noSuchFileOrDirectory }
            return nil
        } catch {
            throw error as? Errno ?? .ioError
        }
    }

    /// Why a file cannot be read, in words: ENOENT is said only of a link to what is not there.
    package static func words(_ error: Errno) -> String {
        error == .noSuchFileOrDirectory ? "this is a link to what is not there; is it mounted?" : "\(error)"
    }

    /// Whether the last component that is there leads to nothing.
    private static func isBehindLostLink(_ path: FilePath) -> Bool {
        var path = path
        while !exists(path), path.removeLastComponent() {}
        guard exists(path) else { return false }
        do throws(Errno) {
            _ = try FileStatus(at: path, followingLinks: true)
            return false
        } catch {
            return error == .noSuchFileOrDirectory
        }
    }

    /// Whether a name is taken, even by a dangling link.
    package static func exists(_ path: FilePath) -> Bool {
        (try? FileStatus(at: path)) != nil
    }

    /// The file that a path leads to through any number of links; the path itself if nothing is there.
    package static func resolvingLinks(_ path: FilePath) throws(Errno) -> FilePath {
        let resolved = unsafe path.withPlatformString { unsafe realpath($0, nil) }
        guard let resolved = unsafe resolved else { throw Errno(rawValue: errno) }
        defer { unsafe free(resolved) }
        return unsafe FilePath(platformString: resolved)
    }

    /// Replaces the file with `bytes` if it still contains `expected` (nil: if there is none). A new file gets its mode
    /// by the umask, an existing one keeps its own.
    ///
    /// - Parameter isPrivate: whether nobody else may read a new file, or enter a directory that is made for it.
    /// - Returns: false, without any change, if the file contains something else by now.
    package static func replace(
        _ path: FilePath, expecting expected: [UInt8]?, with bytes: [UInt8], isPrivate: Bool = false
    ) throws -> Bool {
        try NamedFile.makeDirectories(path.removingLastComponent(), mode: isPrivate ? 0o700 : 0o755)
        let kept = try mode(of: path)
        var new = try NewFile(at: path, mode: kept?.rawValue ?? (isPrivate ? 0o600 : 0o644))
        try new.file.write(bytes)
        if let kept { try new.file.setPermissions(kept.rawValue) }
        try new.file.sync()
        guard try read(path) == expected else { return false }
        try new.takeName()
        try new.directory.sync()
        return true
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
        // Readers of a device or a pipe would not notice a file that replaces it.
        guard status.isRegular else { throw Errno.notSupported }
        return status.permissions
    }
}
