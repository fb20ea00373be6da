/// The parts of a map's file that can become fences: GeoJSON as other programs write it, or the places of a KML or GPX
/// file.
package struct MapFeatures: Sendable {
    /// One feature.
    package struct Feature: Sendable {
        /// The name the fence is to have.
        package internal(set) var name: String
        /// The ground it covers.
        package let shape: FenceShape
        /// The line it begins in, from 1.
        package let line: Int
        let properties: [JSONMember]
        let geometry: JSONNode
    }

    /// How a file is read.
    package struct Options: Sendable {
        /// The property with the fence's name; if it is missing or this is nil, a property that is usually a name.
        package var nameProperty: String?
        /// The name of features without one, with a number appended.
        package var fallbackName: String
        /// The radius in metres for points without one; nil to leave such points out.
        package var radius: Double?
        /// Whether a feature that means nothing is left out, and the others are taken.
        package var isSkippingInvalid = false

        package init(fallbackName: String) {
            self.fallbackName = fallbackName
        }
    }

    /// The features that can become fences, in the order of the text.
    package internal(set) var features: [Feature] = []
    /// Those that cannot, such as `a LineString`, with their lines.
    package internal(set) var others: [(line: Int, what: String)] = []
    /// Features that would be fences if they were valid, and what is wrong with them.
    package internal(set) var invalid: [FenceFileError] = []
    /// Whether ``Options/nameProperty`` is given and no feature has it.
    package var lacksNameProperty: Bool { options.nameProperty != nil && !hasNameProperty }

    var hasNameProperty = false

    /// How many of ``others`` are points without a radius.
    package internal(set) var pointsWithoutRadius = 0

    let options: Options
    /// How many more bytes of properties may be copied, to all places of a collection but one.
    private var roomForCopies = 8 << 20
    /// What a point at 0,0 is called where it is left out: programs write it where they know no place.
    static let nullIsland = "a Point at 0,0, which programs write where they know no place,"

    /// The names that features have, each with the number of those that were to have it.
    var named: [String: Int] = [:]

    /// Reads a FeatureCollection, a Feature or a geometry. Features may lie in one another, and geometries in
    /// collections of them.
    ///
    /// - Throws: where the text is no GeoJSON, or has a shape that means nothing.
    package init(parsing bytes: [UInt8], _ options: Options) throws(FenceFileError) {
        self.options = options
        let root: JSONNode
        do { root = try JSONDocument(parsing: bytes).root } catch { throw FenceFileError(error) }
        guard FenceObject(root, what: "the text") != nil else {
            throw FenceFileError(line: root.line, problem: .noFeatureCollection(found: root.kind))
        }
        var number = 0
        try read(root, number: &number)
    }

    init(_ options: Options) {
        self.options = options
    }

    private mutating func read(_ node: JSONNode, number: inout Int) throws(FenceFileError) {
        guard let object = FenceObject(node, what: "the feature") else {
            throw FenceFileError(line: node.line, problem: .noFeature(found: node.kind))
        }
        try FenceDecoder.checkReferenceSystem(of: object)
        if try object.string("type") == "FeatureCollection" {
            for element in try object.array("features").elements { try read(element, number: &number) }
            return
        }
        number += 1
        do {
            try read(feature: object, number: &number)
        } catch {
            guard options.isSkippingInvalid else { throw error }
            invalid.append(error)
        }
    }

    private mutating func read(feature object: FenceObject, number: inout Int) throws(FenceFileError) {
        let node = object.node
        let isFeature = try object.string("type") == "Feature"
        guard let geometry = isFeature ? try object.value("geometry") : node else {
            return others.append((node.line, "a feature without a geometry"))
        }
        guard let shaped = FenceObject(geometry, what: "the geometry") else {
            throw FenceObject.wrongType(geometry, "geometry", expected: "an object")
        }
        if isFeature, ["Feature", "FeatureCollection"].contains(try shaped.string("type")) {
            return try read(geometry, number: &number)
        }
        let empty = JSONNode(value: .object([]), range: node.range, line: node.line)
        let written = isFeature ? try object.value("properties") ?? empty : empty
        guard let properties = FenceObject(written, what: "the properties") else {
            throw FenceObject.wrongType(written, "properties", expected: "an object")
        }
        let parts = try GeometryParts(of: shaped)
        for other in parts.others { others.append((node.line, other)) }
        if let name = options.nameProperty, try properties.value(name) != nil { hasNameProperty = true }
        // Of a polygon the property has another meaning, or none.
        let radius = parts.points.isEmpty ? nil : try RadiusProperty(of: properties, otherwise: options.radius)
        let points = radius == nil ? [] : parts.points
        if radius == nil {
            for _ in parts.points { others.append((node.line, "a Point without \"radius\"")) }
            pointsWithoutRadius += parts.points.count
        }
        guard parts.area != nil || !points.isEmpty else { return }
        _ = try (FenceProperty.kind(of: properties), FenceProperty.schedule(of: properties))
        let name = try name(of: properties) ?? "\(options.fallbackName) \(number)"
        let geometries = (parts.area.map { [$0] } ?? []) + points
        let copied = (geometries.count - 1) * properties.node.range.count
        guard copied <= roomForCopies else {
            throw FenceFileError(
                line: node.line, problem: .map(message: "a collection has too many places for all its properties"))
        }
        roomForCopies -= copied
        for (index, geometry) in geometries.enumerated() {
            try add(name + (index == 0 ? "" : " \(index + 1)"), geometry, properties, radius, line: node.line)
        }
    }

    private mutating func add(
        _ name: String, _ geometry: JSONNode, _ properties: FenceObject, _ radius: RadiusProperty?, line: Int
    ) throws(FenceFileError) {
        guard let shaped = FenceObject(geometry, what: "the geometry") else { return }
        let isPoint = try shaped.string("type") == "Point"
        let members = isPoint ? radius?.put(into: properties.members) ?? properties.members : properties.members
        let node = JSONNode(value: .object(members), range: properties.node.range, line: properties.node.line)
        guard let written = FenceObject(node, what: "the properties") else { return }
        let shape = try FenceGeometry.shape(geometry: shaped, written)
        if case .polygon(let polygon) = shape, let crossing = polygon.crossing {
            throw FenceFileError(
                line: geometry.line, problem: .ringCrossesItself(crossing.latitude, crossing.longitude))
        }
        features.append(
            Feature(name: unused(name), shape: shape, line: line, properties: members, geometry: geometry))
    }

    /// The text or number of the property that names the feature; nil where there is none that can be a name.
    private func name(of properties: FenceObject) throws(FenceFileError) -> String? {
        for key in [options.nameProperty, "name"].compactMap(\.self) {
            if let name = Self.name(try properties.value(key)) { return name }
        }
        return Self.usualName(properties.members, ["name", "title", "label"])
            // Google's saved places.
            ?? properties.members.lazy.filter { $0.name.lowercased() == "location" }
            .compactMap { member -> String? in
                guard case .object(let members) = member.value.value else { return nil }
                return Self.usualName(members, ["name", "business name", "address"])
            }.first
    }

    /// What the first of some members in any case says that can be a name.
    private static func usualName(_ members: [JSONMember], _ keys: [String]) -> String? {
        keys.lazy.flatMap { key in members.lazy.filter { $0.name.lowercased() == key } }
            .compactMap { name($0.value) }.first
    }

    private static func name(_ node: JSONNode?) -> String? {
        switch node?.value {
        case .string(let text) where FenceProperty.problem(ofName: text) == nil: text
        // A name of several lines is a label for the map.
        case .string(let text) where !onOneLine(text).isEmpty: onOneLine(text)
        case .number(_, let text): text
        default: nil
        }
    }
}

