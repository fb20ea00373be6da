import PhotoModel
import Testing
import WorkphotosTestSupport

/// Random lives: some offices, a home, trips and noise.
struct AnyLifeTests {
    private let city = Coordinate(latitude: 48.137, longitude: 11.575)

    private func life(seed: UInt64) throws -> GeneratedLibrary {
        let city = try #require(city)
        var random = SplitMix64(seed: seed)
        var library = GeneratedLibrary(seed: seed)
        var taken: [Coordinate] = []
        func somewhere(within meters: Double) -> Coordinate {
            while true {
                let place = city.moved(
                    north: .random(in: -meters...meters, using: &random),
                    east: .random(in: -meters...meters, using: &random))
                if taken.allSatisfy({ geodesicDistance($0, place) > 250 }) {
                    taken.append(place)
                    return place
                }
            }
        }
        for _ in 0..<Int.random(in: 1...5, using: &random) {
            library.addOffice(
                somewhere(within: 4_000), weeks: .random(in: 10...50, using: &random),
                perWeek: .random(in: 1...4, using: &random), photos: .random(in: 2...6, using: &random),
                sigma: .random(in: 4...30, using: &random))
        }
        library.addHome(somewhere(within: 4_000), sigma: .random(in: 4...25, using: &random))
        for _ in 0..<Int.random(in: 2...8, using: &random) {
            library.addEvent(
                somewhere(within: 300_000), firstDay: .random(in: 0..<350, using: &random),
                days: .random(in: 1...16, using: &random), photos: .random(in: 5...80, using: &random),
                sigma: .random(in: 5...40, using: &random))
        }
        library.addNoise(around: city, photos: .random(in: 0...2_000, using: &random), kilometers: 8)
        return library
    }

    @Test(arguments: 100..<140 as Range<UInt64>)
    func `Each habit is found within 30 m, and nothing else is suggested as work`(seed: UInt64) throws {
        let library = try life(seed: seed)
        let found = FenceSuggestion.all(from: CrowdedPlace.all(in: library.sightings, fewest: 10), fences: [])
        for truth in library.places where truth.kind != nil {
            let suggestion = found.first { geodesicDistance($0.center, truth.center) < 30 }
            #expect(suggestion?.kind == truth.kind, "\(truth.center.text) \(truth.points.count)")
        }
        let offices = library.places.filter { $0.kind == .work }
        for suggestion in found where suggestion.kind == .work {
            #expect(offices.contains { geodesicDistance($0.center, suggestion.center) < 30 })
        }
    }
}
