internal import Glibc
package import SystemPackage

/// A program that has a file open for writing, and edits it in place without changing its size and mtime.
@safe package final class Editor: Sendable {
    private let file: FileDescriptor
    private let size: Int
    /// The file's last byte in memory.
    private nonisolated(unsafe) let last: UnsafeMutablePointer<UInt8>

    /// Opens and maps a file that is not empty.
    package init(_ path: FilePath) throws {
        file = try FileDescriptor.open(path, .readWrite, options: .closeOnExec)
        var status = stat()
        guard unsafe fstat(file.rawValue, &status) == 0 else { throw Errno(rawValue: errno) }
        size = Int(status.st_size)
        let start = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file.rawValue, 0)
        guard let start = unsafe start, unsafe start != MAP_FAILED else { throw Errno(rawValue: errno) }
        unsafe last = start.advanced(by: size - 1).assumingMemoryBound(to: UInt8.self)
        // The first write to a page sets the mtime. It writes the same byte.
        unsafe last.pointee ^= 0
        try keepTime(of: status)
    }

    deinit {
        unsafe munmap(last.advanced(by: 1 - size), size)
        try? file.close()
    }

    /// Inverts the last byte.
    package func flip() throws {
        var status = stat()
        guard unsafe fstat(file.rawValue, &status) == 0 else { throw Errno(rawValue: errno) }
        var byte: UInt8 = 0
        _ = try unsafe withUnsafeMutableBytes(of: &byte) {
            try unsafe file.read(fromAbsoluteOffset: Int64(size - 1), into: $0)
        }
        _ = try file.writeAll(toAbsoluteOffset: Int64(size - 1), [~byte])
        try keepTime(of: status)
    }

    /// The same through the mapping, which changes no mtime if the page was written to before.
    package func flipThroughMapping() {
        unsafe last.pointee = ~(unsafe last.pointee)
    }

    private func keepTime(of status: stat) throws {
        guard unsafe futimens(file.rawValue, [status.st_atim, status.st_mtim]) == 0 else {
            throw Errno(rawValue: errno)
        }
    }
}
