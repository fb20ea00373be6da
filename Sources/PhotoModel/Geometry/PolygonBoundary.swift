/// The boundary of a polygon as it is on the ground.
///
/// What only the writing needs is no boundary: an edge along a pole, which is one point, and stretches of a meridian that
/// two edges share, where a shape was cut (RFC 7946, section 3.1.9).
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
        // Every end begins or ends one stretch, so what lies between two is covered so often as the count is odd or even.
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
