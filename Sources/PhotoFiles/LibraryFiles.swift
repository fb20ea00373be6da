internal import CLinux
internal import Glibc
internal import PhotoModel
package import SystemPackage

/// Opens files of the library, and looks at them, by the paths that an index has of them. A directory of such a path
/// may have become a symbolic link since the scan, and then what lies there is not what was judged: no link is
/// followed, but in roots whose scans were asked to do so.
package struct LibraryFiles: Sendable {
    private let roots: [FilePath]
    private let ways: Set<OpeningWay>

    /// - Parameters:
    ///   - roots: those in which links to directories are followed; the file itself is never one.
    ///   - ways: the ways to open a path; the first that the system has is taken.
    package init(followingLinksIn roots: [FilePath] = [], ways: Set<OpeningWay> = Set(OpeningWay.allCases)) {
        self.roots = roots
        self.ways = ways
    }

    /// Opens a file to be read, without waiting for anybody; a device or a FIFO is opened like a file. The caller
    /// closes it.
    ///
    /// - Parameter path: absolute.
    /// - Returns: the file.
    /// - Throws: what open(2) fails with; ELOOP or ENOTDIR where a name in the path is a link's.
    package func open(_ path: FilePath) throws(Errno) -> FileDescriptor {
        try open(path, flags: O_RDONLY | O_NONBLOCK)
    }

    /// Asks what has a path.
    ///
    /// - Parameter path: absolute.
    /// - Returns: the status, be it a link's.
    /// - Throws: what lstat(2) fails with; ELOOP or ENOTDIR where a directory in the path is a link.
    package func status(of path: FilePath) throws(Errno) -> FileStatus {
        let file = try open(path, flags: Int32(WORKPHOTOS_O_PATH))
        defer { try? file.close() }
        return try FileStatus(of: file)
    }

    private func open(_ path: FilePath, flags: Int32) throws(Errno) -> FileDescriptor {
        let flags = flags | O_NOFOLLOW | O_CLOEXEC
        if roots.contains(where: path.starts(with:)) {
            return try unsafe withCPath(path) { unsafe Glibc.open($0, flags) }
        }
        if ways.contains(.kernel) {
            do throws(Errno) {
                return try unsafe withCPath(path) { unsafe workphotos_open_without_links($0, flags) }
            } catch  where ways.contains(.byHand) && [.noFunction, .notPermitted, .fileNameTooLong].contains(error) {
                // A kernel before 5.6, a sandbox that does not know the call, or a path that is too long for any.
            }
        }
        return try openByHand(path, flags: flags)
    }

    private func openByHand(_ path: FilePath, flags: Int32) throws(Errno) -> FileDescriptor {
        guard path.isAbsolute, let last = path.lastComponent else { throw .invalidArgument }
        let onTheWay = Int32(WORKPHOTOS_O_PATH) | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
        var above = try unsafe withCPath(FilePath("/")) { unsafe Glibc.open($0, onTheWay) }
        defer { try? above.close() }
        for component in path.components.dropLast() {
            let next = try unsafe withCPath(FilePath(root: nil, [component])) {
                unsafe openat(above.rawValue, $0, onTheWay)
            }
            try? above.close()
            above = next
        }
        return try unsafe withCPath(FilePath(root: nil, [last])) { unsafe openat(above.rawValue, $0, flags) }
    }
}

/// Opens a file by a call that takes a path.
private func withCPath(_ path: FilePath, call: (UnsafePointer<CChar>) -> Int32) throws(Errno) -> FileDescriptor {
    let opened = unsafe path.withPlatformString { path in
        Result { () throws(Errno) in try repeated { unsafe call(path) } }
    }
    return FileDescriptor(rawValue: try opened.get())
}
