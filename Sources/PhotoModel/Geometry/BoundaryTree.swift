/// The pieces of a boundary under balls in balls, to find the nearest among many.
///
/// Pieces that follow each other in a ring lie near each other, so every four make a ball, every four of those the next,
/// up to one.
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
