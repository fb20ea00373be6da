/// Writes a fence as a GeoJSON feature.
struct FeatureWriter {
    let style: JSONStyle

    /// The feature without anything around it.
    func bytes(of fence: Fence, sending: FenceSending) -> [UInt8] {
        var properties = [("name", quoted(fence.name)), ("kind", quoted(fence.kind.rawValue))]
        properties += scheduleProperties(fence.schedule)
        if let folder = sending.folder { properties.append(("folder", quoted(folder.text))) }
        if let to = sending.to { properties.append(("to", quoted(to))) }
        let (radius, geometry) = parts(of: fence.shape)
        if let radius { properties.append(("radius", radius)) }
        let feature = [
            ("type", quoted("Feature")), ("properties", style.object(properties, depth: 1)), ("geometry", geometry),
        ]
        return Array(style.object(feature, depth: 0).utf8)
    }

    /// The property `radius` of a circle, which no other shape has, and the geometry.
    func parts(of shape: FenceShape) -> (radius: String?, geometry: String) {
        switch shape {
        case .circle(let center, let radius):
            let position = [shortest(center.longitude), shortest(center.latitude)]
            let geometry = [("type", quoted("Point")), ("coordinates", style.list(position))]
            return (shortest(radius), style.object(geometry, depth: 1))
        case .polygon(let polygon): return (nil, style.object(members(of: polygon), depth: 1))
        }
    }

    /// A Polygon where there is one part, else a MultiPolygon (RFC 7946, sections 3.1.6 and 3.1.7).
    private func members(of polygon: Polygon) -> [(String, String)] {
        let parts = polygon.parts.map { part in
            style.list(
                part.rings.map { ring in
                    style.list(ring.positions.map { style.list([shortest($0.longitude), shortest($0.latitude)]) })
                })
        }
        let isOne = parts.count == 1
        return [
            ("type", quoted(isOne ? "Polygon" : "MultiPolygon")), ("coordinates", isOne ? parts[0] : style.list(parts)),
        ]
    }

    private func scheduleProperties(_ schedule: FenceSchedule) -> [(String, String)] {
        let (hours, except) = (schedule.hours.map { quoted($0.text) }, schedule.except.map { quoted($0.text) })
        let members: [(String, String?)] = [
            ("hours", hours.isEmpty ? nil : style.list(hours)),
            ("timeZone", schedule.timeZone.map(quoted)),
            ("from", schedule.from.map { quoted($0.text) }),
            ("until", schedule.until.map { quoted($0.text) }),
            ("except", except.isEmpty ? nil : style.list(except)),
        ]
        return members.compactMap { name, value in value.map { (name, $0) } }
    }

    /// A JSON string (RFC 8259, section 7) with as few escapes as may be.
    func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}

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
