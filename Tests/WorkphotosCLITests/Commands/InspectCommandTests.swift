import SystemPackage
import Testing
import WorkphotosTestSupport

struct InspectCommandTests {
    @Test func `A photo shows place and time, with nothing from an index`() async throws {
        let world = try World()
        try world.add("a.jpg", TestPhoto(at: Place.beach, taken: "2026:01:01 12:00:00"))
        let objects = try await world.objects("inspect", world.library + "/a.jpg")
        let photo = try #require(objects.first)
        #expect(abs((photo[number: "latitude"] ?? 0) + 33.8908) < 1e-6)
        #expect(abs((photo[number: "longitude"] ?? 0) - 151.2743) < 1e-6)
        #expect(photo["takenAt"] == "2026-01-01T12:00:00")
        #expect(photo["verdict"] == nil)
        #expect(objects.last?["type"] == "summary")
        #expect(!world.tree.exists(".local"))
        #expect(!world.tree.exists(".config"))
    }

    @Test func `Names come from standard input, each ended by NUL`() async throws {
        let world = try World()
        try world.add("a.jpg")
        try world.add("b\n.jpg")
        world.input = Array("\(world.library)/a.jpg\0\(world.library)/b\n.jpg\0".utf8)
        let objects = try await world.objects("inspect", "--files-from0", "-")
        #expect(objects.filter { $0["type"] == "photo" }.count == 2)
    }

    @Test func `A file that is not a photo is a problem, and the others are shown`() async throws {
        let world = try World()
        try world.add("a.jpg")
        try world.tree.write("photos/text.jpg", Array("text".utf8))
        let arguments = ["inspect", world.library + "/a.jpg", world.library + "/text.jpg", world.library + "/none.jpg"]
        let outcome = await world.type(arguments)
        #expect(outcome.exit == 3)
        #expect(outcome.notes.contains("text.jpg: "))
        #expect(outcome.notes.contains("none.jpg: "))
        #expect(await world.run("inspect", world.library + "/none.jpg").exit == 1)
    }

    @Test func `A sidecar is shown with the facts of its photo`() async throws {
        let world = try World()
        try world.tree.write("photos/a.xmp", XMPPacket.position("35,30N", "139,45E").bytes)
        let takeout = #"{"photoTakenTime": {"timestamp": "1685959872"}}"#
        try world.tree.write("photos/a.jpg.json", Array(takeout.utf8))
        let objects = try await world.objects("inspect", world.library + "/a.xmp", world.library + "/a.jpg.json")
        let photos = objects.filter { $0["type"] == "photo" }
        #expect(photos.map { $0["format"] } == ["xmp", "takeout"])
        #expect(photos.map { $0["mimeType"] } == ["application/rdf+xml", "application/json"])
        #expect(photos.first?[number: "latitude"] == 35.5)
        #expect(photos.first?["positionSource"] == "xmp")
        #expect(photos.last?["takenAtUTC"] == "2023-06-05T10:11:12Z")
        #expect(photos.last?["utcOffsetSource"] == "utc")
        let text = await world.type(["inspect", world.library + "/a.xmp"])
        #expect(text.output.contains("xmp, "))
    }

    @Test(arguments: [[], ["--judge"]])
    func `For a directory it says how to read what is in it`(flags: [String]) async throws {
        let world = try World()
        try world.add("a.jpg")
        let outcome = await world.type(["inspect"] + flags + [world.library])
        #expect(outcome.exit == 1)
        let words = (["workphotos", "inspect"] + flags + ["--files-from0", "-"]).joined(separator: " ")
        let next = "find \(world.library) -iname '*.jpg' -print0 | \(words)\n"
        #expect(outcome.notes.hasSuffix("is a directory; next: \(next)"), "\(outcome)")
    }

    @Test func `It needs no home directory`() async throws {
        let world = try World()
        try world.add("a.jpg")
        world.variables = [:]
        #expect(await world.run("inspect", world.library + "/a.jpg").exit == 0)
    }
}
