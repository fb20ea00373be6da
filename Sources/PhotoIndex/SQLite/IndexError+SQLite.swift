import GRDB
import Glibc
import SystemPackage

extension IndexError {
    /// The only place where errors of SQLite and of reading rows are converted to ours; an `IndexError` is kept.
    init(_ error: any Error, at path: FilePath) {
        switch error {
        case let error as IndexError: self = error
        case let error as DatabaseError: self.init(sqlite: error, at: path)
        case let error as Errno: self.init(system: error, at: path)
        // Of another type, or NULL, than the schema allows.
        case is RowDecodingError, is DecodingError: self = .damaged(path, "a value in it is missing or of a wrong kind")
        default: self = .failed(path, String(describing: error))
        }
    }

    private init(sqlite error: DatabaseError, at path: FilePath) {
        let text = error.message ?? String(describing: error.extendedResultCode)
        switch error.resultCode {
        case .SQLITE_FULL: self = .full(path)
        case .SQLITE_READONLY: self = .readOnly(path)
        // SQLite gave up while another program was rebuilding the index of the log.
        case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL: self = .busy(path)
        case .SQLITE_CORRUPT: self = .damaged(path, text)
        case .SQLITE_NOTADB: self = .notAnIndex(path, text)
        case .SQLITE_IOERR where Self.hasNoRoom(path), .SQLITE_CANTOPEN where Self.hasNoRoom(path):
            self = .full(path)
        case .SQLITE_IOERR where Self.isLimited(path): self = .tooLarge(path)
        case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_SHORT_READ:
            self = .damaged(path, text)
        case .SQLITE_CANTOPEN where !Self.isWritable(path.removingLastComponent()): self = .readOnly(path)
        case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH: self = .inaccessible(path, text)
        default: self = .failed(path, text)
        }
    }

    /// An error of a system call on the index's file or directory.
    init(system error: Errno, at path: FilePath) {
        switch error {
        case .noSpace, .diskQuotaExceeded: self = .full(path)
        case .fileTooLarge: self = .tooLarge(path)
        case .readOnlyFileSystem: self = .readOnly(path)
        case .fileExists: self = .exists(path)
        default: self = .inaccessible(path, error.description)
        }
    }

    /// Whether the file system is completely full: SQLite reports some writes that fail for lack of space, such as
    /// those of the shared memory file, as plain I/O errors.
    private static func hasNoRoom(_ path: FilePath) -> Bool {
        var status = statvfs()
        let directory = path.removingLastComponent()
        let result = unsafe directory.withPlatformString { unsafe statvfs($0, &status) }
        return result == 0 && status.f_blocks > 0 && UInt(status.f_bavail) * UInt(status.f_frsize) < 65_536
    }

    /// Whether the process may not write much more to a file of the index: SQLite reports that as a plain I/O error.
    private static func isLimited(_ path: FilePath) -> Bool {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else { return false }
        return ["", "-wal", "-shm", "-journal"].contains { ending in
            var status = stat()
            let result = unsafe "\(path.string)\(ending)".withCString { unsafe stat($0, &status) }
            return result == 0 && UInt64(clamping: status.st_size) + 65_536 > UInt64(limit.rlim_cur)
        }
    }

    private static func isWritable(_ directory: FilePath) -> Bool {
        unsafe (directory.isEmpty ? "." : directory).withPlatformString { unsafe access($0, W_OK) } == 0
    }
}
