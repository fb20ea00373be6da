import PhotoModel
import Testing

struct CrowdedPlaceTests {
    private static let city = Coordinate(latitude: 52.52, longitude: 13.405)

    private func found(_ library: GeneratedLibrary, fences: [Fence] = []) -> [FenceSuggestion] {
        FenceSuggestion.all(from: CrowdedPlace.all(in: library.sightings, fewest: 10), fences: fences)
    }

    /// Offices, a home, a conference, a holiday, places on the way, and photos anywhere.
    private func life(seed: UInt64, around city: Coordinate) -> GeneratedLibrary {
        var library = GeneratedLibrary(seed: seed)
        library.addOffice(city)
        library.addOffice(city.moved(north: 240, east: 0), weeks: 12, perWeek: 2, photos: 2, sigma: 25)
        library.addOffice(city.moved(north: -3_000, east: 9_000), weeks: 25, perWeek: 1, photos: 1, sigma: 10)
        library.addHome(city.moved(north: 2_500, east: -1_500))
        library.addEvent(city.moved(north: 9_000, east: 0), firstDay: 57, days: 3, photos: 150)
        library.addEvent(city.moved(north: 0, east: 80_000), firstDay: 100, days: 14, photos: 25, hours: 8..<23)
        library.addEvent(city.moved(north: 30_000, east: 0), firstDay: 15, days: 1, photos: 40)
        library.addNoise(around: city, photos: 600, kilometers: 15)
        return library
    }

    @Test(arguments: [
        (1 as UInt64, 52.52, 13.405), (2, -16.8, 179.9999), (3, 0.0001, -179.9995), (4, 78.22, 15.65),
        (5, -33.9, 151.2),
        (6, 64.1, -21.9), (7, 1.3, 103.8), (8, 89.5, 20),
    ])
    func `Each habit is found in its place, and no visit is suggested as work`(
        seed: UInt64, latitude: Double, longitude: Double
    ) throws {
        let city = try #require(Coordinate(latitude: latitude, longitude: longitude))
        let library = life(seed: seed, around: city)
        let suggestions = found(library)
        for truth in library.places {
            let nearest = suggestions.min {
                geodesicDistance($0.center, truth.center) < geodesicDistance($1.center, truth.center)
            }
            let suggestion = try #require(nearest)
            #expect(geodesicDistance(suggestion.center, truth.center) < 20)
            #expect(suggestion.kind == truth.kind, "\(truth)")
            let distances = truth.points.map { geodesicDistance($0, suggestion.center) }.sorted()
            let needed = distances[Int(Double(distances.count) * 0.95)]
            #expect(suggestion.radius > 0.8 * needed && suggestion.radius < max(1.4 * needed, 25))
        }
        #expect(suggestions.filter { $0.kind == .work }.count == library.places.filter { $0.kind == .work }.count)
        #expect(suggestions.filter { $0.kind == .never }.count == 1)
    }

    @Test func `The order of the photos does not matter`() throws {
        let city = try #require(Self.city)
        var library = life(seed: 11, around: city)
        let before = found(library).map { "\($0.name) \($0.center.text) \($0.radius) \($0.photos) \($0.days)" }
        library.shuffle()
        #expect(found(library).map { "\($0.name) \($0.center.text) \($0.radius) \($0.photos) \($0.days)" } == before)
        #expect(before.count >= 7)
    }

    @Test(arguments: [(50, 12 as UInt64), (150, 13), (200, 14), (300, 15), (300, 16), (300, 17)])
    func `A site is one place, however its photos are spread over it`(radius: Double, seed: UInt64) throws {
        let city = try #require(Self.city)
        var library = GeneratedLibrary(seed: seed)
        library.addSite(city, radius: radius)
        library.addNoise(around: city, photos: 300, kilometers: 8)
        let suggestions = found(library).filter { $0.kind == .work }
        #expect(suggestions.count == 1)
        let suggestion = try #require(suggestions.first)
        #expect(geodesicDistance(suggestion.center, city) < 30)
        #expect(suggestion.radius > 0.9 * radius && suggestion.radius < 1.15 * radius)
    }

