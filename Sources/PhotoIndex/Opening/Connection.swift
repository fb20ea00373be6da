import GRDB
import GRDBSQLite
import PhotoModel
import SystemPackage

/// How connections to an index are set up.
enum Connection {
    /// 16 MiB of pages; sorting spills into a temporary file beyond as much again. A scan of a million photos keeps
    /// its memory bounded by it.
    private static let cacheKibibytes = 16_384

    /// 4,000 pages of 4 KiB: the write-ahead log is moved into the file when it holds 16 MB, and cut to that.
    private static let logPages = 4_000

    /// A connection that reads the file and the log beside it.
    ///
    /// `inPlace` is false for a file whose log somebody took away: nobody writes to it then, and it is read as one that
    /// does not change, since SQLite would make an empty log in order to read it.
    static func reading(_ path: FilePath, inPlace: Bool) throws -> DatabaseQueue {
        var configuration = basis
        configuration.readonly = true
        return try DatabaseQueue(path: name(of: path, isImmutable: !inPlace), configuration: configuration)
    }

    /// A connection that reads and writes.
    ///
    /// - Throws: `IndexError.readOnly` where SQLite fell back to reading.
    static func writing(_ path: FilePath, busyTimeout: Duration) throws -> DatabaseQueue {
        var configuration = basis
        configuration.busyMode = .timeout(busyTimeout / .seconds(1))
        let queue = try DatabaseQueue(path: name(of: path, isImmutable: false), configuration: configuration)
        try queue.inDatabase { db in
            guard unsafe sqlite3_db_readonly(db.sqliteConnection, "main") == 0 else { throw IndexError.readOnly(path) }
            try setUpForWriting(db)
        }
        return queue
    }

    /// A connection to a file that is being made and that nobody else knows yet.
    static func plain(_ path: FilePath) throws -> DatabaseQueue {
        try DatabaseQueue(path: name(of: path, isImmutable: false), configuration: basis)
    }

    /// A connection to a new, empty database in memory.
    static func inMemory() throws -> DatabaseQueue {
        try DatabaseQueue(configuration: basis)
    }

    private static var basis: Configuration {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = true
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA mmap_size = 0; PRAGMA cache_size = -\(cacheKibibytes)")
            try RowQuestion.addFunction(to: db)
        }
        return configuration
    }

    /// The log stays when the last connection closes, so that a reader finds it and makes no file. FULL: a commit is on
    /// the disk when it returns. Set here, after opening, and not left to any default.
    private static func setUpForWriting(_ db: Database) throws {
        try db.execute(sql: "PRAGMA journal_mode = WAL")
        var persists: Int32 = 1
        _ = unsafe sqlite3_file_control(db.sqliteConnection, "main", SQLITE_FCNTL_PERSIST_WAL, &persists)
        try db.execute(
            sql: """
                PRAGMA synchronous = FULL;
                PRAGMA wal_autocheckpoint = \(logPages);
                PRAGMA journal_size_limit = \(logPages * 4096)
                """)
    }

    /// The path, or where it is no UTF-8 or must be marked immutable, a URI of it (https://www.sqlite.org/uri.html).
    private static func name(of path: FilePath, isImmutable: Bool) -> String {
        let bytes = path.bytes
        if !isImmutable, let text = String(validating: bytes, as: UTF8.self) { return text }
        var uri = bytes.first == UInt8(ascii: "/") ? "file://" : "file:"
        for byte in bytes {
            let isPlain = byte == UInt8(ascii: "/") || byte == UInt8(ascii: ".") || isLetterOrDigit(byte)
            uri += isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        return isImmutable ? uri + "?immutable=1" : uri
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
