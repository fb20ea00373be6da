import PhotoModel
import Testing
import WorkphotosTestSupport

struct MoviePositionTests {
    private func facts(_ boxes: [UInt8]...) throws -> PhotoFacts {
        try #require(try content(MovieFile(boxes).bytes).facts)
    }

    private func keys(_ text: String) -> [UInt8] { MovieFile.keys([("location.ISO6709", text)]) }

    private func valid(_ latitude: Double, _ longitude: Double) throws -> Position {
        .valid(try #require(Coordinate(latitude: latitude, longitude: longitude)))
    }

    @Test(
        arguments: [
            ("+37.5-122.25+012.500/", 37.5, -122.25, 12.5), ("-33.5+151.25/", -33.5, 151.25, nil),
            ("+3730-12215/", 37.5, -122.25, nil), ("+373000-1221500-2/", 37.5, -122.25, -2),
            ("+3730.5-12215.25", 37.508333333333333, -122.25416666666666, nil), ("+90-180/", 90, -180, nil),
            ("+00.0000+007.5000+0/", 0, 7.5, 0), ("+8.5-7.5/", 8.5, -7.5, nil),
            ("+37.5-122.25+10CRSWGS_84/", 37.5, -122.25, 10), ("+37,5-122,25/", 37.5, -122.25, nil),
            ("+37.500000000000004-122.25000000000001+10.123456789012345678/", 37.5, -122.25, 10.1234567890123),
        ] as [(String, Double, Double, Double?)])
    func `Text of ISO 6709 is a position`(
        text: String, latitude: Double, longitude: Double, altitude: Double?
    ) throws {
        let facts = try facts(keys(text))
        #expect(facts.position == (try valid(latitude, longitude)))
        #expect(facts.positionSource == .quicktime)
        #expect(facts.altitude == altitude)
        #expect(try self.facts(MovieFile.userData([("xyz", text)])).position == facts.position)
    }

    @Test(
        arguments: [
            ("+00.0000+000.0000/", .invalid(.nullIsland)), ("+91.0+010.0/", .invalid(.outOfRange)),
            ("+10.0+181.0/", .invalid(.outOfRange)), ("nowhere", .invalid(.malformed)), ("+10.0", .invalid(.malformed)),
            ("+10.0/", .invalid(.malformed)), ("+1060+01000/", .invalid(.malformed)),
            ("+.5+.5/", .invalid(.malformed)), ("+12345678901234567+1/", .invalid(.malformed)), ("", .absent),
        ] as [(String, Position)])
    func `An invalid position has a reason`(text: String, position: Position) throws {
        let facts = try facts(keys(text))
        #expect(facts.position == position)
        #expect(facts.positionSource == nil)
    }

    @Test func `Another place in a film is kept, wherever it is`() throws {
        let text = MovieFile.userData([("xyz", "+20.0+020.0/")])
        let box = MovieFile.location(longitude: 30.5, latitude: -30.25, altitude: 12)
        #expect(try facts(text, keys("+10.0+010.0/")).overruled.coordinate == Coordinate(latitude: 20, longitude: 20))
        #expect(try facts(box, text).overruled.coordinate == Coordinate(latitude: -30.25, longitude: 30.5))
        #expect(try facts(text, keys("+20.0+020.0/")).overruled == OverruledFacts())
        #expect(try facts(text, keys("+20.0+020.0/")).sidecars == [])
        #expect(try facts(box, text, keys("+10.0+010.0/")).sidecars == .morePlaces)
    }

    @Test func `Zero has no sign`() throws {
        let equator = try #require(try facts(keys("-00.0000+007.5000-0.0/")).position.coordinate)
        #expect(equator.latitude.sign == .plus)
        #expect(try facts(keys("-00.0000+007.5000-0.0/")).altitude?.sign == .plus)
    }

    @Test func `Keys take precedence over user data, and that over the location box`() throws {
        let text = MovieFile.userData([("xyz", "+20.0+020.0/")])
        let box = MovieFile.location(longitude: 30.5, latitude: -30.25, altitude: 12)
        #expect(try facts(box, text, keys("+10.0+010.0/")).position == (try valid(10, 10)))
        #expect(try facts(box, text).position == (try valid(20, 20)))
        let last = try facts(box)
        #expect(last.position == (try valid(-30.25, 30.5)))
        #expect(last.altitude == 12)
        #expect(try facts(box, text, keys("+00.0+000.0/")).position == (try valid(20, 20)))
    }

    @Test func `Accuracy comes with the position of the keys`() throws {
        let accuracy = ("location.accuracy.horizontal", "4.75")
        let both = MovieFile.keys([("location.ISO6709", "+10.0+010.0/"), accuracy], isPlain: false)
        #expect(try facts(both).horizontalAccuracy == 4.75)
        let alone = MovieFile.keys([accuracy])
        #expect(try facts(alone, MovieFile.userData([("xyz", "+20.0+020.0/")])).horizontalAccuracy == nil)
        let none = MovieFile.keys([("location.ISO6709", "+10.0+010.0/"), ("location.accuracy.horizontal", "-1")])
        #expect(try facts(none).horizontalAccuracy == nil)
    }
}
