internal import CLinux
internal import Glibc
internal import PhotoModel
package import SystemPackage

/// An open file or directory; closed when the last reference is released. Interrupted calls are repeated.
package final class OpenFile: Sendable {
    /// The descriptor.
    package let number: Int32

    /// Takes over what was opened.
    package init(_ number: Int32) { self.number = number }

    /// Opens what has a path, close-on-exec. Links are followed, unless the flags say otherwise.
    ///
    /// - Parameters:
    ///   - flags: those of open(2).
    ///   - mode: the permissions of a file that is made, as far as the umask leaves them.
    package convenience init(_ path: FilePath, flags: Int32, mode: CInterop.Mode = 0) throws(Errno) {
        self.init(
            try unsafe withName(path) { path throws(Errno) in
                try repeated { unsafe open(path, flags | O_CLOEXEC, mode) }
            })
    }

    deinit { close(number) }

    /// The file's status.
    package func status() throws(Errno) -> FileStatus { try FileStatus(of: FileDescriptor(rawValue: number)) }

    /// Whether its file system keeps inode numbers and ctimes.
    package var keepsInodes: Bool {
        var (type, identity): (UInt, UInt64) = (0, 0)
        return unsafe workphotos_fstatfs(number, &type, &identity) == 0 && FileSystemIdentity.keepsInodes(type: type)
    }

    /// Writes all bytes at an offset.
    package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(Errno) {
        var done = 0
        while done < bytes.count {
            let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[done...])
            done += try repeated { unsafe pwrite(number, rest.baseAddress, rest.count, off_t(offset) + off_t(done)) }
        }
    }

    /// The same for bytes in an array, at its start if nothing else is said.
    package func write(_ bytes: [UInt8], at offset: Int64 = 0) throws(Errno) {
        try unsafe bytes.withUnsafeBufferPointer { bytes throws(Errno) in
            try unsafe write(UnsafeRawBufferPointer(bytes), at: offset)
        }
    }

    /// Reads at an offset. Returns the number of bytes; 0 at the end.
    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(Errno) -> Int {
        try repeated { unsafe pread(number, buffer.baseAddress, buffer.count, off_t(offset)) }
    }

    /// Reads from an offset until the buffer is full or the file ends. Returns the number of bytes.
    package func fill(_ buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(Errno) -> Int {
        var done = 0
        while done < buffer.count {
            let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
            let count = try unsafe read(into: rest, at: offset + Int64(done))
            if count == 0 { break }
            done += count
        }
        return done
    }

    /// Its bytes from an offset on, at most `limit`.
    package func bytes(atMost limit: Int, from offset: Int64 = 0) throws(Errno) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = try unsafe bytes.withUnsafeMutableBufferPointer { buffer throws(Errno) in
            try unsafe fill(UnsafeMutableRawBufferPointer(buffer), at: offset)
        }
        bytes.removeLast(limit - count)
        return bytes
    }

    /// Waits until it is on the disk. A file that cannot be synced is no error.
    package func sync() throws(Errno) {
        try repeated { fsync(number) }
    }

    /// Makes it share the bytes of another file on the disk, until one of the two is changed, if the file system can.
    ///
    /// - Parameter other: the other file, on the same file system.
    /// - Returns: whether it could; else nothing changed.
    package func share(bytesOf other: OpenFile) -> Bool { workphotos_clone(number, other.number) == 0 }

    /// Truncates it to a size.
    package func cut(to size: Int64) throws(Errno) {
        try repeated { ftruncate(number, off_t(size)) }
    }

    /// Sets the modification time, in nanoseconds since 1970-01-01T00:00:00Z.
    func setModified(_ modified: Int64) throws(Errno) {
        let seconds = modified >= 0 ? modified / 1_000_000_000 : (modified - 999_999_999) / 1_000_000_000
        let times = [
            timespec(tv_sec: 0, tv_nsec: WORKPHOTOS_UTIME_OMIT),
            timespec(tv_sec: Int(seconds), tv_nsec: Int(modified - seconds * 1_000_000_000)),
        ]
        try repeated { unsafe futimens(number, times) }
    }

    /// Sets the modification time if the file system permits; a copy without it is still a copy.
    package func keepModified(_ modified: Int64) throws(Errno) {
        do throws(Errno) {
            try setModified(modified)
        } catch .notPermitted, .permissionDenied, .noFunction, .notSupported, .invalidArgument {}
    }

    /// Sets permissions.
    package func setPermissions(_ permissions: CInterop.Mode) throws(Errno) {
        try repeated { fchmod(number, permissions) }
    }

    /// Sets permissions if the file system permits.
    package func keepPermissions(_ permissions: CInterop.Mode) throws(Errno) {
        do throws(Errno) {
            try setPermissions(permissions)
        } catch .notPermitted, .permissionDenied, .noFunction, .notSupported, .invalidArgument {}
    }

    /// Makes the system start writing changed bytes to the disk, without waiting.
    package func startWriting(from offset: Int64 = 0, count: Int64 = 0) {
        workphotos_start_writing(number, offset, count)
    }
}

/// Flags of open(2) that Swift cannot see, and sets of them.
package enum OpenFlags {
    /// Only to find the file, not to read or write it.
    package static let path = Int32(truncatingIfNeeded: WORKPHOTOS_O_PATH)
    /// A file without a name.
    package static let nameless = Int32(truncatingIfNeeded: WORKPHOTOS_O_TMPFILE)
    /// Past the cache.
    package static let direct = Int32(truncatingIfNeeded: WORKPHOTOS_O_DIRECT)
    /// To read a file, without waiting where it is a pipe that nobody writes to.
    package static let reading = O_RDONLY | O_NONBLOCK
}
