/// Tells whether a ring encloses a point, by how often a line from there to the east crosses it.
///
/// Edges that follow each other are taken together in blocks of eight, blocks in blocks. A block wholly east of the
/// point is crossed an odd number of times where its ends lie on different sides, so few edges are looked at.
struct RingCrossings: Sendable {
    private static let fanOut = 8

    private let positions: [RingPosition]
    private let levels: [[Extent]]

    private struct Extent: Sendable {
        var south: Double
        var north: Double
        var west: Double
        var east: Double

        init(_ positions: ArraySlice<RingPosition>) {
            (south, north, west, east) = (.infinity, -.infinity, .infinity, -.infinity)
            for position in positions {
                (south, north) = (min(south, position.latitude), max(north, position.latitude))
                (west, east) = (min(west, position.longitude), max(east, position.longitude))
            }
        }

        init(_ extents: ArraySlice<Extent>) {
            (south, north, west, east) = (.infinity, -.infinity, .infinity, -.infinity)
            for extent in extents {
                (south, north) = (min(south, extent.south), max(north, extent.north))
                (west, east) = (min(west, extent.west), max(east, extent.east))
            }
        }
    }

    init(_ ring: PolygonRing) {
        positions = ring.positions
        let edges = positions.count - 1
        var extents = stride(from: 0, to: edges, by: Self.fanOut).map { start in
            Extent(ring.positions[start...min(start + Self.fanOut, edges)])
        }
        var levels = [extents]
        while extents.count > 1 {
            extents = stride(from: 0, to: extents.count, by: Self.fanOut).map { start in
                Extent(extents[start..<min(start + Self.fanOut, extents.count)])
            }
            levels.append(extents)
        }
        self.levels = levels
    }

    /// Whether the ring encloses a point, whichever turn round the earth its longitudes are written in. On the ring
    /// itself the answer is either.
    func contains(latitude: Double, longitude: Double) -> Bool {
        let whole = levels[levels.count - 1][0]
        // No edge goes beyond a pole, so a line along its latitude would touch rings there and cross none.
        let latitude = latitude == 90 ? latitude.nextDown : latitude
        guard latitude >= whole.south, latitude < whole.north else { return false }
        var turned = longitude + 360 * ((whole.west - longitude) / 360).rounded(.up)
        while turned <= whole.east {
            if isOdd(level: levels.count - 1, index: 0, latitude, turned) { return true }
            turned += 360
        }
        return false
    }

    private func isOdd(level: Int, index: Int, _ latitude: Double, _ longitude: Double) -> Bool {
        let extent = levels[level][index]
        guard latitude >= extent.south, latitude < extent.north, longitude < extent.east else { return false }
        if longitude < extent.west {
            var width = Self.fanOut
            for _ in 0..<level { width *= Self.fanOut }
            let last = min((index + 1) * width, positions.count - 1)
            return (positions[index * width].latitude > latitude) != (positions[last].latitude > latitude)
        }
        let first = index * Self.fanOut
        var odd = false
        if level == 0 {
            for edge in first..<min(first + Self.fanOut, positions.count - 1)
            where crosses(positions[edge], positions[edge + 1], latitude, longitude) {
                odd.toggle()
            }
        } else {
            for child in first..<min(first + Self.fanOut, levels[level - 1].count)
            where isOdd(level: level - 1, index: child, latitude, longitude) {
                odd.toggle()
            }
        }
        return odd
    }

    private func crosses(_ a: RingPosition, _ b: RingPosition, _ latitude: Double, _ longitude: Double) -> Bool {
        guard (a.latitude > latitude) != (b.latitude > latitude) else { return false }
        let part = (latitude - a.latitude) / (b.latitude - a.latitude)
        return longitude < a.longitude + (b.longitude - a.longitude) * part
    }
}