    @Test(arguments: 20..<30 as Range<UInt64>)
    func `Scattered photos are no place of work or home`(seed: UInt64) throws {
        var library = GeneratedLibrary(seed: seed)
        library.addNoise(around: try #require(Self.city), photos: 3_000, kilometers: 3)
        #expect(found(library).allSatisfy { $0.kind == nil })
    }

    @Test func `A yearly conference is no habit, and a monthly site is one`() throws {
        let city = try #require(Self.city)
        var library = GeneratedLibrary(seed: 31)
        for year in 0..<6 { library.addEvent(city, firstDay: year * 364 + 1, days: 3, photos: 30) }
        let site = city.moved(north: 5_000, east: 0)
        for month in 0..<12 { library.addEvent(site, firstDay: month * 28 + 2, days: 1, photos: 3) }
        let suggestions = found(library)
        #expect(suggestions.count == 2)
        #expect(suggestions.first?.kind == .work)
        #expect(geodesicDistance(try #require(suggestions.first).center, site) < 25)
        #expect(suggestions.last?.kind == nil)
        #expect(suggestions.last?.days.days == 18)
    }

    @Test func `Repeated holidays and hotel breakfasts are no work`() throws {
        let city = try #require(Self.city)
        var library = GeneratedLibrary(seed: 51)
        for holiday in 0..<10 { library.addEvent(city, firstDay: holiday * 21, days: 1, photos: 20) }
        let hotel = city.moved(north: 5_000, east: 0)
        for night in 0..<20 { library.addEvent(hotel, firstDay: night * 14 + 2, days: 1, photos: 2, hours: 7..<9) }
        let suggestions = found(library)
        #expect(suggestions.count == 2)
        #expect(suggestions.allSatisfy { $0.kind == nil })
    }

    @Test func `Photos in a fence are ignored, and one that photos spill out of is suggested larger`() throws {
        let city = try #require(Self.city)
        var library = GeneratedLibrary(seed: 41)
        library.addOffice(city)
        library.addHome(city.moved(north: 2_000, east: 0))
        let large = Fence(name: "Office", kind: .work, shape: .circle(center: city, radius: 150))
        #expect(found(library, fences: [large]).map(\.name) == ["Home"])
        let small = Fence(
            name: "Office", kind: .work, shape: .circle(center: city.moved(north: 15, east: 0), radius: 25))
        let spilling = found(library, fences: [small])
        #expect(spilling.map(\.name) == ["Office", "Home"])
        #expect(spilling.first?.existing == small)
        #expect(spilling.first?.kind == .work)
        let taken = Fence(
            name: "Home", kind: .never, shape: .circle(center: city.moved(north: 0, east: 9_000), radius: 9))
        #expect(found(library, fences: [large, taken]).map(\.name) == ["Private"])
    }

    @Test func `Photos without a time make a place of unknown kind`() throws {
        let city = try #require(Self.city)
        let sightings = [Sighting](repeating: Sighting(at: city, time: nil), count: 12)
        let place = try #require(CrowdedPlace.all(in: sightings, fewest: 10).first)
        #expect(place.center == city)
        #expect(place.radius == 20)
        #expect(place.photos == 12)
        #expect(place.days.kind == nil)
        #expect(place.days.days == 0)
        #expect(place.days.first == nil)
        #expect(place.days.hours.allSatisfy { $0 == 0 })
        #expect(CrowdedPlace.all(in: sightings, fewest: 13).isEmpty)
        #expect(CrowdedPlace.all(in: [], fewest: 10).isEmpty)
    }

    @Test func `Days and hours are shares, and a date alone has no hour`() throws {
        let city = try #require(Self.city)
        let times = ["2026-05-04T10:20", "2026-05-04T11:00", "2026-05-05T10:00", "2026-05-10T23:59"]
        var sightings = try times.map { Sighting(at: city, time: try CaptureTime(parsing: $0)) }
        let date = CaptureTime(wall: WallTime(microseconds: 0), offset: nil, source: .filename)
        sightings.append(Sighting(at: city, time: date))
        let days = try #require(CrowdedPlace.all(in: sightings, fewest: 2).first).days
        #expect(days.days == 4)
        #expect(days.first?.text == "1970-01-01")
        #expect(days.last?.text == "2026-05-10")
        #expect(days.weekdays == [0.4, 0.2, 0, 0.2, 0, 0, 0.2].map { $0 })
        #expect(days.hours[10] == 0.5)
        #expect(days.hours[11] == 0.25)
        #expect(days.hours[23] == 0.25)
    }

    @Test func `A time in UTC is converted to the hour at the place`() throws {
        let sydney = try #require(Coordinate(latitude: -33.9, longitude: 151.2))
        let wall = try #require(WallTime(year: 2026, month: 5, day: 4, hour: 23))
        let time = CaptureTime(wall: wall, offset: UTCOffset(seconds: 0, source: .utc), source: .takeout)
        let sightings = [Sighting](repeating: Sighting(at: sydney, time: time), count: 3)
        let days = try #require(CrowdedPlace.all(in: sightings, fewest: 2).first).days
        #expect(days.first?.text == "2026-05-05")
        #expect(days.hours[9] == 1)
    }

    @Test func `A coarse position makes no place`() throws {
        var facts = PhotoFacts(format: .jpeg)
        #expect(Sighting(facts) == nil)
        facts.position = .valid(try #require(Self.city))
        #expect(Sighting(facts) != nil)
        facts.processingMethod = "CELLID"
        #expect(Sighting(facts) == nil)
        facts.horizontalAccuracy = 12
        #expect(Sighting(facts) != nil)
        facts.horizontalAccuracy = 900
        #expect(Sighting(facts) == nil)
    }
}
