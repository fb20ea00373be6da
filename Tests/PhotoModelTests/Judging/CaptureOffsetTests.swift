import PhotoModel
import Testing

struct CaptureOffsetTests {
    @Test(arguments: [
        // Berlin, Adelaide, Kathmandu, Newfoundland, Eucla, Chatham.
        (13.4, "2026-05-01T10:00:00", "2026-05-01T08:00:00", "+02:00"),
        (138.6, "2026-05-01T10:00:00", "2026-05-01T00:30:00", "+09:30"),
        (85.3, "2026-05-01T10:00:00", "2026-05-01T04:15:00", "+05:45"),
        (-52.7, "2026-05-01T10:00:00", "2026-05-01T12:30:00", "-02:30"),
        (128.9, "2026-05-01T10:00:00", "2026-05-01T01:15:00", "+08:45"),
        (176.9, "2026-05-01T10:00:00", "2026-04-30T21:15:00", "+12:45"),
        (13.4, "2026-05-01T10:00:00", "2026-05-01T07:58:00", "+02:00"),
        (13.4, "2026-05-01T10:00:00", "2026-05-01T08:02:00", "+02:00"),
    ])
    func `The time of the fix determines the offset`(longitude: Double, wall: String, fix: String, offset: String)
        throws
    {
        let time = try #require(try facts(longitude, wall, fix).ownCaptureTime)
        #expect(time.offset?.text == offset)
        #expect(time.offset?.source == .gps)
    }

    @Test(arguments: [
        (13.4, "2026-05-01T10:00:00", "2026-05-01T07:57:59"), (13.4, "2026-05-01T10:00:00", "2026-05-01T08:02:01"),
        // No zone has been 2 h 30 min east since 2000; 6 hours are too far from solar time in Berlin, 15 from any.
        (37.0, "2026-05-01T10:00:00", "2026-05-01T07:30:00"), (13.4, "2026-05-01T10:00:00", "2026-05-01T04:00:00"),
        (179.0, "2026-05-01T20:00:00", "2026-05-01T05:00:00"),
    ])
    func `A fix that fits no offset is ignored`(longitude: Double, wall: String, fix: String) throws {
        #expect(try facts(longitude, wall, fix).ownCaptureTime?.offset == nil)
    }

    @Test func `EXIF beats the fix, the fix the configuration, and so does the fence`() throws {
        let zones = try Scene.zones("Europe/Berlin", "America/New_York")
        var settings = TriageSettings()
        settings.timeZone = "America/New_York"
        let site = try Scene.fence("Site", zone: "Europe/Berlin")
        let triage = Triage(fences: [site], settings: settings, zones: zones)
        func offset(_ photo: PhotoFacts) -> String? {
            triage.captureTime(of: photo)?.offset.map { "\($0.source.rawValue) \($0.text)" }
        }
        let fix = "2026-05-01T08:00:00"
        #expect(offset(try Scene.photo(taken: "2026-05-01T10:00+05:00", fix: fix)) == "exif +05:00")
        #expect(offset(try Scene.photo(taken: "2026-05-01T10:00", fix: fix)) == "gps +02:00")
        #expect(offset(try Scene.photo(at: 101, taken: "2026-05-01T10:00", fix: fix)) == "gps +02:00")
        #expect(offset(try Scene.photo(taken: "2026-05-01T10:00")) == "fence +02:00")
        #expect(offset(try Scene.photo(at: 101, taken: "2026-05-01T10:00")) == "configuration -04:00")
        #expect(offset(try Scene.photo()) == nil)
        #expect(Triage(fences: [site]).captureTime(of: try Scene.photo(taken: "2026-05-01T10:00"))?.offset == nil)
    }

    @Test func `A photo on a fence's boundary uses that fence's zone`() throws {
        let photo = try Scene.photo(at: 100, taken: "2026-05-01T10:00")
        let (center, place) = (try Scene.photo().position.coordinate, photo.position.coordinate)
        let radius = geodesicDistance(try #require(center), try #require(place))
        let zones = try Scene.zones("Europe/Berlin")
        let on = Triage(fences: [try Scene.fence("Site", radius: radius, zone: "Europe/Berlin")], zones: zones)
        #expect(on.captureTime(of: photo)?.offset?.text == "+02:00")
        let off = Triage(
            fences: [try Scene.fence("Site", radius: radius.nextDown, zone: "Europe/Berlin")], zones: zones)
        #expect(off.captureTime(of: photo)?.offset == nil)
    }

    @Test func `A repeated time is the first one, and a skipped time uses the earlier offset`() throws {
        let site = try Scene.fence("Site", zone: "Europe/Berlin")
        let triage = Triage(fences: [site], zones: try Scene.zones("Europe/Berlin"))
        #expect(triage.captureTime(of: try Scene.photo(taken: "2026-10-25T02:30"))?.offset?.text == "+02:00")
        #expect(triage.captureTime(of: try Scene.photo(taken: "2026-03-29T02:30"))?.offset?.text == "+01:00")
    }

    private func facts(_ longitude: Double, _ wall: String, _ fix: String) throws -> PhotoFacts {
        var facts = try Scene.photo(taken: wall, fix: fix)
        facts.position = .valid(try #require(Coordinate(latitude: 10, longitude: longitude)))
        return facts
    }
}
