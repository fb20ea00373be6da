internal import CLinux
internal import Glibc
internal import PhotoModel
internal import Synchronization
package import SystemPackage

/// Opens and examines files of the library by their paths in an index. A directory in such a path may have become a
/// symbolic link since the scan, so that the path leads to something that was not judged. Links are therefore not
/// followed, except in roots that were scanned with that option, for planning and sending; a removal refuses such paths
/// in any case.
package struct LibraryFiles: Sendable {
    private let roots: [FilePath]
    private let ways: Set<OpeningWay>
    private var last: LastDirectory?

    /// - Parameters:
    ///   - roots: the roots in which links to directories are followed; a file itself must never be a link.
    ///   - ways: the ways to open a path; the first one that the system supports is used.
    package init(followingLinksIn roots: [FilePath] = [], ways: Set<OpeningWay> = Set(OpeningWay.allCases)) {
        self.roots = roots
        self.ways = ways
    }

    /// The same for a plan, which examines many files of a directory one after the other: the directory stays open, and
    /// its path is not walked again for each of them.
    package var stayingInDirectory: LibraryFiles {
        var files = self
        files.last = LastDirectory()
        return files
    }

    /// Opens a file for reading, without blocking; a device or a FIFO is opened like a file. The caller closes it.
    ///
    /// - Parameter path: absolute.
    /// - Throws: the error of open(2); ELOOP or ENOTDIR if a name in the path is a link.
    package func open(_ path: FilePath) throws(Errno) -> FileDescriptor {
        try open(path, flags: O_RDONLY | O_NONBLOCK)
    }

    /// Returns the status of a path.
    ///
    /// - Parameter path: absolute.
    /// - Returns: the status; of the link itself if it is one.
    /// - Throws: the error of lstat(2); ELOOP or ENOTDIR if a directory in the path is a link.
    package func status(of path: FilePath) throws(Errno) -> FileStatus {
        if let last, let name = path.lastComponent, !roots.contains(where: path.starts(with:)) {
            let directory = path.removingLastComponent()
            let handle = try last.handle(of: directory) { () throws(Errno) in
                let flags = Int32(WORKPHOTOS_O_PATH) | O_DIRECTORY
                return DirectoryHandle(OpenFile(try open(directory, flags: flags).rawValue))
            }
            guard let status = try handle.status(name.path) else { throw .noSuchFileOrDirectory }
            return status
        }
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
                // A kernel before 5.6, a sandbox that does not know the call, or a path that exceeds the system's
                // limit.
            }
        }
        return try openByHand(path, flags: flags)
    }

    private func openByHand(_ path: FilePath, flags: Int32) throws(Errno) -> FileDescriptor {
        guard path.isAbsolute else { throw .invalidArgument }
        guard let last = path.lastComponent else { return try unsafe withCPath(path) { unsafe Glibc.open($0, flags) } }
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

/// The directory in which a file was examined last.
private final class LastDirectory: Sendable {
    private let known = Mutex<(path: FilePath, handle: DirectoryHandle)?>(nil)

    func handle(
        of path: FilePath, open: () throws(Errno) -> DirectoryHandle
    ) throws(Errno) -> DirectoryHandle {
        try known.withLock { known throws(Errno) in
            if let known, known.path == path { return known.handle }
            let handle = try open()
            known = (path, handle)
            return handle
        }
    }
}

/// Opens a file by a call that takes a path.
private func withCPath(_ path: FilePath, call: (UnsafePointer<CChar>) -> Int32) throws(Errno) -> FileDescriptor {
    let opened = unsafe path.withPlatformString { path in
        Result { () throws(Errno) in try repeated { unsafe call(path) } }
    }
    return FileDescriptor(rawValue: try opened.get())
}
