internal import Glibc
internal import SystemPackage

/// The file that inputs are written to, one after another: the readers read files, so they are given one.
///
/// It lies in a directory of its own in TMPDIR, else in /dev/shm, until ``remove()``. A process that is killed leaves
/// it to whoever made TMPDIR.
struct InputFile: ~Copyable {
    /// Where the file is.
    let path: FilePath
    private let directory: FilePath
    private let file: FileDescriptor
    private let prefix: Int

    /// Makes a file called `name` that begins with `prefix`.
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

    /// Makes `bytes` the file's content, behind what it begins with.
    func write(_ bytes: [UInt8]) throws {
        _ = try file.writeAll(toAbsoluteOffset: Int64(prefix), bytes)
        guard ftruncate(file.rawValue, prefix + bytes.count) == 0 else { throw Errno(rawValue: errno) }
    }
}
