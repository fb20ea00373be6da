import SystemPackage
import Testing
import WorkphotosTestSupport

struct TriageSettingsTests {
    private func write(_ text: String, in world: World) throws {
        try world.tree.write(world.configuration, Array("[triage]\n\(text)\n".utf8))
    }

    /// A world with a photo 30 m inside the office's boundary.
    private func scanned() async throws -> World {
        let world = try World()
        try world.add("a.jpg", TestPhoto(at: Place.office, taken: "2026:05:04 10:00:00"))
        await world.run("fence", "add", "Office", "--at", "52.52,13.405", "--radius", "30m")
        await world.run("scan", world.library)
        return world
    }

    @Test(arguments: [("\"50m\"", "work"), ("55", "unsure"), ("\"0.1km\"", "unsure"), ("54.0", "work")])
    func `An assumed accuracy judges again, for readers and for writers`(value: String, verdict: String)
        async throws
    {
        let world = try await scanned()
        try write("assumed-accuracy = \(value)", in: world)
        #expect(try await world.objects("list").first?["verdict"] == verdict)
        #expect(try await world.objects("scan", world.library).last?[number: verdict] == 1)
    }

    @Test func `More certainty leaves more photos unsure`() async throws {
        let world = try await scanned()
        try write("assumed-accuracy = 50\ncertainty = 0.95", in: world)
        let photo = try await world.objects("list").first
        #expect(photo?["reason"] == "near-boundary")
        #expect(photo?["fence"] == "Office")
    }

    @Test func `The zone determines the offset`() async throws {
        let world = try await scanned()
        try write("time-zone = \"America/New_York\"", in: world)
        let photo = try await world.objects("list").first
        #expect(photo?["takenAtUTC"] == "2026-05-04T14:00:00Z")
        #expect(photo?["utcOffsetSource"] == "configuration")
    }

    @Test(arguments: [
        ("certainty = 1", "from 0.5 to below 1"), ("certainty = 0.4", "from 0.5"), ("certainty = nan", "from 0.5"),
        ("assumed-accuracy = 0", "above 0"), ("assumed-accuracy = \"far\"", "a length"),
        ("assumed-accuracy = \"101km\"", "at most 100 km"),
        ("gpx-distance = \"far\"", "a length"), ("gpx-gap = \"long\"", "a duration"),
        ("gpx = \"one\"", "a list of texts"),
        ("time-zone = \"Mars\"", "there is no time zone"),
        ("time-zone = \"../UTC\"", "not the name of a time zone"),
    ])
    func `Invalid values are refused with their line`(line: String, words: String) async throws {
        let world = try await scanned()
        try write(line, in: world)
        let error = try #require(try await world.objects("list").last)
        #expect(error[number: "exit"] == 78)
        #expect(error[number: "line"] == 2)
        #expect(error["message"]?.contains(words) == true)
    }
}
