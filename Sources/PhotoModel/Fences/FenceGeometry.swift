/// The ground that a feature covers.
enum FenceGeometry {
    /// Half the equator in metres: a circle of that radius holds every point.
    static let maximumRadius = 20_037_508.0

    static func shape(of feature: FenceObject, _ properties: FenceObject) throws(FenceFileError) -> FenceShape {
        try shape(geometry: feature.object("geometry", what: "the feature's \"geometry\""), properties)
    }

    static func shape(geometry: FenceObject, _ properties: FenceObject) throws(FenceFileError) -> FenceShape {
        try FenceDecoder.checkReferenceSystem(of: geometry)
        let type = try geometry.required("type")
        guard case .string(let name) = type.value else {
            throw FenceObject.wrongType(type, "type", expected: "a string")
        }
        switch name {
        case "Point":
            let radius = try radius(of: properties)
            return .circle(center: try point(of: geometry), radius: radius)
        case "Polygon", "MultiPolygon":
            let polygon = try RingReader(type: name).polygon(of: geometry)
            return .polygon(polygon)
        default:
            throw FenceFileError(line: type.line, problem: .geometryNoArea(name))
        }
    }

    private static func radius(of properties: FenceObject) throws(FenceFileError) -> Double {
        guard let node = try properties.value("radius") else {
            throw FenceFileError(line: properties.node.line, problem: .noRadius)
        }
        guard case .number(let radius, let text) = node.value else {
            throw FenceObject.wrongType(node, "radius", expected: "a number of metres")
        }
        guard radius > 0, radius <= maximumRadius else {
            throw FenceFileError(line: node.line, problem: .radiusOutOfRange(text))
        }
        return radius
    }

    private static func point(of geometry: FenceObject) throws(FenceFileError) -> Coordinate {
        let (node, _) = try geometry.array("coordinates")
        let position = try WrittenPosition(node)
        if let point = Coordinate(latitude: position.latitude, longitude: position.longitude) { return point }
        throw position.outOfRange(longitudeLimit: 180)
    }
}
