extension Polygon {
    /// Where a ring crosses itself; nil where none does.
    package var crossing: (latitude: Double, longitude: Double)? {
        parts.lazy.flatMap(\.rings).compactMap { RingSelfCrossing(of: $0).point }.first
    }
}

/// Looks for a crossing of two edges of a ring: a point inside of both. Edges that only touch are none.
///
/// A line of one latitude goes over the ring from the south, and an edge is compared with those that it meets there. If
/// so many edges share their latitudes that this would take seconds, the ring counts as one that does not cross itself:
/// only hostile rings are like that.
struct RingSelfCrossing {
    /// The first crossing from the south.
    private(set) var point: (latitude: Double, longitude: Double)?

    private static let mostComparisons = 100_000_000

    private struct Edge {
        let a: RingPosition
        let b: RingPosition
        let south: Double
        let north: Double
        let west: Double
        let east: Double

        init(_ a: RingPosition, _ b: RingPosition) {
            (self.a, self.b) = (a, b)
            (south, north) = (min(a.latitude, b.latitude), max(a.latitude, b.latitude))
            (west, east) = (min(a.longitude, b.longitude), max(a.longitude, b.longitude))
        }
    }

    init(of ring: PolygonRing) {
        let edges = zip(ring.positions, ring.positions.dropFirst()).map(Edge.init).sorted { $0.south < $1.south }
        var open: [Edge] = []
        var comparisons = 0
        for edge in edges {
            var kept = 0
            for index in open.indices where open[index].north >= edge.south {
                open[kept] = open[index]
                kept += 1
            }
            open.removeLast(open.count - kept)
            comparisons += kept
            if comparisons > Self.mostComparisons { return }
            for other in open where other.west <= edge.east && edge.west <= other.east {
                if let found = Self.crossing(edge, other) {
                    point = found
                    return
                }
            }
            open.append(edge)
        }
    }

    private static func crossing(_ one: Edge, _ other: Edge) -> (latitude: Double, longitude: Double)? {
        let (first, second) = (side(one, other.a), side(one, other.b))
        let (third, fourth) = (side(other, one.a), side(other, one.b))
        guard first * second < 0, third * fourth < 0 else { return nil }
        let part = third / (third - fourth)
        func rounded(_ degrees: Double) -> Double { (degrees * 1_000_000).rounded() / 1_000_000 }
        return (
            rounded(one.a.latitude + part * (one.b.latitude - one.a.latitude)),
            rounded(one.a.longitude + part * (one.b.longitude - one.a.longitude))
        )
    }

    /// On which side of an edge a position lies: positive, negative, or 0 on its line.
    private static func side(_ edge: Edge, _ position: RingPosition) -> Double {
        (edge.b.longitude - edge.a.longitude) * (position.latitude - edge.a.latitude)
            - (edge.b.latitude - edge.a.latitude) * (position.longitude - edge.a.longitude)
    }
}
