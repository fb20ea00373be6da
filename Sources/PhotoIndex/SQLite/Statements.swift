import GRDB
import PhotoModel
import SystemPackage

/// Statements with their values in the text: `"… WHERE path = \(path)"`. An interpolated value is bound, not written
/// into the text; `\(sql: condition)` inserts text.
extension Database {
    /// A statement for GRDB to run or to read rows from. It comes from the connection's cache, so no statement with the
    /// same text may run before its rows are read.
    func statement(_ sql: SQL) throws -> Statement {
        let (text, values) = try sql.build(self)
        let statement = try cachedStatement(sql: text)
        try statement.setArguments(values)
        return statement
    }

    /// Runs a statement, whose rows are ignored.
    func run(_ sql: SQL) throws {
        try statement(sql).execute()
    }

    /// Whether a query has a row.
    func has(_ query: SQL) throws -> Bool {
        try Row.fetchOne(statement(query)) != nil
    }
}

extension SQLInterpolation {
    /// Bytes are one blob, not a list of numbers.
    mutating func appendInterpolation(_ bytes: [UInt8]) { appendInterpolation(Blob(bytes)) }

    mutating func appendInterpolation(_ bytes: [UInt8]?) { appendInterpolation(bytes.map { Blob($0) }) }

    mutating func appendInterpolation(_ path: FilePath) { appendInterpolation(Blob(path)) }

    mutating func appendInterpolation(_ path: FilePath?) { appendInterpolation(path.map { Blob($0) }) }
}

/// Reading columns by their names. In a damaged index a value may be of another type, or NULL where the schema forbids
/// it: all of these throw then. GRDB's own subscripts would end the program.
extension Row {
    /// The value of a column.
    func value<Value: DatabaseValueConvertible>(_ column: String) throws -> Value { try decode(forColumn: column) }

    /// The bytes of a blob that is never NULL.
    func bytes(_ column: String) throws -> [UInt8] { try (value(column) as Blob).bytes }

    /// The bytes of a blob; nil for NULL.
    func optionalBytes(_ column: String) throws -> [UInt8]? { try (value(column) as Blob?)?.bytes }

    /// The path whose bytes a blob has that is never NULL.
    func path(_ column: String) throws -> FilePath { try (value(column) as Blob).path }

    /// The fingerprint in the columns with its names.
    var fingerprint: Fingerprint {
        get throws {
            Fingerprint(
                size: try value("size"), modified: try value("modified"), changed: try value("changed"),
                inode: UInt64(bitPattern: try value("inode")))
        }
    }
}
