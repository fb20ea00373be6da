/// Reads fences from the tree of a GeoJSON text (RFC 7946).
enum FenceDecoder {
    /// The array of features of a FeatureCollection.
    static func features(of root: JSONNode) throws(FenceFileError) -> JSONNode {
        guard let collection = FenceObject(root, what: "the FeatureCollection") else {
            throw FenceFileError(line: root.line, problem: .noFeatureCollection(found: root.kind))
        }
        let type = try collection.string("type")
        guard type == "FeatureCollection" else {
            let found = type.map { "a \(terminalSafe($0))" } ?? "an object without \"type\""
            throw FenceFileError(line: root.line, problem: .noFeatureCollection(found: found))
        }
        try checkReferenceSystem(of: collection)
        return try collection.array("features").node
    }

    static func entries(of features: JSONNode) throws(FenceFileError) -> [FenceEntry] {
        guard case .array(let elements) = features.value else { return [] }
        var entries: [FenceEntry] = []
        var lines: [String: Int] = [:]
        for element in elements {
            let entry = try entry(of: element)
            let name = entry.fence.name
            if let first = lines.updateValue(entry.nameLine, forKey: name) {
                throw FenceFileError(line: entry.nameLine, problem: .nameNotUnique(name: name, firstLine: first))
            }
            entries.append(entry)
        }
        return entries
    }

    private static func entry(of node: JSONNode) throws(FenceFileError) -> FenceEntry {
        guard let feature = FenceObject(node, what: "the feature") else {
            throw FenceFileError(line: node.line, problem: .noFeature(found: node.kind))
        }
        let type = try feature.string("type")
        guard type == "Feature" else {
            let found = type.map { "a \(terminalSafe($0))" } ?? "an object without \"type\""
            throw FenceFileError(line: node.line, problem: .noFeature(found: found))
        }
        try checkReferenceSystem(of: feature)
        let properties = try feature.object("properties", what: "the feature's \"properties\"")
        let (name, kind) = try (FenceProperty.name(of: properties), FenceProperty.kind(of: properties))
        let schedule = try FenceProperty.schedule(of: properties)
        let shape = try FenceGeometry.shape(of: feature, properties)
        let fence = Fence(name: name.text, kind: kind, shape: shape, schedule: schedule)
        return FenceEntry(fence: fence, node: node, nameLine: name.line)
    }

    /// RFC 7946, section 4: there is one reference system. Older files may name it (GeoJSON 2008, section 3). What is
    /// called EPSG:4326 has longitudes first all the same, as all programs write it.
    static func checkReferenceSystem(of object: FenceObject) throws(FenceFileError) {
        guard let crs = try object.value("crs") else { return }
        guard let system = FenceObject(crs, what: "\"crs\""),
            let properties = FenceObject(try system.required("properties"), what: "\"crs\""),
            let name = try properties.string("name")
        else { throw FenceFileError(line: crs.line, problem: .referenceSystem) }
        let isKnown =
            name.hasSuffix("CRS84") || name.hasSuffix("CRS84h") || name.hasSuffix("EPSG:4326")
            || (name.contains("EPSG") && (name.hasSuffix(":4326") || name.hasSuffix("/4326")))
        guard isKnown else { throw FenceFileError(line: crs.line, problem: .otherReferenceSystem(name)) }
    }
}

/// A JSON object of a fences file, asked for its members by name.
struct FenceObject {
    let node: JSONNode
    /// What it is, for messages: `the feature`.
    let what: String
    /// The members, in their order.
    let members: [JSONMember]

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