/// What a geometry has that can be fences, taken out of collections of geometries.
private struct GeometryParts {
    /// A Polygon, or a MultiPolygon of all polygons.
    private(set) var area: JSONNode?
    private(set) var points: [JSONNode] = []
    /// What it has besides, as `a LineString`.
    private(set) var others: [String] = []
    private var areas: [FenceObject] = []

    init(of geometry: FenceObject) throws(FenceFileError) {
        try take(geometry)
        guard areas.count > 1 else {
            area = areas.first?.node
            return
        }
        var polygons: [JSONNode] = []
        for area in areas {
            let (node, elements) = try area.array("coordinates")
            polygons += try area.string("type") == "Polygon" ? [node] : elements
        }
        func member(_ name: String, _ value: JSONNode.Value) -> JSONMember {
            let node = JSONNode(value: value, range: 0..<0, line: geometry.node.line)
            return JSONMember(name: name, nameRange: 0..<0, line: node.line, value: node)
        }
        let members = [member("type", .string("MultiPolygon")), member("coordinates", .array(polygons))]
        area = JSONNode(value: .object(members), range: geometry.node.range, line: geometry.node.line)
    }

    private mutating func take(_ geometry: FenceObject) throws(FenceFileError) {
        try FenceDecoder.checkReferenceSystem(of: geometry)
        switch try geometry.string("type") {
        case "Polygon", "MultiPolygon": areas.append(geometry)
        case "Point":
            let isNowhere = Self.isNullIsland(try geometry.value("coordinates"))
            if isNowhere { others.append(MapFeatures.nullIsland) } else { points.append(geometry.node) }
        case "GeometryCollection":
            for element in try geometry.array("geometries").elements {
                guard let inner = FenceObject(element, what: "the geometry") else {
                    throw FenceObject.wrongType(element, "geometries", expected: "geometries")
                }
                try take(inner)
            }
        case let type: others.append(type.map { "a \(terminalSafe($0))" } ?? "an object without a type")
        }
    }
}

