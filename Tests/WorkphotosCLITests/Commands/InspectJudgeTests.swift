import Foundation
import SystemPackage
import Testing
import WorkphotosTestSupport

/// `inspect --judge`: verdicts without an index.
struct InspectJudgeTests {
    private let world: World

    init() throws {
        world = try World()
        let office = """
            {"type": "FeatureCollection", "features": [{"type": "Feature",
            "geometry": {"type": "Point", "coordinates": [13.405, 52.52]},
            "properties": {"name": "Office", "radius": 150}}]}
            """
        try world.tree.write(world.fences, Array(office.utf8))
    }

    private func addHome(_ name: String) throws {
        try world.add(name, TestPhoto(at: Place.home, taken: "2026:05:04 10:00:00"))
    }

    /// The lines for files of the library that are named on standard input.
    private func judged(_ names: String...) async throws -> [JSONObject] {
        world.input = Array(names.map { "\(world.library)/\($0)\0" }.joined().utf8)
        return try await world.objects("inspect", "--judge", "--files-from0", "-")
    }

    /// Photos as text, by their paths, without what only an inspection has.
    private func texts(_ objects: [JSONObject]) throws -> [String: String] {
        var texts: [String: String] = [:]
        for object in objects where object["type"] == "photo" {
            let members = object.members.filter { !Contract.membersOfInspection.contains($0.key) }
            let text = try JSONSerialization.data(withJSONObject: members, options: .sortedKeys)
            texts[object["path"] ?? ""] = String(decoding: text, as: UTF8.self)
        }
        return texts
    }

    @Test func `Photos with edits, corrections, Takeout files and companions are judged as in a scan`() async throws {
        try world.add("a/IMG_1.jpg")
        try addHome("a/IMG_1-edited.jpg")
        try world.add("a/IMG_2.jpg")
        try world.tree.write("photos/a/IMG_2.xmp", XMPPacket.position("35,30N", "139,45E").bytes)
        try world.add("a/IMG_3.jpg", TestPhoto())
        let takeout = """
            {"photoTakenTime": {"timestamp": "1777881600"}, "geoData": {"latitude": 52.52, "longitude": 13.405}}
            """
        try world.tree.write("photos/a/IMG_3.jpg.json", Array(takeout.utf8))
        try world.add("a/IMG_4.jpg")
        try world.tree.write("photos/a/NKSC_PARAM/IMG_4.jpg.nksc", [1])
        try addHome("b/IMG_1.jpg")
        let inspected = try await judged(
            "a/IMG_1.jpg", "a/IMG_1-edited.jpg", "a/IMG_2.jpg", "a/IMG_3.jpg", "a/IMG_4.jpg", "b/IMG_1.jpg")
        #expect(!world.tree.exists(world.index))
        let verdicts = inspected.dropLast().map { $0["verdict"] }
        #expect(verdicts == ["unsure", "unsure", "personal", "work", "work", "personal"])
        await world.run("scan", world.library)
        let scanned = try texts(try await world.objects("list"))
        #expect(scanned.count == 6)
        #expect(try texts(inspected) == scanned)
    }

    @Test func `The offset of a time before there was standard time has seconds`() async throws {
        let office = String(decoding: try world.tree.read(world.fences), as: UTF8.self)
        let zoned = office.replacing("\"radius\": 150", with: "\"radius\": 150, \"timeZone\": \"Europe/Berlin\"")
        try world.tree.write(world.fences, Array(zoned.utf8))
        try world.add("slide.jpg", TestPhoto(at: Place.office, taken: "1880:05:01 10:00:00"))
        let line = try #require(try await judged("slide.jpg").first)
        #expect(line["utcOffset"] == "+00:53:28" && line["utcOffsetSource"] == "fence")
    }

    @Test func `Only named files have lines, and all files beside them count`() async throws {
        try world.add("IMG_1.jpg")
        try addHome("IMG_1-edited.jpg")
        let lines = try await judged("IMG_1.jpg")
        #expect(lines.map { $0["type"] } == ["photo", "summary"])
        #expect(lines.first?["reason"] == "members-differ")
        #expect((lines.first?.members["members"] as? [Any])?.count == 2)
    }

