/// Reads the tables of members and parameters, and checks values against them.
enum Schema {
    /// Members with their types, from text in the format of `DriveSchemas`.
    static func members(of text: String) -> [String: String] {
        var members: [String: String] = [:]
        var type = ""
        for word in text.split(whereSeparator: { $0.isWhitespace || $0 == ";" }) {
            if word.hasSuffix(":") { type = String(word.dropLast()) } else { members[String(word)] = type }
        }
        return members
    }

    /// `DriveSchemas`, read once.
    static let entries = DriveSchemas.table.mapValues { members(of: $0) }

    /// The type of an element of a list type; nil for any other type.
    static func element(of type: String) -> String? {
        type.hasPrefix("[") ? String(type.dropFirst().dropLast()) : nil
    }

    /// Finds the first part of a value that does not match a type.
    ///
    /// - Returns: its place and the error; nil if the value matches.
    static func mistake(in value: JSON, of type: String, at place: String = "") -> String? {
        if let members = entries[type] {
            guard case .object(let given) = value else { return "\(place): no \(type)" }
            for member in given {
                let inner = place.isEmpty ? member.name : "\(place).\(member.name)"
                guard let type = members[member.name] else { return "\(inner): there is no such member" }
                // null removes a value (patch semantics) and matches any type.
                if member.value == .null { continue }
                if let found = mistake(in: member.value, of: type, at: inner) { return found }
            }
            return nil
        }
        if let element = element(of: type) {
            guard case .array(let values) = value else { return "\(place): no list" }
            return values.lazy.compactMap { mistake(in: $0, of: element, at: place) }.first
        }
        return fits(value, type) ? nil : "\(place): no \(type)"
    }

    private static func fits(_ value: JSON, _ type: String) -> Bool {
        switch (type, value) {
        case ("string", .string), ("bytes", .string), ("boolean", .bool), ("number", .number): true
        case ("integer", .number(let text)): Int(text) != nil
        case ("long", .string(let text)): Int(text) != nil
        case ("time", .string(let text)): Times.read(text) != nil
        case ("map", .object): true
        default: false
        }
    }

    /// Checks the text of a parameter.
    ///
    /// - Parameter type: as in the tables, with bounds or values and the deprecation mark.
    /// - Returns: the error; nil if there is none.
    static func mistake(inParameter text: String, of type: String) -> String? {
        let type = type.hasSuffix("!") ? String(type.dropLast()) : type
        let parts = type.split(whereSeparator: { "()".contains($0) })
        switch parts.first {
        case "boolean": return text == "true" || text == "false" ? nil : "is no boolean"
        case "integer":
            guard let number = Int(text) else { return "is no number" }
            guard parts.count > 1 else { return nil }
            let bounds = parts[1].split(separator: ".").compactMap { Int($0) }
            return bounds.count == 2 && !(bounds[0]...bounds[1]).contains(number) ? "is not within \(parts[1])" : nil
        default:
            guard parts.count > 1 else { return nil }
            return parts[1].split(separator: "|").contains { $0 == text } ? nil : "is none of \(parts[1])"
        }
    }
}
