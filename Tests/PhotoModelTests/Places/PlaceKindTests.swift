import PhotoModel
import Testing
import WorkphotosTestSupport

/// Which habits look like work, and which like a private place.
struct PlaceKindTests {
    typealias Hours = [(weekdays: ClosedRange<Int>, hours: Range<Int>)]

    private static let habits: [(name: String, kind: Fence.Kind?, hours: Hours)] = [
        ("office", .work, [(0...4, 9..<17)]),
        ("mornings at a customer's, once a week", .work, [(1...1, 9..<13)]),
        ("playground", nil, [(0...4, 16..<18), (5...6, 10..<18)]),
        ("playground after school", nil, [(0...4, 15..<18)]),
        ("playground in the afternoons", nil, [(0...4, 14..<18), (5...5, 14..<18)]),
        ("way to school", nil, [(0...4, 7..<9)]),
        ("ways to and from school", nil, [(0...4, 7..<9), (0...4, 15..<17)]),
        ("restaurant at noon", nil, [(0...4, 12..<14)]),
        ("office until the early afternoon", .work, [(0...4, 6..<14)]),
        ("office from noon on", .work, [(0...4, 11..<19)]),
        ("home", .never, [(0...4, 18..<24), (5...6, 8..<24)]),
        ("home with an office", .never, [(0...4, 7..<24), (5...6, 8..<24)]),
        ("second home", .never, [(5...6, 9..<20)]),
        ("club on Tuesdays", nil, [(1...1, 19..<22)]),
        ("club on two evenings", nil, [(1...1, 18..<22), (3...3, 18..<22)]),
    ]

    @Test(arguments: habits.indices) func `Only work looks like work, and only a home like one`(number: Int) throws {
        let (name, kind, hours) = Self.habits[number]
        let city = try #require(Coordinate(latitude: 52.52, longitude: 13.405))
        for seed in 0..<10 as Range<UInt64> {
            var library = GeneratedLibrary(seed: seed)
            library.addHabit(kind, city, hours)
            let found = FenceSuggestion.all(from: CrowdedPlace.all(in: library.sightings, fewest: 10), fences: [])
            #expect(found.map(\.kind) == [kind], "\(name), seed \(seed)")
        }
    }

    @Test func `A holiday of a week is a visit`() throws {
        var library = GeneratedLibrary(seed: 1)
        let city = try #require(Coordinate(latitude: 52.52, longitude: 13.405))
        library.addEvent(city, firstDay: 0, days: 7, photos: 20, hours: 8..<22)
        let found = FenceSuggestion.all(from: CrowdedPlace.all(in: library.sightings, fewest: 10), fences: [])
        #expect(found.map(\.kind) == [nil])
    }

    @Test(.timeLimit(.minutes(1))) func `Ten thousand places among as many fences are named apart, in little time`()
        throws
    {
        let places = 10_000
        let sightings = try (0..<places).flatMap { number in
            let place = Coordinate(latitude: Double(number / 100) * 0.1, longitude: Double(number % 100) * 0.1)
            return [Sighting](repeating: Sighting(at: try #require(place), time: nil), count: 3)
        }
        let fences = try (0..<places).map { number in
            let place = Coordinate(latitude: -10 - Double(number / 100) * 0.1, longitude: Double(number % 100) * 0.1)
            return Fence(name: "Place \(number)", kind: .work, shape: .circle(center: try #require(place), radius: 50))
        }
        let found = FenceSuggestion.all(from: CrowdedPlace.all(in: sightings, fewest: 3), fences: fences)
        #expect(found.count == places)
        #expect(Set(found.map(\.name)).union(fences.map(\.name)).count == 2 * places)
        #expect(found.first?.name == "Place" && found.dropFirst().first?.name == "Place 10000")
    }
}
