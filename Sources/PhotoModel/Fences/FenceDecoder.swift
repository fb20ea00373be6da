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

    /// The fences of an array of features.
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
        let (name, kind) = try (FenceProperties.name(of: properties), FenceProperties.kind(of: properties))
        let schedule = try FenceProperties.schedule(of: properties)
        let shape = try FenceGeometry.shape(of: feature, properties)
        let fence = Fence(name: name.text, kind: kind, shape: shape, schedule: schedule)
        return FenceEntry(fence: fence, node: node, nameLine: name.line)
    }

    /// RFC 7946, section 4: there is one reference system. Older files may name it (GeoJSON 2008, section 3).
    static func checkReferenceSystem(of object: FenceObject) throws(FenceFileError) {
        guard let crs = try object.value("crs") else { return }
        guard let system = FenceObject(crs, what: "\"crs\""),
            let properties = FenceObject(try system.required("properties"), what: "\"crs\""),
            let name = try properties.string("name"), name.hasSuffix("CRS84")
        else { throw FenceFileError(line: crs.line, problem: .referenceSystem) }
    }
}
