import CLinux
import Glibc
import PhotoModel
import PhotoPipeline
import SystemPackage

/// An open file or directory; closed when the last reference is released. Interrupted calls are repeated.
final class OpenFile: Sendable {
    /// The descriptor.
    let number: Int32

    init(_ number: Int32) { self.number = number }

    deinit { close(number) }

    /// The file's status.
    func status() throws(Errno) -> FolderStatus {
        var status = stat()
        try repeated { unsafe fstat(number, &status) }
        return FolderStatus(status)
    }

    /// Whether its file system keeps inode numbers and ctimes.
    var keepsInodes: Bool {
        var (type, identity): (UInt, UInt64) = (0, 0)
        return unsafe workphotos_fstatfs(number, &type, &identity) == 0 && FileSystemIdentity.keepsInodes(type: type)
    }

    /// Writes all bytes at an offset.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(Errno) {
        var done = 0
        while done < bytes.count {
            let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[done...])
            done += try repeated { unsafe pwrite(number, rest.baseAddress, rest.count, off_t(offset) + off_t(done)) }
        }
    }

    /// Writes a few bytes at its start.
    func write(_ bytes: [UInt8]) throws(Errno) {
        let result: Result<Void, Errno> = unsafe bytes.withUnsafeBytes { bytes in
            do throws(Errno) { return .success(try unsafe write(bytes, at: 0)) } catch { return .failure(error) }
        }
        try result.get()
    }

    /// Reads at an offset. Returns the number of bytes; 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(Errno) -> Int {
        try repeated { unsafe pread(number, buffer.baseAddress, buffer.count, off_t(offset)) }
    }

    /// Waits until it is on the disk. A file that cannot be synced is no error.
    func sync() throws(Errno) {
        try repeated { fsync(number) }
    }

    /// Truncates it to a size.
    func cut(to size: Int64) throws(Errno) {
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
    func keepModified(_ modified: Int64) throws(Errno) {
        do throws(Errno) {
            try setModified(modified)
        } catch .notPermitted, .permissionDenied, .noFunction, .notSupported, .invalidArgument {}
    }

    /// Sets permissions if the file system permits.
    func keepPermissions(_ permissions: mode_t) throws(Errno) {
        do throws(Errno) {
            try repeated { fchmod(number, permissions) }
        } catch .notPermitted, .permissionDenied, .noFunction, .notSupported, .invalidArgument {}
    }

    /// Makes the system start writing changed bytes to the disk, without waiting.
    func startWriting(from offset: Int64 = 0, count: Int64 = 0) {
        workphotos_start_writing(number, offset, count)
    }
}

/// The status of a file.
struct FolderStatus {
    let identity: FileIdentity
    let size: Int64
    /// Nanoseconds since 1970-01-01T00:00:00Z.
    let modified: Int64
    /// Nanoseconds since 1970-01-01T00:00:00Z. Changes of attributes count too.
    let changed: Int64
    let isRegular: Bool
    let isDirectory: Bool
    /// The number of its hard links.
    let links: UInt64
    /// The permissions.
    let permissions: mode_t

    init(_ status: stat) {
        identity = FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
        size = Int64(status.st_size)
        modified = Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)
        changed = Int64(status.st_ctim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_ctim.tv_nsec)
        isRegular = status.st_mode & S_IFMT == S_IFREG
        isDirectory = status.st_mode & S_IFMT == S_IFDIR
        links = UInt64(status.st_nlink)
        permissions = status.st_mode & 0o7777
    }

    /// The copy's stamp, if its file system keeps one.
    var stamp: CopyStamp { CopyStamp(identity: identity, size: size, modified: modified, changed: changed) }
}

/// Flags of open(2) that Swift does not import, and combinations of them.
enum OpenFlags {
    /// Only to identify the file, not to read or write it.
    static let path = Int32(truncatingIfNeeded: WORKPHOTOS_O_PATH)
    /// Past the cache.
    static let direct = Int32(truncatingIfNeeded: WORKPHOTOS_O_DIRECT)
    /// To read a file, without waiting if it is a pipe without a writer.
    static let reading = O_RDONLY | O_NONBLOCK
}
