/// A JSON value (RFC 8259). The fake has its own reader and writer, so that it shares no errors with the code under
/// test.
package enum JSON: Equatable, Sendable {
    case null
    case bool(Bool)
    /// A number as written. Drive's 64-bit numbers are strings, so most of these are never computed with.
    case number(String)
    case string(String)
    case array([JSON])
    /// The members in the order as written.
    case object([Member])

    /// A name and its value.
    package struct Member: Equatable, Sendable {
        package var name: String
        package var value: JSON

        package init(_ name: String, _ value: JSON) {
            self.name = name
            self.value = value
        }
    }

    /// The value of the first member with that name; nil if there is none, or if this is no object.
    package subscript(name: String) -> JSON? {
        members.first { $0.name == name }?.value
    }

    /// The members of an object; none for any other value.
    package var members: [Member] {
        if case .object(let members) = self { members } else { [] }
    }

    /// The elements of an array; none for any other value.
    package var elements: [JSON] {
        if case .array(let elements) = self { elements } else { [] }
    }

    /// The text of a string; nil for any other value.
    package var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The value of a boolean; nil for any other value.
    package var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// A number, or a string that is one; nil for any other value.
    package var double: Double? {
        switch self {
        case .number(let text), .string(let text): Double(text)
        default: nil
        }
    }

    /// A whole number, or a string that is one; nil for any other value.
    package var int: Int? {
        switch self {
        case .number(let text), .string(let text): Int(text)
        default: nil
        }
    }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(stringLiteral value: String) { self = .string(value) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(integerLiteral value: Int) { self = .number(String(value)) }
    package init(arrayLiteral elements: JSON...) { self = .array(elements) }
    package init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(elements.map { Member($0.0, $0.1) })
    }
}
