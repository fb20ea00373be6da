/// A place where photos crowd.
package struct CrowdedPlace: Sendable {
    /// Its middle, to six digits of a degree.
    package let center: Coordinate
    /// Metres around the middle that hold 95 % of its photos; whole ones, at least 20.
    package let radius: Double
    /// How many photos it has, those farther out included.
    package let photos: Int
    package let days: PlaceDays
    /// Where they were taken, some together.
    let spots: [Spot]

    /// Photos that were taken within some metres of each other.
    struct Spot: Sendable {
        let place: SpacePoint
        let photos: Int
    }

    /// The part of the photos that the radius holds.
    private static let part = 0.95
    /// No position is better than that, and no fence smaller.
    private static let leastRadius = 20.0

    /// The places of at least so many photos among sightings, in any order.
    ///
    /// Takes time and memory that grow with the number of sightings, but for its logarithm: 200 bytes each at most.
    ///
    /// - Parameters:
    ///   - sightings: all, in any order: the same places come out.
    ///   - fewest: photos that a place has at least.
    /// - Returns: the places, in an order that depends on where they are alone.
    package static func all(in sightings: [Sighting], fewest: Int) -> [CrowdedPlace] {
        let grid = SightingGrid(sightings, fewest: max(2, min(fewest, 9) / 3))
        return SightingClusters(grid).members.compactMap { cells in
            cells.reduce(0) { $0 + Int(grid.cells[$1].count) } < fewest ? nil : CrowdedPlace(cells, in: grid)
        }
    }

    private init?(_ cells: [Int], in grid: SightingGrid) {
        let cells = cells.map { grid.cells[$0] }
        let sightings = cells.map { grid.sightings[Int($0.first)..<Int($0.first + $0.count)] }.joined()
        spots = cells.map { cell in
            Spot(place: SpacePoint(centimetres: cell.x, cell.y, cell.z), photos: Int(cell.count))
        }
        photos = sightings.count
        guard let center = Coordinate(below: Self.middle(of: spots))?.rounded else { return nil }
        self.center = center
        let origin = AuxiliaryPoint(center).inSpace
        let distances = sightings.map { SpacePoint(centimetres: $0.x, $0.y, $0.z).distance(to: origin) }.sorted()
        let reached = distances[Int((Double(distances.count) * Self.part).rounded(.up)) - 1]
        radius = max(Self.leastRadius, (reached + 0.01).rounded(.up))
        days = PlaceDays(sightings.lazy.map(\.slot))
    }

    /// The mean of the spots but for those that are much farther out than nine tenths of the photos, found in some
    /// rounds. Of what lies evenly all counts: to leave out the outermost would let the middle drift.
    private static func middle(of spots: [Spot]) -> SpacePoint {
        var middle = mean(of: spots)
        let most = spots.reduce(0) { $0 + $1.photos } * 9 / 10
        for _ in 0..<3 {
            let sorted = spots.map { (distance: $0.place.distance(to: middle), spot: $0) }
                .sorted { $0.distance < $1.distance }
            var taken = 0
            let reached = sorted.first { _, spot in
                taken += spot.photos
                return taken > most
            }
            let limit = 1.4 * (reached?.distance ?? 0) + 1
            middle = mean(of: spots.filter { $0.place.distance(to: middle) <= limit })
        }
        return middle
    }

    private static func mean(of spots: [Spot]) -> SpacePoint {
        let photos = Double(spots.reduce(0) { $0 + $1.photos })
        return spots.reduce(SpacePoint(x: 0, y: 0, z: 0)) { $0 + $1.place * (Double($1.photos) / photos) }
    }
}

extension SpacePoint {
    fileprivate init(centimetres x: Int32, _ y: Int32, _ z: Int32) {
        self.init(x: Double(x) / 100, y: Double(y) / 100, z: Double(z) / 100)
    }
}

extension Coordinate {
    /// The same to six digits of a degree, which is 0.1 m.
    fileprivate var rounded: Coordinate? {
        func rounded(_ degrees: Double) -> Double { (degrees * 1_000_000).rounded() / 1_000_000 }
        return Coordinate(latitude: rounded(latitude), longitude: rounded(longitude))
    }
}
