/// A JSON object of a fences file, asked for its members by name.
struct FenceObject {
    let node: JSONNode
    /// What it is, for messages: `the feature`.
    let what: String
    private let members: [JSONMember]

    /// Nil where the node is no object.
    init?(_ node: JSONNode, what: String) {
        guard case .object(let members) = node.value else { return nil }
        self.node = node
        self.what = what
        self.members = members
    }

    /// The value of a member; nil where it is absent or null, which is what tools write for an empty cell of a table.
    func value(_ name: String) throws(FenceFileError) -> JSONNode? {
        let found = members.filter { $0.name == name }
        if found.count > 1 {
            throw FenceFileError(line: found[1].line, problem: .repeated(member: name, firstLine: found[0].line))
        }
        guard let value = found.first?.value else { return nil }
        if case .null = value.value { return nil }
        return value
    }

    /// The value of a member that must be there.
    func required(_ name: String) throws(FenceFileError) -> JSONNode {
        guard let value = try value(name) else {
            throw FenceFileError(line: node.line, problem: .missing(member: name, of: what))
        }
        return value
    }

    /// The text of a member; nil where it is absent or null.
    func string(_ name: String) throws(FenceFileError) -> String? {
        guard let node = try value(name) else { return nil }
        guard case .string(let text) = node.value else { throw Self.wrongType(node, name, expected: "a string") }
        return text
    }

    /// An object among the members that must be there.
    func object(_ name: String, what: String) throws(FenceFileError) -> FenceObject {
        let node = try required(name)
        guard let object = FenceObject(node, what: what) else {
            throw Self.wrongType(node, name, expected: "an object")
        }
        return object
    }

    /// The elements of an array among the members that must be there.
    func array(_ name: String) throws(FenceFileError) -> (node: JSONNode, elements: [JSONNode]) {
        let node = try required(name)
        guard case .array(let elements) = node.value else { throw Self.wrongType(node, name, expected: "an array") }
        return (node, elements)
    }

    static func wrongType(_ node: JSONNode, _ name: String, expected: String) -> FenceFileError {
        FenceFileError(
            line: node.line, problem: .wrongType(member: name, expected: expected, found: node.kind))
    }
}
