internal import Glibc
internal import PhotoModel
package import SystemPackage

/// Lists a directory.
///
/// - Parameter directory: its path; a link is followed.
/// - Returns: all names in it, including hidden ones, in no particular order, without `.` and `..`.
/// - Throws: `Errno` if it is not a directory or cannot be read to its end.
package func names(in directory: FilePath) throws -> [[UInt8]] {
    let descriptor = try FileDescriptor.boundedOpen(directory, .readOnly, options: [.directory, .closeOnExec])
    return try descriptor.closeAfter { try names(in: descriptor) }
}

/// Lists a directory that was opened for reading and not read yet.
func names(in directory: FileDescriptor) throws(Errno) -> [[UInt8]] {
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    var names: [[UInt8]] = []
    try DirectoryRecord.forEach(in: directory, &buffer) { record, name in
        if !record.isDot { names.append(bytes(of: name)) }
    }
    return names
}

/// A copy of an entry's name.
private func bytes(of name: Span<UInt8>) -> [UInt8] {
    unsafe name.withUnsafeBufferPointer { unsafe Array($0) }
}

/// Searches all directories below one, including hidden ones, for names. Links are not followed, and directories that
/// another user keeps unreadable are skipped.
package struct NameSearch {
    private let isWanted: ([UInt8]) -> Bool
    private var buffer = [UInt8](repeating: 0, count: 64 * 1024)

    /// - Parameter names: the whole names to search for.
    package init(for names: Set<[UInt8]>) { isWanted = names.contains }

    /// - Parameter isWanted: whether to report a whole name.
    package init(where isWanted: @escaping ([UInt8]) -> Bool) { self.isWanted = isWanted }

    /// Searches.
    ///
    /// - Returns: whether all directories were read to their end.
    package mutating func search(
        below top: FilePath, isStopped: () -> Bool, found: (FilePath) -> Void
    ) -> Bool {
        var waiting = [top]
        var isComplete = true
        while let directory = waiting.popLast() {
            if isStopped() { return false }
            do throws(Errno) {
                try read(directory, &waiting, found)
            } catch .noSuchFileOrDirectory where directory != top {
                // Whoever removed it also removed its content.
            } catch .permissionDenied where !Self.isOwn(directory) {
                // Directories that other users keep unreadable, such as lost+found, cannot contain anything that this
                // user moved there.
            } catch {
                isComplete = false
            }
        }
        return isComplete
    }

    private mutating func read(
        _ directory: FilePath, _ waiting: inout [FilePath], _ found: (FilePath) -> Void
    ) throws(Errno) {
        let file = try Self.open(directory)
        defer { try? file.close() }
        try DirectoryRecord.forEach(in: file, &buffer) { record, name throws(Errno) in
            if record.isDot { return }
            let name = bytes(of: name)
            let path = directory.appending(bytes: name)
            if isWanted(name) { found(path) }
            if try Self.isDirectory(record, at: path) { waiting.append(path) }
        }
    }

    private static func isDirectory(_ record: DirectoryRecord, at path: FilePath) throws(Errno) -> Bool {
        guard record.type == .unknown else { return record.type == .directory }
        do throws(Errno) {
            return try FileStatus(at: path).isDirectory
        } catch .noSuchFileOrDirectory {
            return false
        }
    }

    private static func isOwn(_ directory: FilePath) -> Bool {
        (try? FileStatus(at: directory))?.owner == geteuid()
    }

    private static func open(_ directory: FilePath) throws(Errno) -> FileDescriptor {
        do {
            return try FileDescriptor.boundedOpen(directory, .readOnly, options: [.directory, .noFollow, .closeOnExec])
        } catch {
            throw error as? Errno ?? .ioError
        }
    }
}
