/// The properties of a feature that say what a fence is, but for its shape.
enum FenceProperties {
    /// The name and the line it stands in.
    static func name(of properties: FenceObject) throws(FenceFileError) -> (text: String, line: Int) {
        let node = try properties.required("name")
        guard case .string(let name) = node.value else {
            throw FenceObject.wrongType(node, "name", expected: "a string")
        }
        if let problem = problem(ofName: name) { throw FenceFileError(line: node.line, problem: problem) }
        return (name, node.line)
    }

    /// What keeps a text from being a fence's name; nil where nothing does.
    static func problem(ofName name: String) -> FenceFileProblem? {
        if name.allSatisfy(\.isWhitespace) { return .emptyName }
        let hasControl = name.unicodeScalars.contains { $0.properties.generalCategory == .control }
        return hasControl ? .controlCharacter(name: name) : nil
    }

    static func kind(of properties: FenceObject) throws(FenceFileError) -> Fence.Kind {
        guard let node = try properties.value("kind") else { return .work }
        guard case .string(let text) = node.value else {
            throw FenceObject.wrongType(node, "kind", expected: "a string")
        }
        guard let kind = Fence.Kind(rawValue: text) else {
            let nearest = nearestWord(to: text, among: Fence.Kind.allCases.map(\.rawValue))
            throw FenceFileError(line: node.line, problem: .unknownKind(text, nearest: nearest))
        }
        return kind
    }
}
