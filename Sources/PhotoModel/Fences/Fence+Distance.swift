extension Fence {
    /// Metres from a point to the fence's boundary along the ellipsoid, negative inside. A point is inside where this is
    /// at most 0, so the boundary belongs to the fence.
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
