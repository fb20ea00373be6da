internal import GRDBSQLite
internal import SystemPackage

/// A database that is opened with SQLite for each call.
struct SQLiteFile {
    let path: FilePath

    /// The rows of a query, each value as text; empty for NULL.
    func rows(_ query: String) throws -> [[String]] {
        try unsafe opened { connection in
            var statement: OpaquePointer?
            defer { unsafe sqlite3_finalize(statement) }
            guard unsafe sqlite3_prepare_v2(connection, query, -1, &statement, nil) == SQLITE_OK else {
                throw unsafe failure(connection, query)
            }
            var rows: [[String]] = []
            while true {
                switch unsafe sqlite3_step(statement) {
                case SQLITE_ROW:
                    rows.append(
                        unsafe (0..<sqlite3_column_count(statement)).map { column in
                            unsafe sqlite3_column_text(statement, column).map { unsafe String(cString: $0) } ?? ""
                        })
                case SQLITE_DONE: return rows
                default: throw unsafe failure(connection, query)
                }
            }
        }
    }

    /// Executes statements in one transaction. Keeps the log file, as the program does.
    func execute(_ statements: String) throws {
        try unsafe opened { connection in
            var stays: Int32 = 1
            _ = unsafe sqlite3_file_control(connection, "main", SQLITE_FCNTL_PERSIST_WAL, &stays)
            guard unsafe sqlite3_exec(connection, "BEGIN; \(statements) COMMIT", nil, nil, nil) == SQLITE_OK else {
                throw unsafe failure(connection, statements)
            }
        }
    }

    private func opened<Result>(_ body: (OpaquePointer?) throws -> Result) throws -> Result {
        var connection: OpaquePointer?
        defer { unsafe sqlite3_close(connection) }
        guard unsafe sqlite3_open_v2(path.string, &connection, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK else {
            throw TortureError("SQLite cannot open \(path)")
        }
        return try unsafe body(connection)
    }

    private func failure(_ connection: OpaquePointer?, _ words: String) -> TortureError {
        TortureError(unsafe "SQLite: \(String(cString: sqlite3_errmsg(connection))) in \(words)")
    }
}
