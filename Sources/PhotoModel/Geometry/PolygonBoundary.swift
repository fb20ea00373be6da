internal import Glibc

/// The boundary of a polygon as it is on the ground. Edges are straight in longitude and latitude, as RFC 7946 (section
/// 3.1.1) and most map programs have it; only the distance to them is geodesic.
///
/// Edges that exist only because of how shapes are written are no boundary: an edge along a pole, which is one point,
/// and stretches of a meridian that two edges share, where a shape was cut (RFC 7946, section 3.1.9).
enum PolygonBoundary {
    /// Stretches of a meridian shorter than so many degrees, which is 0.1 mm, come of rounding.
    private static let shortest = 1e-9

    /// The pieces of all rings, but for the seams.
    static func pieces(of polygon: Polygon) -> [BoundaryPiece] {
        var pieces: [BoundaryPiece] = []
        var meridians: [Double: [ClosedRange<Double>]] = [:]
        for ring in polygon.parts.flatMap(\.rings) {
            for index in 1..<ring.positions.count {
                let (a, b) = (ring.positions[index - 1], ring.positions[index])
                if a.latitude == b.latitude, abs(a.latitude) == 90 { continue }
                if a.longitude == b.longitude {
                    let stretch = min(a.latitude, b.latitude)...max(a.latitude, b.latitude)
                    meridians[turned(a.longitude), default: []].append(stretch)
                } else {
                    append(from: a, to: b, &pieces)
                }
            }
        }
        for (longitude, stretches) in meridians.sorted(by: { $0.key < $1.key }) {
            for stretch in unshared(stretches) {
                guard let a = RingPosition(latitude: stretch.lowerBound, longitude: longitude),
                    let b = RingPosition(latitude: stretch.upperBound, longitude: longitude)
                else { continue }
                append(from: a, to: b, &pieces)
            }
        }
        return pieces
    }

    /// What an odd number of stretches cover.
    private static func unshared(_ stretches: [ClosedRange<Double>]) -> [ClosedRange<Double>] {
        guard stretches.count > 1 else { return stretches }
        let ends = stretches.flatMap { [$0.lowerBound, $0.upperBound] }.sorted()
        // Every end begins or ends one stretch, so what lies between two is covered so often as the count is odd or
        // even.
        return stride(from: 0, to: ends.count - 1, by: 2).compactMap { index in
            ends[index + 1] - ends[index] > shortest ? ends[index]...ends[index + 1] : nil
        }
    }

    private static func append(from a: RingPosition, to b: RingPosition, _ pieces: inout [BoundaryPiece]) {
        let (north, east) = (b.latitude - a.latitude, b.longitude - a.longitude)
        let count = max(1, max(abs(north), abs(east)).rounded(.up))
        for index in 0..<Int(count) {
            let part = Double(index) / count
            guard
                let from = RingPosition(latitude: a.latitude + north * part, longitude: a.longitude + east * part)
            else { continue }
            pieces.append(BoundaryPiece(from: from, north: north / count, east: east / count))
        }
    }

    /// A longitude within −180..<180.
    private static func turned(_ longitude: Double) -> Double {
        let rest = longitude.remainder(dividingBy: 360)
        return rest == 180 ? -180 : rest
    }
}

/// A piece of a boundary that is straight in longitude and latitude and spans at most a degree of each, so that it
/// bends little.
struct BoundaryPiece: Sendable {
    let start: SpacePoint
    let end: SpacePoint
    /// How far the piece goes from the straight line between its ends, at most; metres.
    private let deviation: Double
    /// The second derivative by the part of the way, by differences.
    private let bend: SpacePoint
    private let from: RingPosition
    private let north: Double
    private let east: Double

    /// `north` and `east` are the degrees to the end.
    init(from: RingPosition, north: Double, east: Double) {
        self.from = from
        self.north = north
        self.east = east
        start = Self.surface(latitude: from.latitude, longitude: from.longitude).point
        end = Self.surface(latitude: from.latitude + north, longitude: from.longitude + east).point
        let middle = Self.surface(latitude: from.latitude + north / 2, longitude: from.longitude + east / 2).point
        let offset = (start + end) * 0.5 - middle
        bend = offset * 8
        deviation = offset.length * 1.5 + 1e-8
    }

    /// A sphere that has the whole piece.
    var sphere: BoundingSphere {
        BoundingSphere(center: (start + end) * 0.5, radius: start.distance(to: end) / 2 + deviation)
    }

    /// Metres in a straight line from a point to the piece: not less than this.
    func lowerBound(from point: SpacePoint) -> Double {
        let line = end - start
        let square = line.dot(line)
        let part = square > 0 ? min(max((point - start).dot(line) / square, 0), 1) : 0
        return point.distance(to: start + line * part) - deviation
    }

