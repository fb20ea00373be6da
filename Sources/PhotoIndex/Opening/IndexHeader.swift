import GRDBSQLite
import PhotoFiles
import PhotoModel
import SystemPackage

/// The first bytes of an index, read without SQLite: a file that is not an index of ours is left untouched, and no file
/// appears beside it.
///
/// The application id is in the first page from the file's first moment (``NewIndexFile``), never only in the
/// write-ahead log. Offsets: https://www.sqlite.org/fileformat2.html section 1.3.
struct IndexHeader {
    /// What is at a path.
    enum Found {
        /// Nothing, or an empty file without a write-ahead log.
        case nothing
        /// A file that claims to be an index.
        case index(IndexHeader)
    }

    /// Whether SQLite can read the file without making another beside it: there is a write-ahead log, perhaps an empty
    /// one, or the file needs none.
    let canBeReadInPlace: Bool

    /// Whether a change without a write-ahead log may have been interrupted: the next writer rolls it back, and until
    /// then nobody can read.
    let hasRollbackJournal: Bool

    /// Examines a path.
    ///
    /// - Throws: `notAnIndex`, `beforeRelease`, `newer`, `damaged` for a file that is shorter than its header says,
    ///   `inaccessible`.
    static func look(at path: FilePath, schema: IndexSchema = .current) throws(IndexError) -> Found {
        guard let (bytes, size) = try firstBytes(of: path) else { return .nothing }
        let logSize = try self.size(of: .log, beside: path)
        if size == 0 {
            if (logSize ?? 0) == 0 { return .nothing }
            throw .damaged(path, "the file is empty and its write-ahead log is not")
        }
        guard bytes.starts(with: Array("SQLite format 3\0".utf8)) else {
            throw .notAnIndex(path, "it is not an SQLite database")
        }
        guard bytes.count == 100 else { throw .damaged(path, "the file ends within its header") }
        switch number(bytes, at: 68) {
        case IndexSchema.applicationID: break
        case IndexSchema.trialApplicationID: throw .beforeRelease(path)
        default: throw .notAnIndex(path, "it is another program's SQLite database")
        }
        if number(bytes, at: 60) > schema.version { throw .newer(path) }
        if (logSize ?? 0) == 0, size < expectedSize(bytes) { throw .damaged(path, "the file is shorter than it was") }
        let journalSize = try self.size(of: .journal, beside: path)
        return .index(
            IndexHeader(
                canBeReadInPlace: logSize != nil || !isWriteAhead(bytes), hasRollbackJournal: (journalSize ?? 0) > 0))
    }

    /// The first 100 bytes, or fewer if the file is shorter, and the size; nil if there is no file.
    private static func firstBytes(of path: FilePath) throws(IndexError) -> (bytes: [UInt8], size: Int64)? {
        do {
            guard let status = try FileStatus(ifAnyAt: path) else { return nil }
            guard status.isRegular else {
                throw IndexError.inaccessible(
                    path, status.isDirectory ? "it is a directory" : "it is not a regular file")
            }
            return try RawIndexFile(path).beginning(100)
        } catch {
            throw IndexError(error, at: path)
        }
    }

    /// Nil if there is none.
    private static func size(of side: IndexFiles.Side, beside path: FilePath) throws(IndexError) -> Int64? {
        do {
            return try FileStatus(ifAnyAt: side.path(beside: path))?.size
        } catch {
            throw IndexError(error, at: path)
        }
    }

    /// Page size (1 means 65,536) times the number of pages.
    private static func expectedSize(_ bytes: [UInt8]) -> Int64 {
        let pageSize = Int64(bytes[16]) << 8 | Int64(bytes[17])
        return (pageSize == 1 ? 65_536 : pageSize) * Int64(number(bytes, at: 28))
    }

    /// Whether the file was last written with a write-ahead log (2), not with a rollback journal (1).
    private static func isWriteAhead(_ bytes: [UInt8]) -> Bool { bytes[18] == 2 }

    private static func number(_ bytes: [UInt8], at offset: Int) -> UInt32 {
        bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
}

/// The bytes of an index file, read through a descriptor of SQLite's.
///
/// A process that closes any descriptor of a file loses all its POSIX locks on the file (fcntl(2)), those of its other
/// connections to the index too. Another process could then truncate the write-ahead log while this one writes to it.
/// SQLite knows the files on which it holds locks and closes their descriptors later. Nothing else may open the file
/// while a connection is open.
@safe struct RawIndexFile: ~Copyable {
    private let connection: OpaquePointer

    /// Opens a file, which need not be a database. Takes no lock, and makes no file beside it.
    ///
    /// - Parameter path: a regular file: a pipe would be waited for.
    init(_ path: FilePath) throws(Errno) {
        var connection: OpaquePointer?
        let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
        let code = unsafe sqlite3_open_v2(Connection.name(of: path, isImmutable: true), &connection, flags, nil)
        guard code == SQLITE_OK, let connection = unsafe connection else {
            let number = unsafe sqlite3_system_errno(connection)
            _ = unsafe sqlite3_close(connection)
            throw number == 0 ? .ioError : Errno(rawValue: number)
        }
        unsafe self.connection = connection
    }

    deinit { _ = unsafe sqlite3_close(connection) }

    /// The first bytes, at most `count`, and the size of the file.
    func beginning(_ count: Int) throws(Errno) -> (bytes: [UInt8], size: Int64) {
        let (file, methods) = try unsafe opened()
        var size: sqlite3_int64 = 0
        guard unsafe methods.xFileSize(file, &size) == SQLITE_OK else { throw .ioError }
        var bytes = [UInt8](repeating: 0, count: min(count, Int(size)))
        guard unsafe bytes.isEmpty || methods.xRead(file, &bytes, Int32(bytes.count), 0) == SQLITE_OK else {
            throw .ioError
        }
        return (bytes, size)
    }

    private func opened() throws(Errno) -> (UnsafeMutablePointer<sqlite3_file>, sqlite3_io_methods) {
        var file: UnsafeMutablePointer<sqlite3_file>?
        _ = unsafe sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file)
        guard let file = unsafe file, let methods = unsafe file.pointee.pMethods?.pointee else { throw .ioError }
        return unsafe (file, methods)
    }
}
