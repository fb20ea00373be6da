import GRDB
import GRDBSQLite
import Glibc
import PhotoModel

/// A prepared statement whose values are bound and read one by one, without a wrapper around each.
///
/// GRDB's arguments and rows are made for convenience; a scan of a million photos binds thirty million values.
/// Parameters count from 1 and columns from 0, as in SQLite. Valid as long as access to its `Database` lasts.
@safe struct PreparedQuery {
    private let statement: Statement
    private let handle: OpaquePointer
    private let connection: OpaquePointer?

    /// The statement for `sql`, from the connection's cache.
    init(_ db: Database, _ sql: String) throws {
        statement = try db.cachedStatement(sql: sql)
        unsafe handle = statement.sqliteStatement
        unsafe connection = db.sqliteConnection
        _ = unsafe sqlite3_reset(handle)
        _ = unsafe sqlite3_clear_bindings(handle)
    }

    /// Advances to the next row; false after the last.
    func step() throws -> Bool {
        switch unsafe sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw failure()
        }
    }

    /// Runs a statement that returns no rows, and resets it.
    func run() throws {
        let code = unsafe sqlite3_step(handle)
        guard code == SQLITE_DONE || code == SQLITE_ROW else { throw failure() }
        _ = unsafe sqlite3_reset(handle)
    }

    /// Calls `row` for each row, then resets the statement.
    func forEachRow(_ row: () throws -> Void) throws {
        defer { reset() }
        while try step() { try row() }
    }

    /// The value of the first row; nil if there is no row.
    func first<Value>(_ value: () throws -> Value) throws -> Value? {
        defer { reset() }
        return try step() ? value() : nil
    }

    /// SQLite's query plan for a statement, a line for each step.
    static func plan(of sql: String, _ db: Database) throws -> [String] {
        let query = try PreparedQuery(db, "EXPLAIN QUERY PLAN \(sql)")
        var lines: [String] = []
        try query.forEachRow { lines.append(query.text(3) ?? "") }
        return lines
    }

    /// Resets the statement. The values stay bound.
    func reset() {
        _ = unsafe sqlite3_reset(handle)
    }

    private func failure() -> DatabaseError {
        let code = unsafe sqlite3_extended_errcode(connection)
        let message = unsafe sqlite3_errmsg(connection).map { unsafe String(cString: $0) }
        _ = unsafe sqlite3_reset(handle)
        return DatabaseError(resultCode: ResultCode(rawValue: code), message: message)
    }
}

/// Binding. Values stay bound after ``reset()``. Binding fails only for an invalid parameter.
extension PreparedQuery {
    func bind(_ value: Int64, at position: Int32) {
        _ = unsafe sqlite3_bind_int64(handle, position, value)
    }

    func bind(_ value: Int64?, at position: Int32) {
        if let value { bind(value, at: position) } else { bindNull(at: position) }
    }

    func bind(_ value: Bool, at position: Int32) {
        bind(value ? 1 : 0 as Int64, at: position)
    }

    func bind(_ value: Double?, at position: Int32) {
        if let value { _ = unsafe sqlite3_bind_double(handle, position, value) } else { bindNull(at: position) }
    }

    /// Not compared with the text before: SQLite's copy takes 0.07 µs, half a second for the texts of a million files.
    func bind(_ text: String?, at position: Int32) {
        guard var text else { return bindNull(at: position) }
        text.withUTF8 { bytes in
            let start = unsafe UnsafeRawPointer(bytes.baseAddress ?? Self.noText.utf8Start)
            let characters = unsafe start.assumingMemoryBound(to: CChar.self)
            _ = unsafe sqlite3_bind_text(handle, position, characters, Int32(bytes.count), Self.copied)
        }
    }

