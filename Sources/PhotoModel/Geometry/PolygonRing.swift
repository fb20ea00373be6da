/// A closed line on the earth: its last position is its first. It may go round either way.
///
/// What a ring that crosses itself encloses is told by the even-odd rule.
package struct PolygonRing: Hashable, Sendable {
    /// At least four, of which the first and the last are the same.
    package let positions: [RingPosition]

    /// - Throws: `RingError` where the positions make no ring, or one that encloses nothing.
    package init(_ positions: [RingPosition]) throws(RingError) {
        guard positions.count >= 4 else {
            throw RingError(index: max(positions.count - 1, 0), problem: .tooShort(positions.count))
        }
        guard positions.first == positions.last else {
            throw RingError(index: positions.count - 1, problem: .notClosed)
        }
        for index in 1..<positions.count where Self.areApart(positions[index - 1], positions[index]) {
            throw RingError(
                index: index,
                problem: .tooFarApart(from: positions[index - 1].longitude, to: positions[index].longitude))
        }
        guard Self.enclosesSomething(positions) else { throw RingError(index: 0, problem: .noArea) }
        self.positions = positions
    }

    /// Whether two neighbours leave open which way round the earth the edge goes. At a pole it goes nowhere.
    private static func areApart(_ a: RingPosition, _ b: RingPosition) -> Bool {
        abs(a.longitude - b.longitude) > 180 && !(a.latitude == b.latitude && abs(a.latitude) == 90)
    }

    /// Whether the positions do not all lie on one line.
    private static func enclosesSomething(_ positions: [RingPosition]) -> Bool {
        guard let first = positions.first, let second = positions.first(where: { $0 != first }) else { return false }
        let (east, north) = (second.longitude - first.longitude, second.latitude - first.latitude)
        return positions.contains { position in
            east * (position.latitude - first.latitude) != north * (position.longitude - first.longitude)
        }
    }
}

/// Why positions are no ring.
package struct RingError: Error, Hashable, Sendable {
    /// What can be wrong.
    package enum Problem: Hashable, Sendable {
        /// Fewer than four positions.
        case tooShort(Int)
        /// The last position is not the first.
        case notClosed
        /// The longitudes of neighbours are more than 180 degrees apart.
        case tooFarApart(from: Double, to: Double)
        /// All positions lie on one line.
        case noArea
    }

    /// The position it is about, from 0.
    package let index: Int
    /// What is wrong.
    package let problem: Problem
}
