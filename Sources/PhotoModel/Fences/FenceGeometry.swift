/// The ground that a feature covers.
enum FenceGeometry {
    /// Half the equator in metres: a circle of that radius holds every point.
    static let maximumRadius = 20_037_508.0

    static func shape(of feature: FenceObject, _ properties: FenceObject) throws(FenceFileError) -> FenceShape {
        let geometry = try feature.object("geometry", what: "the feature's \"geometry\"")
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
            throw FenceFileError(line: type.line, problem: .geometryNotApplied(name))
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
        let (node, elements) = try geometry.array("coordinates")
        return try position(node, elements)
    }

    /// A position (RFC 7946, section 3.1.1): longitude, latitude and perhaps a height, which is passed over.
    private static func position(_ node: JSONNode, _ elements: [JSONNode]) throws(FenceFileError) -> Coordinate {
        var numbers: [(value: Double, text: String)] = []
        for element in elements {
            guard case .number(let value, let text) = element.value else {
                throw FenceObject.wrongType(element, "coordinates", expected: "numbers [longitude, latitude]")
            }
            numbers.append((value, text))
        }
        guard (2...3).contains(numbers.count) else {
            throw FenceFileError(line: node.line, problem: .coordinateCount(numbers.count))
        }
        let (longitude, latitude) = (numbers[0], numbers[1])
        if let coordinate = Coordinate(latitude: latitude.value, longitude: longitude.value) { return coordinate }
        guard (-90...90).contains(latitude.value) else {
            let isSwapped = Coordinate(latitude: longitude.value, longitude: latitude.value) != nil
            throw FenceFileError(
                line: elements[1].line, problem: .latitudeOutOfRange(latitude.text, isSwapped: isSwapped))
        }
        throw FenceFileError(line: elements[0].line, problem: .longitudeOutOfRange(longitude.text))
    }
}