extension GeometryParts {
    /// Whether coordinates are 0,0.
    fileprivate static func isNullIsland(_ node: JSONNode?) -> Bool {
        guard case .array(let elements)? = node?.value, elements.count >= 2 else { return false }
        return elements.prefix(2).allSatisfy { if case .number(0, _) = $0.value { true } else { false } }
    }
}

/// The radius of points, from wherever it is said.
private struct RadiusProperty {
    private let meters: Double
    /// The member that says it in its own words.
    private let isWritten: Bool

    /// `radius` in any case, as a number of metres or a length as people write it.
    init?(of properties: FenceObject, otherwise radius: Double?) throws(FenceFileError) {
        if try properties.value("radius") != nil, case .number = try properties.value("radius")?.value {
            (meters, isWritten) = (0, true)
            return
        }
        for member in properties.members where member.name.lowercased() == "radius" {
            switch member.value.value {
            case .number(let value, _): (meters, isWritten) = (value, false)
            case .string(let text) where !trimmed(text).isEmpty:
                guard let value = decimal(trimmed(text)) ?? (try? Length(parsing: text).meters) else {
                    throw FenceFileError(
                        line: member.line, problem: .radiusOutOfRange("\"\(terminalSafe(String(text.prefix(40))))\""))
                }
                (meters, isWritten) = (value, false)
            case .string, .null: continue
            default:
                throw FenceObject.wrongType(member.value, "radius", expected: "a number of metres")
            }
            return
        }
        guard let radius else { return nil }
        (meters, isWritten) = (radius, false)
    }

    /// The members with the radius as fences have it.
    func put(into members: [JSONMember]) -> [JSONMember] {
        if isWritten { return members }
        let value = JSONNode(
            value: .number(meters, text: shortest(meters)), range: 0..<0, line: members.first?.line ?? 1)
        let member = JSONMember(name: "radius", nameRange: 0..<0, line: value.line, value: value)
        return members.filter { $0.name.lowercased() != "radius" } + [member]
    }
}
