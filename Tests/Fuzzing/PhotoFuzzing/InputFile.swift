internal import Glibc
internal import SystemPackage

/// The file that inputs are written to one by one, because the readers read files.
///
/// It is in its own directory in TMPDIR, else in /dev/shm, until ``remove()``. After a killed process, it is left to
/// the creator of TMPDIR.
struct InputFile: ~Copyable {
    let path: FilePath
    private let directory: FilePath
    private let file: FileDescriptor
    private let prefix: Int

    /// Creates a file with this name that begins with `prefix`.
    init(name: String, prefix: [UInt8]) throws(Errno) {
        self.prefix = prefix.count
        let parent = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/dev/shm"
        directory = FilePath(parent).appending("workphotos-fuzz-\(getpid())")
        path = directory.appending(name)
        do {
            let status = unsafe directory.withPlatformString { unsafe mkdir($0, 0o700) }
            guard status == 0 || errno == EEXIST else { throw Errno(rawValue: errno) }
            let made = try FileDescriptor.open(
                path, .readWrite, options: [.create, .truncate], permissions: .ownerReadWrite)
            _ = try made.writeAll(prefix)
            file = made
        } catch {
            throw error as? Errno ?? .ioError
        }
    }

    deinit { try? file.close() }

    /// Removes the file and its directory.
    func remove() {
        _ = unsafe path.withPlatformString { unsafe unlink($0) }
        _ = unsafe directory.withPlatformString { unsafe rmdir($0) }
    }

    /// Writes `bytes` after the prefix.
    func write(_ bytes: [UInt8]) throws {
        _ = try file.writeAll(toAbsoluteOffset: Int64(prefix), bytes)
        guard ftruncate(file.rawValue, prefix + bytes.count) == 0 else { throw Errno(rawValue: errno) }
    }
}
