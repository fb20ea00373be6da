import PhotoModel
import Testing

/// Where photos were taken that say nothing of it.
struct PositionInferenceTests {
    private let camera: Int64 = 1

    private func facts(
        _ seconds: Int64, at latitude: Double? = nil, offset: Int? = nil, _ source: UTCOffsetSource = .exif
    ) throws -> PhotoFacts {
        var facts = PhotoFacts(format: .jpeg)
        let start = try #require(WallTime(year: 2026, month: 5, day: 4, hour: 10))
        facts.captureTime = CaptureTime(
            wall: WallTime(microseconds: start.microseconds + seconds * 1_000_000),
            offset: offset.map { UTCOffset(seconds: $0, source: source) }, source: .exif)
        if let latitude {
            facts.position = .valid(try #require(Coordinate(latitude: latitude, longitude: 13)))
            facts.positionSource = .exif
        }
        return facts
    }

    private func triage(
        _ change: (inout TriageSettings) -> Void = { _ in }, zones: [String: TimeZoneRules] = [:]
    ) throws -> Triage {
        let office = Fence(
            name: "Office", kind: .work,
            shape: .circle(center: try #require(Coordinate(latitude: 52, longitude: 13)), radius: 150))
        var settings = TriageSettings()
        change(&settings)
        return Triage(fences: [office], settings: settings, zones: zones)
    }

    private func inference(
        _ photos: [PhotoFacts], tracks: [Track] = [], offsets: CameraOffsets = CameraOffsets(),
        settings: InferenceSettings = InferenceSettings(), triage: Triage? = nil
    ) throws -> PositionInference {
        var inference = PositionInference(
            triage: try triage ?? self.triage(), settings: settings,
            tracks: tracks.enumerated().map { (Int64($0.offset), $0.element) }, offsets: offsets)
        for (row, facts) in photos.enumerated() { inference.add(facts, camera: camera, file: Int64(row)) }
        inference.sort()
        return inference
    }

    /// A track along the meridian: 08:00 to 08:10 UTC, from 52° on, 67 m a minute.
    private func track() throws -> Track {
        let start = try #require(WallTime(year: 2026, month: 5, day: 4, hour: 8))
        let points = try (0...10).map { minute in
            TrackPoint(
                time: WallTime(microseconds: start.microseconds + Int64(minute) * 60_000_000),
                coordinate: try #require(Coordinate(latitude: 52 + Double(minute) * 0.0006, longitude: 13)))
        }
        return try #require(Track(points))
    }

    // MARK: - Neighbours

    @Test func `Between two photos of its camera`() throws {
        let inference = try inference([facts(0, at: 52), facts(600, at: 52.0004)])
        let position = try #require(inference.position(of: facts(300), camera: camera))
        #expect(abs(position.coordinate.latitude - 52.0002) < 1e-6)
        #expect(position.before.origin == .photo(0) && position.after.origin == .photo(1))
        #expect(abs(position.accuracy - 86.6) < 0.1)
    }

    @Test func `A photo at the same moment suffices`() throws {
        let position = try inference([facts(300, at: 52)]).position(of: facts(300), camera: camera)
        #expect(position?.coordinate.latitude == 52)
        #expect(position?.accuracy == 10)
    }

    @Test func `Not from one side alone, and not from outside the window`() throws {
        for photos: [Int64] in [[0], [600], [-1_501, 600], [0, 2_101]] {
            let inference = try inference(photos.map { try facts($0, at: 52) })
            #expect(try inference.position(of: facts(300), camera: camera) == nil, "\(photos)")
        }
        let wide = try inference([facts(-1_500, at: 52), facts(2_100, at: 52)])
        #expect(try wide.position(of: facts(300), camera: camera) != nil)
        var settings = InferenceSettings()
        settings.window = .seconds(60)
        let narrow = try inference([facts(200, at: 52), facts(301, at: 52)], settings: settings)
        #expect(try narrow.position(of: facts(300), camera: camera) == nil)
    }

    @Test func `Not if the two neighbours are on different sides of a fence`() throws {
        let inside = try inference([facts(0, at: 52), facts(600, at: 52.001)])
        #expect(try inside.position(of: facts(300), camera: camera) != nil)
        let apart = try inference([facts(0, at: 52), facts(600, at: 52.0015)])
        #expect(try apart.position(of: facts(300), camera: camera) == nil)
    }

    @Test func `Not for another camera, and not without one`() throws {
        let inference = try inference([facts(0, at: 52), facts(600, at: 52)])
        #expect(try inference.position(of: facts(300), camera: 2) == nil)
        #expect(try inference.position(of: facts(300), camera: nil) == nil)
    }

    @Test func `Not if the photo has data about its place, even if it is invalid`() throws {
        let inference = try inference([facts(0, at: 52), facts(600, at: 52)])
        #expect(try inference.position(of: facts(300, at: 10), camera: camera) == nil)
        var nonsense = try facts(300)
        nonsense.position = .invalid(.nullIsland)
        #expect(inference.position(of: nonsense, camera: camera) == nil)
    }

    @Test func `Not without a time, nor with only a date`() throws {
        let inference = try inference([facts(0, at: 52), facts(600, at: 52)], tracks: [track()])
        var photo = try facts(300)
        photo.captureTime = nil
        #expect(inference.position(of: photo, camera: camera) == nil)
        photo.captureTime = CaptureTime(
            wall: try #require(WallTime(year: 2026, month: 5, day: 4)), offset: nil, source: .filename)
        #expect(inference.position(of: photo, camera: camera) == nil)
    }

    @Test func `Inferred positions, and those of another time, are no neighbours`() throws {
        var inferred = try facts(0, at: 52)
        inferred.positionSource = .inferred
        #expect(try inference([inferred, facts(600, at: 52)]).position(of: facts(300), camera: camera) == nil)
        var stale = try facts(0, at: 52, offset: 7_200)
        stale.gpsTime = WallTime(microseconds: try #require(stale.captureTime?.utc).microseconds - 901_000_000)
        #expect(try inference([stale, facts(600, at: 52)]).position(of: facts(300), camera: camera) == nil)
    }

    @Test func `Moments are compared in UTC if both are known, else by the camera's clock`() throws {
        // The camera's clock was set back an hour between the two.
        let travelled = try inference([facts(0, at: 52, offset: 7_200), facts(-3_000, at: 52, offset: 3_600)])
        #expect(try travelled.position(of: facts(300, offset: 7_200), camera: camera) != nil)
        #expect(try travelled.position(of: facts(300), camera: camera) == nil)
        let plain = try inference([facts(0, at: 52), facts(600, at: 52)])
        #expect(try plain.position(of: facts(300, offset: 7_200), camera: camera) != nil)
        #expect(try plain.position(of: facts(300, offset: 0, .utc), camera: camera) == nil, "UTC's clock, not its own")
    }

    @Test func `UTC decides where it finds neighbours, whatever the camera's clock shows`() throws {
        // By its own clock the photo is between two at the office; in UTC it is between one there and one on the way.
        let photos = [
            try facts(0, at: 52, offset: 7_200), try facts(600, at: 52, offset: 3_600),
            try facts(-2_700, at: 52.01, offset: 3_600),
        ]
        let inference = try inference(photos)
        #expect(try inference.position(of: facts(300, offset: 7_200), camera: camera) == nil)
        #expect(try self.inference([photos[0], photos[1]]).position(of: facts(300, offset: 7_200), camera: 1) == nil)
        #expect(try self.inference([photos[0], photos[1]]).position(of: facts(300), camera: 1) == nil, "it was set")
        let known = try self.inference([facts(0, at: 52, offset: 7_200), facts(600, at: 52)])
        #expect(try known.position(of: facts(300), camera: camera) != nil)
    }

    @Test func `All photos of one second are neighbours`() throws {
        let near = try inference([facts(0, at: 52), facts(0, at: 52.0005), facts(600, at: 52)])
        let position = try #require(near.position(of: facts(1), camera: camera))
        #expect(position.coordinate.latitude == 52 && position.accuracy > 55)
        for second: Int64 in [0, 600] {
            let divided = try inference([
                facts(0, at: 52), facts(second, at: 52.002), facts(second, at: 52), facts(600, at: 52),
            ])
            for photo: Int64 in [0, 1, 300, 599, 600] where photo == second || (1..<600).contains(photo) {
                #expect(try divided.position(of: facts(photo), camera: camera) == nil, "\(photo)")
            }
        }
    }

    @Test func `Photos that nobody gets between in the time tell of no place`() throws {
        // 11 km in five minutes are 37 m/s, in two seconds more than anything on wheels does.
        let drive = try inference([facts(0, at: 53), facts(300, at: 53.1)])
        #expect(try #require(drive.position(of: facts(150), camera: camera)).accuracy > 5_500)
        let jump = try inference([facts(0, at: 53), facts(150, at: 53.1), facts(300, at: 53)])
        for photo: Int64 in [1, 75, 149, 150, 200] {
            #expect(try jump.position(of: facts(photo), camera: camera) == nil, "\(photo)")
        }
        #expect(try jump.position(of: facts(150), camera: camera) == nil, "also in the very second of one")
        let coarse = try inference([facts(0, at: 53), facts(1, at: 53.0005)])
        #expect(try coarse.position(of: facts(0), camera: camera) != nil, "a receiver's error is no way")
    }

    @Test func `It is at least as inaccurate as its neighbours and the unknown way between them`() throws {
        var coarse = try facts(0, at: 52)
        coarse.horizontalAccuracy = 400
        #expect(try #require(inference([coarse, facts(2, at: 52)]).position(of: facts(1), camera: 1)).accuracy > 400)
        let way = try inference([facts(0, at: 53), facts(1_200, at: 53.1)])
        #expect(try #require(way.position(of: facts(600), camera: 1)).accuracy > 5_000, "half of 11 km")
        #expect(try #require(way.position(of: facts(10), camera: 1)).accuracy < 402, "no farther than 40 m/s allow")
    }

    @Test func `A position known no better than to 100 km is unknown`() throws {
        var settings = InferenceSettings()
        settings.window = .seconds(20_000)
        let flight = try inference([facts(0, at: 53), facts(20_000, at: 60)], settings: settings)
        #expect(try flight.position(of: facts(10_000), camera: 1) == nil)
    }

    // MARK: - Tracks

    @Test func `A track takes precedence over neighbours`() throws {
        let inference = try inference([facts(0, at: 51), facts(600, at: 51)], tracks: [track()])
        let position = try #require(inference.position(of: facts(90, offset: 7_200), camera: camera))
        #expect(abs(position.coordinate.latitude - 52.0009) < 1e-6)
        #expect(try inference.position(of: facts(90), camera: camera)?.before.origin == .photo(0))
    }

    @Test func `Without a known offset no track is used`() throws {
        #expect(try inference([], tracks: [track()]).position(of: facts(90), camera: camera) == nil)
    }

    @Test func `A time in UTC is known`() throws {
        let position = try inference([], tracks: [track()]).position(of: facts(90 - 7_200, offset: 0, .utc), camera: 1)
        #expect(position != nil)
    }

    @Test func `The configuration's zone determines the offset, except in a repeated hour`() throws {
        // Clocks go back an hour at 01:00 UTC on 25 October.
        let triage = try triage({ $0.timeZone = "Europe/Berlin" }, zones: Scene.zones("Europe/Berlin"))
        let inference = try inference([], tracks: [track(), autumn()], triage: triage)
        #expect(try inference.position(of: facts(90), camera: camera) != nil)
        var night = try facts(0)
        night.captureTime?.wall = try #require(WallTime(year: 2026, month: 10, day: 25, hour: 2, minute: 30))
        #expect(inference.position(of: night, camera: camera) == nil)
        night.captureTime?.wall = try #require(WallTime(year: 2026, month: 10, day: 25, hour: 3, minute: 30))
        #expect(inference.position(of: night, camera: camera) != nil)
    }

    /// A track of a device that lay still in the night of the change.
    private func autumn() throws -> Track {
        let start = try #require(WallTime(year: 2026, month: 10, day: 25))
        let points = try (0...30).map { place in
            TrackPoint(
                time: WallTime(microseconds: start.microseconds + Int64(place) * 600_000_000),
                coordinate: try #require(Coordinate(latitude: 52, longitude: 13)))
        }
        return try #require(Track(points))
    }

    @Test func `A camera's offset beats that of its photos; one for all cameras fills gaps`() throws {
        let minute = CameraOffset(microseconds: (7_200 + 60) * 1_000_000)
        var offsets = CameraOffsets()
        offsets.others = minute
        let others = try inference([], tracks: [track()], offsets: offsets)
        #expect(try others.position(of: facts(150), camera: camera)?.before.time.microseconds == moment(60))
        #expect(try others.position(of: facts(150, offset: 7_200), camera: 1)?.before.time.microseconds == moment(120))
        offsets.byCamera[camera] = minute
        let own = try inference([], tracks: [track()], offsets: offsets)
        #expect(try own.position(of: facts(150, offset: 7_200), camera: 1)?.before.time.microseconds == moment(60))
        let clip = try own.position(of: facts(150 - 7_200, offset: 0, .utc), camera: camera)
        #expect(try clip?.before.time.microseconds == moment(120))
    }

    private func moment(_ seconds: Int64) throws -> Int64 {
        try #require(WallTime(year: 2026, month: 5, day: 4, hour: 8)).microseconds + seconds * 1_000_000
    }
}

struct CameraOffsetTests {
    @Test(arguments: [("1h3m", 3_780), ("-1m30s", -90), ("+2h", 7_200), ("0s", 0)])
    func `It is a duration with a sign`(text: String, seconds: Int64) throws {
        #expect(try CameraOffset(parsing: text).microseconds == seconds * 1_000_000)
        #expect(try CameraOffset(parsing: try CameraOffset(parsing: text).text).microseconds == seconds * 1_000_000)
    }

    @Test(arguments: ["", "1", "--1h", "37h", "soon"])
    func `Other texts are invalid`(text: String) {
        #expect(throws: TextError.self) { try CameraOffset(parsing: text) }
    }

    @Test func `It is for all cameras or for one, or removed`() throws {
        #expect(try CameraClock(parsing: "1h") == CameraClock(.others, CameraOffset(parsing: "1h")))
        #expect(try CameraClock(parsing: "EOS 5D=-1h") == CameraClock(.named("EOS 5D"), CameraOffset(parsing: "-1h")))
        #expect(try CameraClock(parsing: "a=b=none") == CameraClock(.named("a=b"), nil))
        #expect(throws: TextError.self) { try CameraClock(parsing: "=1h") }
    }

    @Test func `A photo of a clock determines it`() throws {
        let taken = try #require(WallTime(year: 2026, month: 5, day: 4, hour: 11, minute: 6))
        let shown = try #require(WallTime(year: 2026, month: 5, day: 4, hour: 10, minute: 3))
        #expect(try CameraOffset(taken: taken, shown: shown).text == "1h3m")
        #expect(try CameraOffset(taken: shown, shown: taken).text == "-1h3m")
        #expect(throws: TextError.self) { try CameraOffset(taken: WallTime(microseconds: 0), shown: shown) }
    }
}
