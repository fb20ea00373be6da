/// A JSON text with the tree of its values. Each value knows its bytes, so that a part can be changed and the rest
/// stays as it was. The JSON readers of libraries neither keep the other bytes nor name the line of a mistake.
package struct JSONDocument: Sendable {
    /// The deepest nesting of arrays and objects that is read.
    static let maximumDepth = 64
    /// The longest text that is read, in bytes.
    package static let maximumSize = 64 << 20

    /// The text as it was read, byte order mark included.
    package let bytes: [UInt8]
    /// The value that the text is.
    package let root: JSONNode

    /// Reads RFC 8259 in UTF-8; a byte order mark before it is passed over.
    package init(parsing bytes: [UInt8]) throws(JSONSyntaxError) {
        guard bytes.count <= Self.maximumSize else {
            throw JSONSyntaxError(
                line: 1, column: 1, message: "the file has \(Int64(bytes.count).byteSize), more than the 64 MiB read")
        }
        var parser = JSONParser(bytes: bytes)
        root = try parser.document()
        self.bytes = bytes
    }
}

/// A value of a JSON text (RFC 8259) and where it stands.
package struct JSONNode: Sendable {
    /// What the value is.
    package enum Value: Sendable {
        case null
        case boolean(Bool)
        /// The number as binary64 and as written; one too large for binary64 is infinite.
        case number(Double, text: String)
        /// The text with its escapes taken; half a surrogate pair is U+FFFD.
        case string(String)
        case array([JSONNode])
        /// The members in their order; a name may stand there twice.
        case object([JSONMember])
    }

    package let value: Value
    /// The bytes it takes, without the white space around it.
    package let range: Range<Int>
    /// The line it begins in, from 1.
    package let line: Int

    /// What the value is, for people: `an object`, `a string`.
    package var kind: String {
        switch value {
        case .null: "null"
        case .boolean: "true or false"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

/// One member of a JSON object.
package struct JSONMember: Sendable {
    /// The name with its escapes taken.
    package let name: String
    /// The bytes the name takes, with its quotation marks.
    package let nameRange: Range<Int>
    /// The line the name stands in, from 1.
    package let line: Int
    package let value: JSONNode
}

/// Why a text is not JSON, and where.
package struct JSONSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line, from 1. Lines end with LF, CR LF or CR.
    package let line: Int
    /// The character within the line, from 1, in Unicode scalars; bytes where the line is not UTF-8.
    package let column: Int
    /// What is wrong and, where that is known, what to write; one sentence without a full stop.
    package let message: String

    package var description: String { "line \(line), column \(column): \(message)" }
}
