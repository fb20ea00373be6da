internal import Foundation
import PhotoModel

extension JSONSchema {
    /// Patterns for dates and times by `format` (RFC 3339, section 5.6).
    private static let formats = [
        "date": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
        "date-time": #"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?(Z|[+-][0-9]{2}:[0-9]{2})$"#,
    ]

    /// The rule of a keyword for a single value.
    static func valueRule(_ keyword: JSONMember) throws -> Rule {
        let argument = keyword.value
        switch keyword.name {
        case "type":
            let types = try (try? argument.elements)?.map { try $0.text } ?? [try argument.text]
            return { value, place in types.contains(where: value.isA) ? [] : ["\(place) is \(value.kind)"] }
        case "const": return isOne(of: [argument])
        case "enum": return isOne(of: try argument.elements)
        case "pattern": return try matches(argument.text)
        case "format":
            guard let pattern = try formats[argument.text] else { throw Mistake("no such format", argument) }
            return try matches(pattern)
        case "contentEncoding":
            guard try argument.text == "base64" else { throw Mistake("no such encoding", argument) }
            return ofText("is no Base64") { Base64.decode($0) != nil }
        case "minLength":
            let bound = try argument.double
            return ofText("is too short") { Double($0.unicodeScalars.count) >= bound }
        case "minimum": return try ofNumber("is too small", argument) { $0 >= $1 }
        case "maximum": return try ofNumber("is too large", argument) { $0 <= $1 }
        default: throw Mistake("the keyword \(keyword.name) is not known", argument)
        }
    }

    private static func isOne(of choices: [JSONNode]) -> Rule {
        { value, place in
            choices.contains { $0.isSame(as: value) } ? [] : ["\(place) is \(value.shown), which is not in the list"]
        }
    }

    private static func matches(_ pattern: String) throws -> Rule {
        let expression = try NSRegularExpression(pattern: pattern)
        return ofText("does not match \(pattern)") {
            expression.firstMatch(in: $0, range: NSRange($0.startIndex..., in: $0)) != nil
        }
    }

    private static func ofText(_ complaint: String, _ holds: @escaping @Sendable (String) -> Bool) -> Rule {
        { value, place in
            guard case .string(let text) = value.value, !holds(text) else { return [] }
            return ["\(place) is \(value.shown) and \(complaint)"]
        }
    }

    private static func ofNumber(
        _ complaint: String, _ bound: JSONNode, _ holds: @escaping @Sendable (Double, Double) -> Bool
    ) throws -> Rule {
        let bound = try bound.double
        return { value, place in
            guard case .number(let number, let text) = value.value, !holds(number, bound) else { return [] }
            return ["\(place) is \(text) and \(complaint)"]
        }
    }
}

extension JSONNode {
    /// Whether it has a type, as named by the keyword `type`.
    func isA(_ type: String) -> Bool {
        switch value {
        case .null: type == "null"
        case .boolean: type == "boolean"
        case .number(let number, _): type == "number" || type == "integer" && number == number.rounded()
        case .string: type == "string"
        case .array: type == "array"
        case .object: type == "object"
        }
    }

    /// Whether two values are equal; objects and arrays never are.
    func isSame(as other: JSONNode) -> Bool {
        switch (value, other.value) {
        case (.null, .null): true
        case (.boolean(let one), .boolean(let two)): one == two
        case (.number(let one, _), .number(let two, _)): one == two
        case (.string(let one), .string(let two)): one == two
        default: false
        }
    }

    /// The value in a message: a string in quotation marks, a number, or the kind.
    var shown: String {
        switch value {
        case .string(let text): "\"\(text)\""
        case .number(_, let text): text
        default: kind
        }
    }
}
