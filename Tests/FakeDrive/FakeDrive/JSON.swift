internal import Foundation

/// A JSON value (RFC 8259).
package enum JSON: Equatable, Sendable {
    case null
    case bool(Bool)
    /// A number as text. Drive's 64-bit numbers are strings, so most of these are never computed with.
    case number(String)
    case string(String)
    case array([JSON])
    /// The members in the order in which they are written; sorted by name if they were read.
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

extension JSON {
    /// Reads a value from text.
    ///
    /// - Returns: nil if the text is not JSON.
    package init?(text: String) {
        guard let value = JSON(parsing: Array(text.utf8)) else { return nil }
        self = value
    }

    /// Reads a value from text in UTF-8.
    ///
    /// - Returns: nil if the text is not JSON.
    init?(parsing bytes: [UInt8]) {
        guard let value = try? JSONDecoder().decode(JSON.self, from: Data(bytes)) else { return nil }
        self = value
    }

    /// The value as text on one line, in UTF-8.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The value as text on one line, as UTF-8 bytes.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        write(into: &bytes)
        return bytes
    }

    private func write(into bytes: inout [UInt8]) {
        switch self {
        case .null: bytes.append(contentsOf: "null".utf8)
        case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
        case .number(let text): bytes.append(contentsOf: text.utf8)
        case .string(let text): Self.write(text, into: &bytes)
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                element.write(into: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                Self.write(member.name, into: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.value.write(into: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    private static func write(_ text: String, into bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        defer { bytes.append(UInt8(ascii: "\"")) }
        guard text.utf8.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) else {
            bytes.append(contentsOf: text.utf8)
            return
        }
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""): bytes.append(contentsOf: "\\\"".utf8)
            case UInt8(ascii: "\\"): bytes.append(contentsOf: "\\\\".utf8)
            case 0..<0x20:
                let digits = String(byte, radix: 16)
                bytes.append(contentsOf: ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
            default: bytes.append(byte)
            }
        }
    }
}

extension JSON: Decodable {
    package init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let isTrue = try? value.decode(Bool.self) {
            self = .bool(isTrue)
        } else if let number = try? value.decode(Int.self) {
            self = .number("\(number)")
        } else if let number = try? value.decode(Double.self) {
            self = .number("\(number)")
        } else if let text = try? value.decode(String.self) {
            self = .string(text)
        } else if let elements = try? value.decode([JSON].self) {
            self = .array(elements)
        } else {
            let members = try value.decode([String: JSON].self)
            self = .object(members.sorted { $0.key < $1.key }.map { Member($0.key, $0.value) })
        }
    }
}
