import GRDB
import GRDBSQLite
import Glibc
import PhotoModel
import SystemPackage

/// Makes index files: completely or not at all, whenever the program is killed, and never over a file with content.
enum NewIndexFile {
    /// Makes an empty index with the current schema, accessible to its owner only (0600), and missing directories above
    /// it (0700). If another process makes it first, its file stays.
    static func make(at path: FilePath, owner: String) throws(IndexError) {
        do {
            try makeDirectories(path.removingLastComponent())
            let queue = try Connection.inMemory()
            try Schema.migrator(owner: owner).migrate(queue)
            let bytes = try queue.inDatabase(serialized)
            try put(Self.writeAhead(bytes), at: path)
        } catch {
            throw IndexError(error, at: path)
        }
    }

    /// Makes a directory and the missing ones above it, accessible to their owner only.
    static func makeDirectories(_ path: FilePath) throws(Errno) {
        func make() -> Int32 {
            unsafe path.withPlatformString { unsafe mkdir($0, 0o700) } == 0 ? 0 : errno
        }
        if path.isEmpty { return }
        switch make() {
        case 0, EEXIST: return
        case ENOENT:
            try makeDirectories(path.removingLastComponent())
            let result = make()
            if result != 0, result != EEXIST { throw Errno(rawValue: result) }
        case let result: throw Errno(rawValue: result)
        }
    }

    /// An unused temporary name beside a file.
    static func temporaryPath(for path: FilePath) -> FilePath {
        path.appendingToName(".\(UInt64.random(in: 0 ... .max)).new")
    }

    /// Waits until what was written to a file or directory is on the disk.
    static func sync(_ path: FilePath) throws {
        let file = try FileDescriptor.boundedOpen(path.isEmpty ? "." : path, .readOnly, options: .closeOnExec)
        try file.closeAfter {
            guard fsync(file.rawValue) == 0 else { throw Errno(rawValue: errno) }
        }
    }

    /// Gives a finished file its name, unless a file with content has it.
    static func publish(_ temporary: FilePath, as path: FilePath, replacing: Bool) throws {
        if !replacing {
            let result = unsafe temporary.withPlatformString { from in
                unsafe path.withPlatformString { to in unsafe link(from, to) == 0 ? 0 : errno }
            }
            switch result {
            case 0: return remove(temporary)
            case EPERM, ENOTSUP, ENOSYS: break  // a file system without links
            default: throw Errno(rawValue: result)
            }
        }
        let result = unsafe temporary.withPlatformString { from in
            unsafe path.withPlatformString { to in unsafe rename(from, to) == 0 ? 0 : errno }
        }
        guard result == 0 else { throw Errno(rawValue: result) }
    }

    /// Removes a file. A missing file is not an error.
    static func remove(_ path: FilePath) {
        _ = unsafe path.withPlatformString { unsafe unlink($0) }
    }

    /// The same database with a write-ahead log, if perhaps an empty one: read and write version 2
    /// (https://www.sqlite.org/fileformat2.html section 1.3.3). If the file were converted after it got its name, a
    /// kill could leave a rollback journal, and then nobody could open it for reading.
    private static func writeAhead(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        bytes.replaceSubrange(18..<20, with: [2, 2])
        return bytes
    }

    private static func put(_ bytes: [UInt8], at path: FilePath) throws {
        let temporary = temporaryPath(for: path)
        let file = try FileDescriptor.boundedOpen(
            temporary, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec], permissions: [.ownerReadWrite])
        do {
            try file.closeAfter { try file.boundedWriteAll(bytes) }
            try sync(temporary)
            try publish(temporary, as: path, replacing: isEmptyFile(path))
        } catch Errno.fileExists {
            remove(temporary)
        } catch {
            remove(temporary)
            throw error
        }
        try sync(path.removingLastComponent())
    }

    private static func isEmptyFile(_ path: FilePath) -> Bool {
        var status = stat()
        return unsafe path.withPlatformString { unsafe stat($0, &status) } == 0 && status.st_size == 0
    }

    private static func serialized(_ db: Database) throws -> [UInt8] {
        var count: sqlite3_int64 = 0
        guard let start = unsafe sqlite3_serialize(db.sqliteConnection, "main", &count, 0) else {
            throw DatabaseError(resultCode: .SQLITE_NOMEM)
        }
        defer { unsafe sqlite3_free(start) }
        return unsafe Array(UnsafeBufferPointer(start: start, count: Int(count)))
    }
}
