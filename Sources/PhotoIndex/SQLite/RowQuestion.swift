import GRDB
import GRDBSQLite

/// A question about values of a row, which a statement asks with the function `holds` whose first argument is the
/// question: SQLite can skip rows by the values in an index, without reading them.
@safe class RowQuestion {
    /// The other arguments of `holds`, from 0 on.
    @safe struct Values {
        fileprivate let values: UnsafeMutablePointer<OpaquePointer?>

        func integer(_ index: Int) -> Int64 { unsafe sqlite3_value_int64(values[index + 1]) }

        /// Passes the bytes of a blob; empty for NULL.
        func withBytes<Value>(_ index: Int, _ body: (UnsafeRawBufferPointer) -> Value) -> Value {
            let start = unsafe sqlite3_value_blob(values[index + 1])
            let count = Int(unsafe sqlite3_value_bytes(values[index + 1]))
            return unsafe body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
        }
    }

    private static let type: StaticString = "RowQuestion"

    /// Whether a row with these values is wanted.
    func answer(_ values: Values) -> Bool { true }

    /// Registers `holds` with a connection. Without a bound question, it is true for every row.
    static func addFunction(to db: Database) throws {
        let code = unsafe sqlite3_create_function_v2(
            db.sqliteConnection, "holds", -1, SQLITE_UTF8 | SQLITE_DIRECTONLY, nil,
            { context, count, values in
                guard count > 0, let values = unsafe values else { return }
                let question = unsafe sqlite3_value_pointer(values[0], RowQuestion.typeName)
                let answer = unsafe question.map { question in
                    unsafe Unmanaged<RowQuestion>.fromOpaque(question).takeUnretainedValue().answer(
                        Values(values: values))
                }
                unsafe sqlite3_result_int(context, answer ?? true ? 1 : 0)
            }, nil, nil, nil)
        guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }

    fileprivate static var typeName: UnsafePointer<CChar> {
        unsafe UnsafeRawPointer(type.utf8Start).assumingMemoryBound(to: CChar.self)
    }
}

extension PreparedQuery {
    /// Binds a question, which is used as long as it is bound.
    func bind(_ question: RowQuestion, at position: Int32) {
        let pointer = unsafe Unmanaged.passRetained(question).toOpaque()
        unsafe bindPointer(pointer, RowQuestion.typeName, at: position) { question in
            if let question = unsafe question { unsafe Unmanaged<RowQuestion>.fromOpaque(question).release() }
        }
    }
}
