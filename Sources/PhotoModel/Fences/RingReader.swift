/// Reads the coordinates of a Polygon or MultiPolygon (RFC 7946, sections 3.1.6 and 3.1.7).
struct RingReader {
    /// `Polygon` or `MultiPolygon`.
    let type: String

    func polygon(of geometry: FenceObject) throws(FenceFileError) -> Polygon {
        let (node, elements) = try geometry.array("coordinates")
        var parts: [Polygon.Part] = []
        for part in type == "Polygon" ? [node] : elements { parts.append(try self.part(part)) }
        guard let polygon = Polygon(parts: parts) else { throw empty(node) }
        return polygon
    }

    private func part(_ node: JSONNode) throws(FenceFileError) -> Polygon.Part {
        var rings: [PolygonRing] = []
        for ring in try array(node, of: "rings") { rings.append(try self.ring(ring)) }
        guard let outer = rings.first else { throw empty(node) }
        return Polygon.Part(outer: outer, holes: Array(rings.dropFirst()))
    }

    private func ring(_ node: JSONNode) throws(FenceFileError) -> PolygonRing {
        let nodes = try array(node, of: "positions [longitude, latitude]")
        var positions: [RingPosition] = []
        positions.reserveCapacity(nodes.count)
        for node in nodes {
            let written = try WrittenPosition(node)
            guard let position = RingPosition(latitude: written.latitude, longitude: written.longitude) else {
                throw written.outOfRange(longitudeLimit: 540)
            }
            positions.append(position)
        }
        do {
            return try PolygonRing(positions)
        } catch {
            let line = nodes.isEmpty ? node.line : nodes[error.index].line
            throw FenceFileError(
                line: line, problem: .ring(error.problem, firstLine: nodes.first?.line ?? node.line))
        }
    }

    private func array(_ node: JSONNode, of what: String) throws(FenceFileError) -> [JSONNode] {
        guard case .array(let elements) = node.value else {
            throw FenceObject.wrongType(node, "coordinates", expected: "arrays of \(what)")
        }
        return elements
    }

    private func empty(_ node: JSONNode) -> FenceFileError {
        FenceFileError(line: node.line, problem: .emptyGeometry(type))
    }
}

/// A position (RFC 7946, section 3.1.1): longitude, latitude and perhaps a height, which is passed over.
struct WrittenPosition {
    let longitude: Double
    let latitude: Double
    private let longitudeText: String
    private let latitudeText: String
    private let longitudeLine: Int
    private let latitudeLine: Int

    init(_ node: JSONNode) throws(FenceFileError) {
        guard case .array(let elements) = node.value else {
            throw FenceObject.wrongType(node, "coordinates", expected: "positions [longitude, latitude]")
        }
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
        (longitude, longitudeText) = numbers[0]
        (latitude, latitudeText) = numbers[1]
        (longitudeLine, latitudeLine) = (elements[0].line, elements[1].line)
    }

    /// The error for the latitude where that is out of range, else for the longitude.
    func outOfRange(longitudeLimit: Int) -> FenceFileError {
        guard (-90...90).contains(latitude) else {
            let isSwapped = Coordinate(latitude: longitude, longitude: latitude) != nil
            return FenceFileError(
                line: latitudeLine, problem: .latitudeOutOfRange(latitudeText, isSwapped: isSwapped))
        }
        return FenceFileError(
            line: longitudeLine, problem: .longitudeOutOfRange(longitudeText, limit: longitudeLimit))
    }
}
