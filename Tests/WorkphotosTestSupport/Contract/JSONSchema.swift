internal import Foundation
package import PhotoModel

/// A JSON Schema (draft 2020-12) with the keywords that the program's own schemas use. Any other keyword is an error,
/// so that none is ignored.
package struct JSONSchema: Sendable {
    /// Checks a value. Returns messages that begin with the value's place.
    typealias Rule = @Sendable (_ value: JSONNode, _ place: String) -> [String]

    struct Mistake: Error {
        let message: String

        init(_ message: String, _ node: JSONNode) { self.message = "line \(node.line): \(message)" }
    }

    private let rules: [Rule]

    /// - Throws: if the text is not JSON or contains an unknown keyword.
    package init(parsing bytes: [UInt8]) throws {
        let root = try JSONDocument(parsing: bytes).root
        var definitions: [String: JSONSchema] = [:]
        for definition in try root.member("$defs")?.members ?? [] {
            definitions["#/$defs/\(definition.name)"] = try JSONSchema(definition.value, [:])
        }
        try self.init(root, definitions)
    }

    private init(_ node: JSONNode, _ definitions: [String: JSONSchema]) throws {
        if case .boolean(let allows) = node.value {
            rules = allows ? [] : [{ _, place in ["\(place) does not belong there"] }]
            return
        }
        let parts = { (node: JSONNode) in try JSONSchema(node, definitions) }
        rules = try node.members.compactMap { keyword in
            switch keyword.name {
            case "$schema", "$defs", "title", "description": nil
            case "$ref":
                try definitions[keyword.value.text]?.rule
                    ?? { throw Mistake("there is no such schema", keyword.value) }()
            case "properties", "required", "additionalProperties", "propertyNames", "dependentRequired":
                try Self.objectRule(keyword, beside: node, parts)
            case "items", "minItems", "maxItems": try Self.arrayRule(keyword, parts)
            case "anyOf": try Self.anyRule(keyword.value, parts)
            default: try Self.valueRule(keyword)
            }
        }
    }

    /// The violations of the schema by a value; none if the value matches.
    package func complaints(about value: JSONNode, at place: String = "the line") -> [String] {
        rules.flatMap { $0(value, place) }
    }

    private var rule: Rule { { complaints(about: $0, at: $1) } }

    private static func objectRule(
        _ keyword: JSONMember, beside schema: JSONNode, _ part: (JSONNode) throws -> JSONSchema
    ) throws -> Rule {
        switch keyword.name {
        case "required":
            let names = try keyword.value.elements.map { try $0.text }
            return { value, place in
                let present = Set(value.names)
                return value.isObject ? names.filter { !present.contains($0) }.map { "\(place).\($0) is missing" } : []
            }
        case "dependentRequired":
            let needs = try keyword.value.members.map { ($0.name, try $0.value.elements.map { try $0.text }) }
            return { value, place in
                let present = Set(value.names)
                return needs.filter { present.contains($0.0) }.flatMap { name, others in
                    others.filter { !present.contains($0) }.map { "\(place).\($0) is missing beside \(name)" }
                }
            }
        case "properties":
            let parts = Dictionary(
                uniqueKeysWithValues: try keyword.value.members.map { ($0.name, try part($0.value)) })
            return { value, place in
                (Set(value.names).count < value.names.count ? ["\(place) has a member twice"] : [])
                    + ((try? value.members) ?? []).flatMap { member in
                        parts[member.name]?.complaints(about: member.value, at: "\(place).\(member.name)") ?? []
                    }
            }
        case "propertyNames":
            let names = try Set(keyword.value.member("enum")?.elements.map { try $0.text } ?? [])
            return { value, place in
                value.names.filter { !names.contains($0) }.map { "\(place).\($0) is no name for a member" }
            }
        default:
            let known = Set(try schema.member("properties")?.names ?? [])
            let others = try part(keyword.value)
            return { value, place in
                ((try? value.members) ?? []).filter { !known.contains($0.name) }.flatMap {
                    others.complaints(about: $0.value, at: "\(place).\($0.name)")
                }
            }
        }
    }

    private static func arrayRule(_ keyword: JSONMember, _ part: (JSONNode) throws -> JSONSchema) throws -> Rule {
        if keyword.name == "items" {
            let each = try part(keyword.value)
            return { value, place in
                ((try? value.elements) ?? []).enumerated().flatMap {
                    each.complaints(about: $0.element, at: "\(place)[\($0.offset)]")
                }
            }
        }
        let (bound, isLeast) = (try keyword.value.double, keyword.name == "minItems")
        return { value, place in
            guard let count = (try? value.elements)?.count else { return [] }
            let fits = isLeast ? Double(count) >= bound : Double(count) <= bound
            return fits ? [] : ["\(place) has \(count) elements"]
        }
    }

    /// If no alternative matches, the complaints are those of the best one.
    private static func anyRule(_ alternatives: JSONNode, _ part: (JSONNode) throws -> JSONSchema) throws -> Rule {
        let parts = try alternatives.elements.map(part)
        return { value, place in
            parts.map { $0.complaints(about: value, at: place) }.min { $0.count < $1.count } ?? []
        }
    }
}

extension JSONNode {
    /// The members of an object.
    ///
    /// - Throws: if it is no object. The other accessors throw the same way.
    var members: [JSONMember] {
        get throws {
            guard case .object(let members) = value else { throw JSONSchema.Mistake("this is \(kind)", self) }
            return members
        }
    }

    var elements: [JSONNode] {
        get throws {
            guard case .array(let elements) = value else { throw JSONSchema.Mistake("this is \(kind)", self) }
            return elements
        }
    }

    var text: String {
        get throws {
            guard case .string(let text) = value else { throw JSONSchema.Mistake("this is \(kind)", self) }
            return text
        }
    }

    var double: Double {
        get throws {
            guard case .number(let number, _) = value else { throw JSONSchema.Mistake("this is \(kind)", self) }
            return number
        }
    }

    /// The value of a member; nil if there is none with that name.
    func member(_ name: String) throws -> JSONNode? {
        try members.first { $0.name == name }?.value
    }

    /// The names of an object's members; none for other values.
    var names: [String] { (try? members)?.map(\.name) ?? [] }

    var isObject: Bool { (try? members) != nil }
}
