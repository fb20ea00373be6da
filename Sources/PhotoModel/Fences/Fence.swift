/// A place that the user marked as work, or as never work.
package struct Fence: Hashable, Sendable {
    /// Whether photos inside are work or never are. The raw values are the contract's `kind`.
    package enum Kind: String, CaseIterable, Hashable, Sendable {
        case work, never
    }

    /// The name; unique among the fences, never empty.
    package var name: String
    /// What being inside means.
    package var kind: Kind
    package var shape: FenceShape
    /// When it holds. The hours are judged by for work fences only.
    package var schedule: FenceSchedule

    package init(name: String, kind: Kind, shape: FenceShape, schedule: FenceSchedule = FenceSchedule()) {
        self.name = name
        self.kind = kind
        self.shape = shape
        self.schedule = schedule
    }
}

/// The ground a fence covers.
package enum FenceShape: Hashable, Sendable {
    /// All points within `radius` metres of the centre, along the ellipsoid. The radius is finite and above 0.
    case circle(center: Coordinate, radius: Double)
    /// All points inside rings, with holes.
    case polygon(Polygon)
}

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

extension Fence {
    /// Metres from a point to the fence's boundary along the ellipsoid, negative inside. A point is inside where this
    /// is at most 0, so the boundary belongs to the fence.
    package func distance(to point: Coordinate) -> Double {
        shape.distance(to: point)
    }
}

extension FenceShape {
    /// Metres from a point to the boundary along the ellipsoid, negative inside. For one point: to go through many, a
    /// polygon is made ready once (`MeasuredPolygon`).
    package func distance(to point: Coordinate) -> Double {
        switch self {
        case .circle(let center, let radius): geodesicDistance(center, point) - radius
        case .polygon(let polygon): MeasuredPolygon(polygon).distance(to: AuxiliaryPoint(point))
        }
    }

    /// The area in square metres: of a circle on the sphere that has the ellipsoid's, which is some parts in a thousand
    /// off, of a polygon on the ellipsoid; for comparing shapes by size.
    package var area: Double {
        switch self {
        case .circle(_, let radius):
            SphericalCap(radius: radius).area
        case .polygon(let polygon): polygon.area
        }
    }

    /// A box with every point from which the boundary is at most `margin` metres away, or that is inside.
    package func boundingBox(margin: Double) -> BoundingBox {
        switch self {
        case .circle(let center, let radius): BoundingBox(around: center, within: radius + margin)
        case .polygon(let polygon): BoundingBox(around: polygon, within: margin)
        }
    }
}
