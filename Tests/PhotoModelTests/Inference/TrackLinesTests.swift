import PhotoModel
import Testing

/// Where tracks say that somebody was.
struct TrackLinesTests {
    /// A second after 08:00 on a day in May, UTC.
    private func time(_ seconds: Double) throws -> WallTime {
        let start = try #require(WallTime(year: 2026, month: 5, day: 4, hour: 8))
        return WallTime(microseconds: start.microseconds + Int64(seconds * 1e6))
    }

    private func coordinate(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
        try #require(Coordinate(latitude: latitude, longitude: longitude))
    }

    /// A track of seconds and places.
    private func track(_ points: (Double, Double, Double)...) throws -> Track {
        let points = try points.map { TrackPoint(time: try time($0.0), coordinate: try coordinate($0.1, $0.2)) }
        return try #require(Track(points))
    }

    private func lines(_ tracks: Track..., limits: InferenceSettings = InferenceSettings()) -> TrackLines {
        TrackLines(tracks.enumerated().map { (Int64($0.offset + 1), $0.element) }, limits: limits)
    }

    /// 111 m north in a minute and a half.
    private func walk() throws -> Track { try track((0, 52, 13), (90, 52.001, 13)) }

    private func distance(_ position: InferredPosition?, _ latitude: Double, _ longitude: Double) throws -> Double {
        geodesicDistance(try #require(position).coordinate, try coordinate(latitude, longitude))
    }

    @Test func `Between two points it is on the straight line, in proportion to time`() throws {
        let position = try #require(lines(try walk()).position(at: try time(30)))
        #expect(try distance(position, 52.000_333_33, 13) < 0.01)
        #expect(try [position.before.time, position.after.time] == [time(0), time(90)])
        #expect(position.before.origin == .track(1))
    }

    @Test func `At a point it is the point`() throws {
        let position = try #require(lines(try walk()).position(at: try time(90)))
        #expect(try position.coordinate == coordinate(52.001, 13))
        #expect(position.before == position.after)
    }

    @Test(arguments: [-1.0, 90.000_001, 1e6])
    func `Beyond the ends it is unknown`(second: Double) throws {
        #expect(lines(try walk()).position(at: try time(second)) == nil)
        #expect(TrackLines([], limits: InferenceSettings()).position(at: try time(second)) == nil)
    }

    @Test func `Points more than ten minutes or 200 m apart have nothing between them, unless configured otherwise`()
        throws
    {
        let long = try track((0, 52, 13), (600, 52, 13), (1_201, 52, 13))
        #expect(lines(long).position(at: try time(300)) != nil)
        #expect(lines(long).position(at: try time(900)) == nil)
        let far = try track((0, 52, 13), (60, 52.0017, 13), (120, 52.0036, 13))
        #expect(lines(far).position(at: try time(30)) != nil)
        #expect(lines(far).position(at: try time(90)) == nil)
        var limits = InferenceSettings()
        (limits.gap, limits.distance) = (.seconds(601), 250)
        #expect(lines(long, limits: limits).position(at: try time(900)) != nil)
        #expect(lines(far, limits: limits).position(at: try time(90)) != nil)
    }

    @Test func `A lone point places its very time and no other`() throws {
        let start = try #require(WallTime(year: 2026, month: 5, day: 4, hour: 8))
        let place = try #require(Coordinate(latitude: 52, longitude: 13))
        let lone = try #require(Track([TrackPoint(time: start, coordinate: place)]))
        let lines = TrackLines([(1, lone)], limits: InferenceSettings())
        #expect(lines.position(at: start)?.coordinate == place)
        for shift in [-1_000_000, -1, 1, 1_000_000] as [Int64] {
            #expect(lines.position(at: WallTime(microseconds: start.microseconds + shift)) == nil)
        }
    }

    @Test func `A gap does not affect its ends`() throws {
        let gap = try track((0, 52, 13), (3_600, 53, 13))
        #expect(lines(gap).position(at: try time(0))?.coordinate.latitude == 52)
        #expect(lines(gap).position(at: try time(3_600))?.coordinate.latitude == 53)
        #expect(lines(gap).position(at: try time(1)) == nil)
    }

    @Test func `A point that those beside it contradict is not believed, nor are they`() throws {
        let jump = try track((0, 52, 13), (10, 52, 13), (20, 52.1, 13), (30, 52, 13), (40, 52, 13))
        for second in [10, 15, 20, 25, 30.0] {
            #expect(lines(jump).position(at: try time(second)) == nil, "\(second)")
        }
        for second in [0, 5, 35, 40.0] {
            #expect(lines(jump).position(at: try time(second))?.coordinate.latitude == 52, "\(second)")
        }
        let second = try track((20, 52, 13), (20, 52.1, 13), (30, 52, 13))
        for moment in [20, 25.0] { #expect(lines(second).position(at: try time(moment)) == nil) }
        var limits = InferenceSettings()
        limits.distance = 20_000
        #expect(try #require(lines(jump, limits: limits).position(at: try time(20))).accuracy > 2_000, "1 km a second")
    }

    @Test func `A track continues the line that ended last`() throws {
        let (day, watch) = (try track((0, 52, 13), (60, 52, 13)), try track((30, 52.01, 13), (90, 52.01, 13)))
        let next = try track((120, 52.01, 13), (180, 52.01, 13))
        let position = try #require(lines(day, watch, next).position(at: try time(105)))
        #expect(position.coordinate.latitude == 52.01)
        #expect(position.before.origin == .track(2) && position.after.origin == .track(3))
    }

    @Test(.timeLimit(.minutes(1))) func `Many points of one second, and many tracks at once, cost little`() throws {
        let (first, last) = (try time(0), try time(60))
        let here = try coordinate(52, 13)
        let places = try (0..<100).map { try coordinate(52 + Double($0) * 1e-6, 13) }
        let points = (0..<200_000).map { TrackPoint(time: first, coordinate: places[$0 % 100]) }
        let clock = ContinuousClock()
        let same = try #require(Track(points))
        let ofPoints = clock.measure {
            let lines = TrackLines([(1, same)], limits: InferenceSettings())
            for _ in 0..<100 { #expect(lines.position(at: first)?.accuracy ?? 0 > 10.5) }
        }
        #expect(ofPoints < .seconds(20))
        let short = try #require(
            Track([TrackPoint(time: first, coordinate: here), TrackPoint(time: last, coordinate: here)]))
        let tracks = (0..<100_000).map { (Int64($0), short) }
        let ofTracks = clock.measure {
            let lines = TrackLines(tracks, limits: InferenceSettings())
            for _ in 0..<1_000 { #expect(lines.position(at: first) == nil, "nobody carries so many devices") }
        }
        #expect(ofTracks < .seconds(20))
        let few = TrackLines(Array(tracks.prefix(64)), limits: InferenceSettings())
        #expect(few.position(at: first) != nil)
    }

    @Test func `The antimeridian and the poles are not special`() throws {
        let fiji = try track((0, -17, 179.9995), (60, -17, -179.9995))
        let middle = lines(fiji).position(at: try time(30))
        #expect(try distance(middle, -17, 180) < 0.01)
        let pole = try track((0, 89.9995, 0), (60, 89.9995, 180))
        #expect(try distance(lines(pole).position(at: try time(30)), 90, 0) < 0.01)
    }

    @Test func `The order of the points in the file does not matter`() throws {
        let shuffled = try track((90, 52.001, 13), (0, 52, 13))
        #expect(try shuffled == walk())
    }

    @Test func `Of points with the same time the first counts, with an accuracy of their distance`() throws {
        let jump = try track((0, 52, 13), (10, 52, 13), (10, 52.0005, 13), (20, 52.0005, 13))
        let position = try #require(lines(jump).position(at: try time(10)))
        #expect(position.coordinate.latitude == 52)
        #expect(abs(position.accuracy - 55.6) < 0.5)
        #expect(try distance(lines(jump).position(at: try time(15)), 52.0005, 13) < 0.01)
    }

    @Test func `A device that begins a new file continues where it was`() throws {
        let second = try track((120, 52.001, 13), (180, 52.001, 13))
        let position = try #require(lines(second, try walk()).position(at: try time(105)))
        #expect(position.before.origin == .track(2) && position.after.origin == .track(1))
    }

    @Test func `Overlapping tracks are not mixed, and the nearer points count`() throws {
        let watch = try track((1, 52.0001, 13), (61, 52.0001, 13))
        let phone = try track((0, 52, 13), (29, 52, 13), (31, 52, 13))
        let position = try #require(lines(watch, phone).position(at: try time(30)))
        #expect(position.coordinate.latitude == 52)
        #expect(position.before.origin == .track(2) && position.after.origin == .track(2))
        #expect(abs(position.accuracy - 12.2) < 1.5, "\(position.accuracy)")
    }

    @Test func `Tracks that contradict each other are as inaccurate as they are apart`() throws {
        let (one, other) = (try walk(), try track((0, 52.01, 13), (90, 52.01, 13)))
        let position = try #require(lines(one, other).position(at: try time(30)))
        #expect(position.accuracy > 1_000)
    }

    @Test func `It is less accurate the farther apart its points are, in time and distance`() throws {
        let dense = try track((0, 52, 13), (2, 52, 13))
        let still = try track((0, 52, 13), (600, 52, 13))
        let train = try track((0, 52, 13), (4, 52.0017, 13))
        #expect(try #require(lines(dense).position(at: try time(1))).accuracy < 12)
        let middle = try #require(lines(still).position(at: try time(300)))
        #expect(abs(middle.accuracy - 83.7) < 0.1)
        #expect(try #require(lines(still).position(at: try time(10))).accuracy < 25)
        #expect(try #require(lines(train).position(at: try time(2))).accuracy > 90)
    }

    @Test func `Without points there is no track`() {
        #expect(Track([]) == nil)
    }
}