    func bind(_ bytes: [UInt8], at position: Int32) {
        unsafe bytes.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else {
                _ = unsafe sqlite3_bind_zeroblob(handle, position, 0)
                return
            }
            _ = unsafe sqlite3_bind_blob(handle, position, start, Int32(bytes.count), Self.copied)
        }
    }

    /// SQLite calls `release` once, when something else is bound or the statement is finalised.
    func bindPointer(
        _ pointer: UnsafeMutableRawPointer, _ type: UnsafePointer<CChar>, at position: Int32,
        release: @escaping @convention(c) (UnsafeMutableRawPointer?) -> Void
    ) {
        _ = unsafe sqlite3_bind_pointer(handle, position, pointer, type, release)
    }

    func bindNull(at position: Int32) {
        _ = unsafe sqlite3_bind_null(handle, position)
    }

    /// SQLITE_TRANSIENT, whose macro Swift cannot read: SQLite copies the bytes before the call returns.
    private static var copied: sqlite3_destructor_type { unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self) }

    private static let noText: StaticString = ""
}

/// Reading the current row. A value of another type is converted as SQLite does.
extension PreparedQuery {
    func isNull(_ column: Int32) -> Bool {
        unsafe sqlite3_column_type(handle, column) == SQLITE_NULL
    }

    func integer(_ column: Int32) -> Int64 {
        unsafe sqlite3_column_int64(handle, column)
    }

    func optionalInteger(_ column: Int32) -> Int64? {
        isNull(column) ? nil : integer(column)
    }

    func bool(_ column: Int32) -> Bool {
        integer(column) != 0
    }

    func optionalDouble(_ column: Int32) -> Double? {
        isNull(column) ? nil : unsafe sqlite3_column_double(handle, column)
    }

    func text(_ column: Int32) -> String? {
        guard let start = unsafe sqlite3_column_text(handle, column) else { return nil }
        let count = Int(unsafe sqlite3_column_bytes(handle, column))
        return unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// The length and bytes of a text of at most 16 bytes; nil for a longer one and for NULL.
    func shortText(_ column: Int32) -> (length: Int, head: UInt64, tail: UInt64)? {
        guard let start = unsafe sqlite3_column_text(handle, column) else { return nil }
        let count = Int(unsafe sqlite3_column_bytes(handle, column))
        guard count <= 16 else { return nil }
        var words: (UInt64, UInt64) = (0, 0)
        unsafe withUnsafeMutableBytes(of: &words) { unsafe $0.baseAddress?.copyMemory(from: start, byteCount: count) }
        return (count, words.0, words.1)
    }

    /// Whether a column has exactly this text, byte by byte; nil is NULL.
    func holds(_ text: String?, in column: Int32) -> Bool {
        guard var text else { return isNull(column) }
        guard let start = unsafe sqlite3_column_text(handle, column) else { return false }
        let count = Int(unsafe sqlite3_column_bytes(handle, column))
        return text.withUTF8 { bytes in
            guard count == bytes.count, let wanted = bytes.baseAddress else { return count == bytes.count }
            return unsafe memcmp(start, wanted, count) == 0
        }
    }

    /// The bytes of a blob; empty for NULL.
    func bytes(_ column: Int32) -> [UInt8] {
        unsafe withBytes(column) { unsafe Array($0) }
    }

    /// Passes the bytes of a blob without copying them; empty for NULL.
    func withBytes<Value>(_ column: Int32, _ body: (UnsafeRawBufferPointer) throws -> Value) rethrows -> Value {
        let start = unsafe sqlite3_column_blob(handle, column)
        let count = Int(unsafe sqlite3_column_bytes(handle, column))
        return try unsafe body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    }

    /// Adds the values of all columns of the current row to a hash.
    func hash(into hasher: inout Hasher) {
        let count = unsafe sqlite3_column_count(handle)
        for column in 0..<count {
            switch unsafe sqlite3_column_type(handle, column) {
            case SQLITE_NULL: hasher.combine(SQLITE_NULL)
            case SQLITE_INTEGER: hasher.combine(integer(column))
            case SQLITE_FLOAT: hasher.combine(unsafe sqlite3_column_double(handle, column))
            default:
                unsafe withBytes(column) { bytes in
                    hasher.combine(bytes.count)
                    unsafe hasher.combine(bytes: bytes)
                }
            }
        }
    }
}
