/// The features of a GeoJSON text that was made elsewhere and can become fences: polygons, and points with a radius.
package struct FeatureSource: Sendable {
    /// One feature.
    package struct Feature: Sendable {
        /// The name the fence is to have.
        package let name: String
        /// The ground it covers.
        package let shape: FenceShape
        /// The line it begins in, from 1.
        package let line: Int
        let properties: [JSONMember]
        let geometry: JSONNode
    }

    /// What can become fences, in the order of the text.
    package private(set) var features: [Feature] = []
    /// What cannot, as `a LineString`, and where.
    package private(set) var others: [(line: Int, what: String)] = []

    /// Reads a FeatureCollection, a Feature or a geometry.
    ///
    /// - Parameters:
    ///   - bytes: the text.
    ///   - nameProperty: the property that a fence is named by; where it is not there, or nil, it is `name`.
    ///   - fallbackName: what a feature without a name is called, with its number after it.
    /// - Throws: `FenceFileError` where the text is no GeoJSON, or has a shape that means nothing.
    package init(
        parsing bytes: [UInt8], nameProperty: String? = nil, fallbackName: String
    ) throws(FenceFileError) {
        let root: JSONNode
        do { root = try JSONDocument(parsing: bytes).root } catch { throw FenceFileError(error) }
        guard let object = FenceObject(root, what: "the text") else {
            throw FenceFileError(line: root.line, problem: .noFeatureCollection(found: root.kind))
        }
        try FenceDecoder.checkReferenceSystem(of: object)
        let nodes = try object.string("type") == "FeatureCollection" ? object.array("features").elements : [root]
        for (number, node) in nodes.enumerated() {
            try read(node, nameProperty: nameProperty, fallback: "\(fallbackName) \(number + 1)")
        }
    }

    private mutating func read(_ node: JSONNode, nameProperty: String?, fallback: String) throws(FenceFileError) {
        guard let object = FenceObject(node, what: "the feature") else {
            throw FenceFileError(line: node.line, problem: .noFeature(found: node.kind))
        }
        let isFeature = try object.string("type") == "Feature"
        guard let geometry = isFeature ? try object.value("geometry") : node else {
            return others.append((node.line, "a feature without a geometry"))
        }
        guard let shaped = FenceObject(geometry, what: "the geometry") else {
            throw FenceObject.wrongType(geometry, "geometry", expected: "an object")
        }
        let empty = JSONNode(value: .object([]), range: node.range, line: node.line)
        let written = isFeature ? try object.value("properties") ?? empty : empty
        guard let properties = FenceObject(written, what: "the properties"), case .object(let members) = written.value
        else { throw FenceObject.wrongType(written, "properties", expected: "an object") }
        switch try shaped.string("type") {
        case "Polygon", "MultiPolygon": break
        case "Point" where try properties.value("radius") != nil: break
        case "Point": return others.append((node.line, "a Point without \"radius\""))
        case let type:
            return others.append((node.line, type.map { "a \(terminalSafe($0))" } ?? "an object without a type"))
        }
        _ = try (FenceProperties.kind(of: properties), FenceProperties.schedule(of: properties))
        var name: String?
        for key in [nameProperty, "name"].compactMap(\.self) where name == nil {
            name = try Self.name(properties, key)
        }
        let shape = try FenceGeometry.shape(geometry: shaped, properties)
        features.append(
            Feature(name: name ?? fallback, shape: shape, line: node.line, properties: members, geometry: geometry))
    }

    /// The text or number of a property; nil where there is none that can be a name.
    private static func name(_ properties: FenceObject, _ key: String) throws(FenceFileError) -> String? {
        switch try properties.value(key)?.value {
        case .string(let text) where FenceProperties.problem(ofName: text) == nil: text
        case .number(_, let text): text
        default: nil
        }
    }
}