    /// The nearest place of the piece: metres in a straight line, and its part of the way from the start.
    ///
    /// By Newton's method on the derivative of the squared distance, held within the piece; an end where that is
    /// nearer.
    func nearest(to point: SpacePoint) -> (distance: Double, part: Double) {
        var best = (distance: point.distance(to: start), part: 0.0)
        let atEnd = point.distance(to: end)
        if atEnd < best.distance { best = (atEnd, 1) }
        let line = end - start
        let square = line.dot(line)
        guard square > 0 else { return best }
        var part = min(max((point - start).dot(line) / square, 0), 1)
        for _ in 0..<8 {
            let surface = surface(at: part)
            let way = surface.point - point
            let distance = way.length
            if distance < best.distance { best = (distance, part) }
            let slope = surface.along.dot(surface.along) + way.dot(bend)
            guard slope > 0 else { break }
            let next = min(max(part - way.dot(surface.along) / slope, 0), 1)
            let step = abs(next - part)
            part = next
            if step < 1e-13 { break }
        }
        return best
    }

    /// The coordinate of a part of the way.
    func coordinate(at part: Double) -> Coordinate? {
        let latitude = min(max(from.latitude + north * part, -90), 90)
        let longitude = (from.longitude + east * part).remainder(dividingBy: 360)
        return Coordinate(latitude: latitude, longitude: longitude)
    }

    /// The point of a part of the way, and the derivative by the part.
    private func surface(at part: Double) -> (point: SpacePoint, along: SpacePoint) {
        let found = Self.surface(latitude: from.latitude + north * part, longitude: from.longitude + east * part)
        let radians = Double.pi / 180
        return (found.point, found.north * (north * radians) + found.east * (east * radians))
    }

    /// A point of the ellipsoid, and its derivatives by latitude and longitude in radians.
    private static func surface(
        latitude: Double, longitude: Double
    ) -> (point: SpacePoint, north: SpacePoint, east: SpacePoint) {
        let (phi, lambda) = (latitude * .pi / 180, longitude * .pi / 180)
        let (s, c) = (sin(phi), abs(latitude) == 90 ? 0 : cos(phi))
        let (sinLambda, cosLambda) = (sin(lambda), cos(lambda))
        let eSquared = Ellipsoid.flattening * (2 - Ellipsoid.flattening)
        let w = (1 - eSquared * s * s).squareRoot()
        let normal = Ellipsoid.equatorialRadius / w
        let meridian = normal * (1 - eSquared) / (w * w)
        return (
            SpacePoint(x: normal * c * cosLambda, y: normal * c * sinLambda, z: normal * (1 - eSquared) * s),
            SpacePoint(x: -meridian * s * cosLambda, y: -meridian * s * sinLambda, z: meridian * c),
            SpacePoint(x: -normal * c * sinLambda, y: normal * c * cosLambda, z: 0)
        )
    }
}

/// The pieces of a boundary under balls in balls, to find the nearest among many.
///
/// Pieces that follow each other in a ring lie near each other, so every four make a ball, every four of those the
/// next, up to one.
struct BoundaryTree: Sendable {
    private static let fanOut = 4

    private let pieces: [BoundaryPiece]
    /// The lowest level first; the last has one ball.
    private let levels: [[BoundingSphere]]

    init(_ pieces: [BoundaryPiece]) {
        self.pieces = pieces
        var levels: [[BoundingSphere]] = []
        var spheres = pieces.map(\.sphere)
        while spheres.count > 1 || (levels.isEmpty && !spheres.isEmpty) {
            spheres = stride(from: 0, to: spheres.count, by: Self.fanOut).map { start in
                BoundingSphere(around: spheres[start..<min(start + Self.fanOut, spheres.count)])
            }
            levels.append(spheres)
        }
        self.levels = levels
    }

    /// Metres along the ellipsoid from a point to the nearest place of the boundary; nil where there is no piece.
    func distance(from point: AuxiliaryPoint) -> Double? {
        guard !pieces.isEmpty else { return nil }
        let place = point.inSpace
        var best = Best()
        search(level: levels.count - 1, index: 0, from: place, &best)
        // An arc is longer than its chord c by c³/24R²; that R differs from place to place makes 0.1 mm at 20 km.
        if best.distance < 20_000 {
            let ratio = best.distance / Ellipsoid.authalicRadius
            return best.distance * (1 + ratio * ratio / 24)
        }
        guard let nearest = pieces[best.piece].coordinate(at: best.part) else { return nil }
        return geodesicDistance(point, AuxiliaryPoint(nearest))
    }

    private struct Best {
        var distance = Double.infinity
        var piece = 0
        var part = 0.0
    }

    private func search(level: Int, index: Int, from point: SpacePoint, _ best: inout Best) {
        let first = index * Self.fanOut
        guard level > 0 else {
            for piece in first..<min(first + Self.fanOut, pieces.count)
            where pieces[piece].lowerBound(from: point) < best.distance {
                let nearest = pieces[piece].nearest(to: point)
                if nearest.distance < best.distance {
                    best = Best(distance: nearest.distance, piece: piece, part: nearest.part)
                }
            }
            return
        }
        let below = levels[level - 1]
        let children = first..<min(first + Self.fanOut, below.count)
        // The nearer ball first: what it holds mostly rules the others out.
        let nearest = children.min { below[$0].lowerBound(from: point) < below[$1].lowerBound(from: point) } ?? first
        search(level: level - 1, index: nearest, from: point, &best)
        for child in children where child != nearest && below[child].lowerBound(from: point) < best.distance {
            search(level: level - 1, index: child, from: point, &best)
        }
    }
}
