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

    /// The value.
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
    /// The value.
    package let value: JSONNode
}
