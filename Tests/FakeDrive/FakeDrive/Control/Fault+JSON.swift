extension Fault {
    /// Reads a fault from a command: `fault` names it, and other members hold its values.
    init?(_ command: JSON) {
        let bytes = command["bytes"]?.int ?? 0
        let status = command["status"]?.int ?? 503
        switch command["fault"]?.string {
        case "status":
            let reason = command["reason"]?.string ?? "backendError"
            self = .status(status, reason: reason, retryAfter: command["retryAfter"]?.int)
        case "dropBefore": self = .dropBefore
        case "dropAfter": self = .dropAfter
        case "dropInBody": self = .dropInBody(after: bytes)
        case "cutAnswer": self = .cutAnswer(after: bytes)
        case "hang": self = .hang
        case "wrongBytes": self = .wrongBytes
        case "html": self = .html(status)
        case "text": self = .text(status, command["text"]?.string ?? "")
        case "answer":
            var headers: [String: String] = [:]
            for member in command["headers"]?.members ?? [] { headers[member.name] = member.value.string }
            self = .answer(status, headers: headers, body: command["text"]?.string ?? "")
        case "without": self = .without((command["members"]?.elements ?? []).compactMap(\.string))
        case "wrongDate": self = .wrongDate(command["seconds"]?.int ?? 0)
        default: return nil
        }
    }
}

extension FaultTarget {
    /// Reads a target from a command: `number`, or `method`, `path`, `body` and `after`.
    init(_ command: JSON) {
        if let number = command["number"]?.int {
            self = .number(number)
        } else {
            self = .matching(
                method: command["method"]?.string, path: command["path"]?.string, body: command["body"]?.string,
                after: command["after"]?.int ?? 0)
        }
    }
}

extension Schema {
    /// All tables, to compare them with the discovery document.
    static var tables: JSON {
        let schemas = entries.sorted { $0.key < $1.key }.map { JSON.Member($0.key, object($0.value)) }
        let methods = DriveMethod.table.map { method -> JSON.Member in
            let takes = method.takes.map(JSON.string) ?? .null
            let gives = method.gives.map(JSON.string) ?? .null
            return JSON.Member(
                method.name,
                [
                    "verb": .string(method.verb), "path": .string(method.path.joined(separator: "/")), "takes": takes,
                    "gives": gives, "parameters": object(method.parameters),
                    "scopes": .array(method.scopes.sorted().map { .string(String($0)) }),
                ])
        }
        return [
            "revision": .string(DriveSchemas.revision), "schemas": .object(schemas), "methods": .object(methods),
            "common": object(DriveMethod.common),
        ]
    }

    private static func object(_ members: [String: String]) -> JSON {
        .object(members.sorted { $0.key < $1.key }.map { JSON.Member($0.key, .string($0.value)) })
    }
}
