/// The members of an answer that are asked for, from the parameter `fields`
/// (developers.google.com/workspace/drive/api/guides/fields-parameter): `a,b/c,d(e,f/*)`.
indirect enum FieldMask {
    /// Everything.
    case all
    /// These members, each with its own mask.
    case members([String: FieldMask])

    /// Reads a mask. Nil if the text is invalid or names an unknown member; Google answers that with 400.
    ///
    /// - Parameter schema: the entry of `DriveSchemas` that it applies to.
    init?(_ text: String, of schema: String) {
        var rest = Substring(text)
        guard let mask = Self.list(&rest, of: schema), rest.isEmpty else { return nil }
        self = mask
    }

    private static func list(_ rest: inout Substring, of schema: String) -> FieldMask? {
        var members: [String: FieldMask] = [:]
        var isAll = false
        repeat {
            guard let (name, mask) = path(&rest, of: schema) else { return nil }
            if name == "*" {
                isAll = true
            } else {
                members[name] = members[name].map { $0.joined(with: mask) } ?? mask
            }
        } while take(",", &rest)
        return isAll ? .all : .members(members)
    }

    private static func path(_ rest: inout Substring, of schema: String) -> (String, FieldMask)? {
        let name = String(rest.prefix { !",()/".contains($0) })
        rest = rest.dropFirst(name.count)
        if name == "*" { return (name, .all) }
        guard let type = Schema.entries[schema]?[name] else { return nil }
        let inner = Schema.element(of: type) ?? type
        if take("/", &rest) {
            if inner == "map" { return openPath(name, &rest) }
            guard let (member, mask) = path(&rest, of: inner) else { return nil }
            return (name, member == "*" ? .all : .members([member: mask]))
        }
        if take("(", &rest) {
            guard let mask = list(&rest, of: inner), take(")", &rest) else { return nil }
            return (name, mask)
        }
        return (name, .all)
    }

    /// A member of a map can have any name.
    private static func openPath(_ name: String, _ rest: inout Substring) -> (String, FieldMask) {
        let key = String(rest.prefix { !",()/".contains($0) })
        rest = rest.dropFirst(key.count)
        return (name, key == "*" ? .all : .members([key: .all]))
    }

    private static func take(_ character: Character, _ rest: inout Substring) -> Bool {
        guard rest.first == character else { return false }
        rest.removeFirst()
        return true
    }

    private func joined(with other: FieldMask) -> FieldMask {
        guard case .members(let mine) = self, case .members(let others) = other else { return .all }
        return .members(mine.merging(others) { $0.joined(with: $1) })
    }

    /// The part of a value that is asked for. Absent members are omitted, as Google does.
    func applied(to value: JSON) -> JSON {
        guard case .members(let masks) = self else { return value }
        switch value {
        case .array(let elements): return .array(elements.map(applied))
        case .object(let members):
            return .object(
                members.compactMap { member in
                    masks[member.name].map { JSON.Member(member.name, $0.applied(to: member.value)) }
                })
        default: return value
        }
    }

    /// Whether a top-level member is asked for.
    func has(_ name: String) -> Bool {
        if case .members(let masks) = self { masks[name] != nil } else { true }
    }

    /// The mask inside a top-level member.
    func inner(_ name: String) -> FieldMask {
        if case .members(let masks) = self { masks[name] ?? .members([:]) } else { .all }
    }
}
