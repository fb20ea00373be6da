import GRDBSQLite
import PhotoFiles
import SystemPackage

/// The bytes of an index file, read through a descriptor of SQLite's.
///
/// A process that closes any descriptor of a file loses all its POSIX locks on it (fcntl(2)), and so the locks of its
/// other connections to the index: another process could then truncate the write-ahead log while this one writes to it.
/// SQLite knows the files on which it holds locks and closes their descriptors later. Nothing else may open the file
/// while a connection is open.
@safe struct RawIndexFile: ~Copyable {
    private let connection: OpaquePointer

    /// Opens a file, which need not be a database. Takes no lock, and makes no file beside it.
    ///
    /// - Parameter path: a regular file: a pipe would be waited for.
    /// - Throws: `Errno`.
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
    ///
    /// - Throws: `Errno`.
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