    @Test func `A named sidecar counts for its photo and is none`() async throws {
        try world.add("a.jpg")
        try world.tree.write("photos/a.xmp", XMPPacket.position("35,30N", "139,45E").bytes)
        let lines = try await judged("a.jpg", "a.xmp")
        #expect(lines.map { $0["type"] } == ["photo", "sidecar", "summary"])
        #expect(lines[0]["verdict"] == "personal")
        #expect(lines[1]["format"] == "xmp" && lines[1][number: "latitude"] == 35.5)
        #expect(lines[1]["positionSource"] == "xmp" && lines[1]["changedAt"]?.hasSuffix("Z") == true)
        #expect(lines[2][number: "photos"] == 1 && lines[2][number: "problems"] == 0)
        let text = await world.run("inspect", "--judge", "\(world.library)/a.xmp")
        #expect(text.exit == 0 && text.output.isEmpty)
        let files = ["a.jpg", "a.xmp"].map { "\(world.library)/\($0)" }
        let paths = await world.run("inspect", "--judge", "--format", "paths", files[0], files[1])
        #expect(paths.output == "\(files[0])\n")
    }

    @Test func `A file that cannot be read, or that scans leave out, has a problem in its place`() async throws {
        try world.add("b/1.jpg")
        try world.add("a/1.jpg")
        try world.add("a/.hidden.jpg")
        try world.tree.write("photos/a/text.jpg", Array("text".utf8))
        let lines = try await judged(
            "b/1.jpg", "a/none.jpg", "a/1.jpg", "a/text.jpg", "a/.hidden.jpg", "none/1.jpg", "b/1.jpg")
        #expect(
            lines.map { $0["type"] } == [
                "photo", "problem", "photo", "problem", "problem", "problem", "photo", "summary",
            ])
        let names = lines.dropLast().map { $0["path"]?.dropFirst(world.library.count + 1) }
        #expect(
            names == ["b/1.jpg", "a/none.jpg", "a/1.jpg", "a/text.jpg", "a/.hidden.jpg", "none/1.jpg", "b/1.jpg"])
        #expect([1, 4, 5].map { lines[$0]["what"] } == ["missing", "unsupported", "missing"])
        #expect(await world.run("inspect", "--judge", "--files-from0", "-").exit == 3)
        world.input = Array("\(world.library)/a/none.jpg\0".utf8)
        #expect(await world.run("inspect", "--judge", "--files-from0", "-").exit == 1)
    }

    @Test func `What the configuration excludes belongs to no photo`() async throws {
        try world.tree.write(
            world.configuration, Array("[scan]\nroots = [\"~/photos\"]\nexclude = [\"/a/*-edited.jpg\"]\n".utf8))
        for directory in ["a", "b"] {
            try world.add("\(directory)/IMG_1.jpg")
            try addHome("\(directory)/IMG_1-edited.jpg")
        }
        #expect(try await judged("a/IMG_1.jpg", "b/IMG_1.jpg").dropLast().map { $0["verdict"] } == ["work", "unsure"])
    }

    @Test func `Below a configured root, files in directories that scans leave out have problems`() async throws {
        try world.add("@eaDir/1.jpg")
        try world.add("a/.hidden/b/1.jpg")
        let names = ["@eaDir/1.jpg", "a/.hidden/b/1.jpg"]
        #expect(try await judged(names[0], names[1]).map { $0["type"] } == ["photo", "photo", "summary"])
        try world.tree.write(world.configuration, Array("[scan]\nroots = [\"~/photos\"]\n".utf8))
        #expect(try await judged(names[0], names[1]).map { $0["type"] } == ["problem", "problem", "summary"])
    }

    @Test func `Only a judged photo says what else tells an unchanged file`() async throws {
        try world.add("a.jpg")
        try world.add("b.jpg")
        let path = "\(world.library)/a.jpg"
        try FileManager.default.linkItem(atPath: path, toPath: "\(world.library)/c.jpg")
        let plain = try #require(try await world.objects("inspect", path).first)
        #expect(plain.members["inode"] == nil && plain.members["changedAt"] == nil)
        let photos = try await judged("a.jpg", "b.jpg", "c.jpg").dropLast()
        #expect(photos.allSatisfy { $0["changedAt"]?.hasSuffix("Z") == true })
        let inodes = photos.compactMap { $0[number: "inode"] }
        #expect(inodes.count == 3 && inodes[0] != inodes[1] && inodes[0] == inodes[2])
        let text = await world.run("inspect", "--judge", path)
        #expect(text.output.contains("verdict     work (Office, "), "\(text)")
    }

    @Test func `Fences that cannot be read end it before any file is read`() async throws {
        try world.add("a.jpg")
        try world.tree.write(world.fences, Array("{".utf8))
        let outcome = await world.run("inspect", "--judge", "\(world.library)/a.jpg")
        #expect(outcome.exit == 78 && outcome.output.isEmpty)
    }
}
