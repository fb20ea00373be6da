import PhotoModel
import Testing
import WorkphotosTestSupport

struct MovieTrackTests {
    private func facts(_ boxes: [UInt8]...) throws -> PhotoFacts {
        try #require(try content(MovieFile(boxes).bytes).facts)
    }

    private let own = [
        MovieFile.keys([
            ("location.ISO6709", "+01.5+002.5+3/"), ("make", "Track"), ("creationdate", "2026-05-01T10:00:00+0200"),
            ("content.identifier", "ABC-1"),
        ])
    ]

    @Test func `The picture's track counts where the movie has no value`() throws {
        let facts = try facts(MovieFile.header(created: 3_860_467_200), MovieFile.track(further: own))
        #expect(facts.position == .valid(try #require(Coordinate(latitude: 1.5, longitude: 2.5))))
        #expect(facts.altitude == 3)
        #expect(facts.make == "Track")
        #expect(facts.captureTime?.offset?.seconds == 7_200)
        #expect(facts.contentIdentifier == "ABC-1")
        let texts = MovieFile.track(further: [MovieFile.userData([("xyz", "+01.5+002.5/"), ("mod", "One")])])
        #expect(try self.facts(texts).position == facts.position)
        #expect(try self.facts(texts).model == "One")
    }

    @Test func `The movie's values take precedence, except for an invalid position`() throws {
        let track = MovieFile.track(further: own)
        let both = try facts(
            track, MovieFile.location(longitude: 4.5, latitude: 3.5, altitude: 0),
            MovieFile.userData([("mod", "Movie")]))
        #expect(both.position.coordinate?.latitude == 3.5)
        #expect(both.overruled.coordinate?.latitude == 1.5)
        #expect(both.make == nil && both.model == "Movie")
        let nowhere = MovieFile.userData([("xyz", "+00.0+000.0/")])
        #expect(try facts(track, nowhere).position.coordinate?.latitude == 1.5)
        #expect(try facts(MovieFile.track(further: [nowhere])).position == .invalid(.nullIsland))
    }

    @Test func `Values of a sound track do not count`() throws {
        #expect(try facts(MovieFile.track(), MovieFile.track("soun", 0, 0, further: own)).position == .absent)
    }
}
