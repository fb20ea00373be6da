import GRDB
import PhotoModel
import SystemPackage

/// A statement, or a part of one, with its values in the text: `"… WHERE path = \(path)"`. An interpolated value is
/// bound, not written into the text; `\(sql: condition)` inserts text, and another of these its text and values.
///
/// GRDB has a type of this name. That one keeps each statement as a tree, and a decision on ten thousand photos runs
/// four hundred thousand.
struct SQL: ExpressibleByStringInterpolation {
    private enum Value {
        case bytes([UInt8])
        case other(DatabaseValue)
    }

    /// The text, with a question mark for each value.
    private(set) var text: String
    private var values: [Value] = []

    /// Text without values.
    init(sql text: String) { self.text = text }

    init(stringLiteral text: String) { self.text = text }

    init(stringInterpolation parts: StringInterpolation) { self = parts.sql }

    var arguments: StatementArguments {
        StatementArguments(
            values.map { value in
                switch value {
                case .bytes(let bytes): Blob(bytes).databaseValue
                case .other(let value): value
                }
            })
    }

    func bind(to query: PreparedQuery) {
        for (position, value) in zip(Int32(1)..., values) {
            switch value {
            case .bytes(let bytes): query.bind(bytes, at: position)
            case .other(let value): Self.bind(value, to: query, at: position)
            }
        }
    }

    private static func bind(_ value: DatabaseValue, to query: PreparedQuery, at position: Int32) {
        switch value.storage {
        case .null: query.bindNull(at: position)
        case .int64(let number): query.bind(number, at: position)
        case .double(let number): query.bind(number, at: position)
        case .string(let text): query.bind(text, at: position)
        case .blob(let bytes): query.bind(Array(bytes), at: position)
        }
    }

    /// Collects the parts of a literal.
    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var sql = SQL(sql: "")

        init(literalCapacity: Int, interpolationCount: Int) {
            sql.text.reserveCapacity(literalCapacity + interpolationCount)
            sql.values.reserveCapacity(interpolationCount)
        }

        mutating func appendLiteral(_ text: String) { sql.text += text }

        mutating func appendInterpolation(sql text: String) { sql.text += text }

        mutating func appendInterpolation(_ part: SQL) {
            sql.text += part.text
            sql.values += part.values
        }

        mutating func appendInterpolation(_ value: (some DatabaseValueConvertible)?) {
            append(.other(value?.databaseValue ?? .null))
        }

        /// Bytes are one blob, not a list of numbers.
        mutating func appendInterpolation(_ bytes: [UInt8]?) {
            append(bytes.map { .bytes($0) } ?? .other(.null))
        }

        mutating func appendInterpolation(_ blob: Blob?) { appendInterpolation(blob?.bytes) }

        mutating func appendInterpolation(_ path: FilePath?) { appendInterpolation(path?.bytes) }

        private mutating func append(_ value: Value) {
            sql.text += "?"
            sql.values.append(value)
        }
    }
}

/// Statements with their values in the text.
extension Database {
    /// A statement for GRDB to read rows from. It comes from the connection's cache, so no statement with the same text
    /// may run before its rows are read.
    func statement(_ sql: SQL) throws -> Statement {
        let statement = try cachedStatement(sql: sql.text)
        try statement.setArguments(sql.arguments)
        return statement
    }

    /// Runs a statement that returns no rows and neither begins nor ends a transaction.
    func run(_ sql: SQL) throws { try query(sql).run() }

    func has(_ sql: SQL) throws -> Bool { try query(sql).first { true } ?? false }

    /// The numbers that a query selects, none of them NULL.
    func integers(_ sql: SQL) throws -> Set<Int64> {
        let query = try query(sql)
        var numbers: Set<Int64> = []
        try query.forEachRow { numbers.insert(query.integer(0)) }
        return numbers
    }

    /// A query whose rows are read column by column. Decisions run thousands of these, for which ``statement(_:)``
    /// takes three times as long.
    func query(_ sql: SQL) throws -> PreparedQuery {
        let query = try PreparedQuery(self, sql.text)
        sql.bind(to: query)
        return query
    }
}

/// Reading columns by their names. In a damaged index a value may be of another type, or NULL where the schema forbids
/// it: all of these throw then. GRDB's own subscripts would end the program.
extension Row {
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
