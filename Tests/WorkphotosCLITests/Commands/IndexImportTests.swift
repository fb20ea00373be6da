import Foundation
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// `index import`: what other machines have read.
struct IndexImportTests {
    private let world: World
    private let service: FakeUploadService

    init() async throws {
        world = try World()
        service = try world.addNAS()
        await world.addOffice()
        world.removeIndex()
    }

    private var facts: String { world.tree.path("facts.ndjson").string }

    /// Writes what `inspect --judge` prints of all files in the library.
    private func writeFacts() async throws {
        world.input = Array(try world.names.map { "\(world.library)/\($0)\0" }.joined().utf8)
        let outcome = await world.run("inspect", "--judge", "--json", "--files-from0", "-")
        #expect(outcome.exit == 0, "\(outcome.notes)")
        try world.tree.write("facts.ndjson", Array(outcome.output.utf8))
    }

    /// Imports the facts, and returns the summary.
    private func importFacts() async throws -> JSONObject {
        try #require(try await world.objects("index", "import", facts, "--root", world.library).last)
    }

    /// The photos of an index as text, by their paths.
    private func photos(_ arguments: String...) async throws -> [String: String] {
        var texts: [String: String] = [:]
        for line in await world.list(arguments + ["--json"]).output.split(separator: "\n").dropLast() {
            texts[try JSONObject(Data(line.utf8))["path"] ?? ""] = String(line)
        }
        return texts
    }

    /// The state and the reason of each action of a command.
    private func actions(_ arguments: String...) async throws -> [String] {
        let outcome = await world.type(arguments + ["--json"])
        return try outcome.output.split(separator: "\n").map { try JSONObject(Data($0.utf8)) }
            .filter { $0["type"] == "action" }.map { "\($0["state"] ?? "") \($0["why"] ?? "")" }
    }

    @Test func `Its photos are those of a scan, with groups and corrections`() async throws {
        try world.add("a/IMG_1.jpg")
        try world.add("a/IMG_1-edited.jpg", TestPhoto(at: Place.home, taken: "2026:05:04 10:00:00"))
        try world.add("a/IMG_2.jpg")
        try world.tree.write("photos/a/IMG_2.xmp", XMPPacket.position("35,30N", "139,45E").bytes)
        try world.add("a/IMG_3.jpg", TestPhoto())
        let takeout = """
            {"photoTakenTime": {"timestamp": "1777881600"}, "geoData": {"latitude": 52.52, "longitude": 13.405}}
            """
        try world.tree.write("photos/a/IMG_3.jpg.json", Array(takeout.utf8))
        try world.add("b/line\nend.jpg")
        try world.add("b/home.jpg", TestPhoto(at: Place.home, taken: "2026:05:04 20:00:00"))
        // A Live Photo without an identifier: the clip is short, and of 2026-05-04T08:00:00Z.
        try world.add("b/IMG_4.jpg")
        try world.tree.write("photos/b/IMG_4.mov", MovieFile([MovieFile.header(created: 3_860_726_400)]).bytes)
        try await writeFacts()
        let summary = try await importFacts()
        #expect(summary[number: "photos"] == 8 && summary[number: "new"] == 8 && summary[number: "problems"] == 0)
        let imported = try await photos()
        let scanned = world.tree.path("scanned.sqlite").string
        await world.run("scan", world.library, "--index", scanned)
        #expect(imported.count == 8)
        #expect(imported["\(world.library)/b/IMG_4.mov"]?.contains(#""verdict":"work""#) == true)
        #expect(try await photos("--index", scanned) == imported)
        #expect(await world.run("index", "check").exit == 0)
    }

    @Test func `A time that cannot be read, or is where a clock begins, is told as after a scan`() async throws {
        try world.add("a.jpg", TestPhoto(at: Place.office, taken: "1980:01:01 00:00:00"))
        try world.add("b.jpg", TestPhoto(at: Place.office, taken: "1.5.2026 10:00"))
        try await writeFacts()
        _ = try await importFacts()
        for (name, told) in [("a", "is where a clock begins"), ("b", "a time that it says cannot be read")] {
            let text = await world.run("why", "\(world.library)/\(name).jpg").output
            #expect(text.contains("taken     at an unknown time; ") && text.contains("\(told)\n"), "\(text)")
        }
    }

    @Test func `The same import again changes nothing, and one line twice is one photo`() async throws {
        try world.add("a.jpg")
        try world.add("b.jpg", TestPhoto(at: Place.home, taken: "2026:05:04 20:00:00"))
        try await writeFacts()
        let lines = try world.tree.read("facts.ndjson")
        try world.tree.write("facts.ndjson", lines + lines)
        #expect(try await importFacts()[number: "photos"] == 2)
        let before = try await photos()
        let again = try await importFacts()
        #expect(again[number: "photos"] == 2 && again[number: "new"] == 0 && again[number: "changed"] == 0)
        #expect(before.count == 2)
        #expect(try await photos() == before)
    }

    @Test func `Nothing of it is sent before a scan has read it`() async throws {
        try world.add("a.jpg")
        try await writeFacts()
        _ = try await importFacts()
        await world.run("destination", "add", "nas", world.nas)
        #expect(try await actions("upload", "--dry-run") == ["skipped not-scanned"])
        #expect(try await actions("upload") == ["skipped not-scanned"])
        #expect(service.bytes(at: "Office/2026/2026-05-04/a.jpg") == nil)
        let why = try #require(try await world.objects("why", "\(world.library)/a.jpg").first)
        #expect((why.members["kept"] as? [String])?.first == "not-scanned")
        #expect(try await world.objects("scan", world.library).last?[number: "new"] == 1)
        #expect(try await actions("upload") == ["done "])
        #expect(service.bytes(at: "Office/2026/2026-05-04/a.jpg") != nil)
    }

    @Test func `A status counts what a scan has yet to read apart from what is to upload, and says so`() async throws {
        for name in ["a.jpg", "b.jpg"] { try world.add(name) }
        try world.add("home.jpg", TestPhoto(at: Place.home, taken: "2026:05:04 20:00:00"))
        try await writeFacts()
        _ = try await importFacts()
        #expect(try await counts("notUploaded", "importedNotUploaded") == [0, 2])
        let text = await world.run("status").output
        #expect(text.contains("\nimported, to be read first  2 ("), "\(text)")
        #expect(text.contains("; next: workphotos scan\n"), "\(text)")
        await world.run("scan", world.library)
        #expect(try await counts("notUploaded", "importedNotUploaded") == [2, 0])
        #expect(!(await world.run("status")).output.contains("imported"))
    }

    /// The number of photos in counts of the status.
    private func counts(_ names: String...) async throws -> [Int?] {
        let status = try #require(try await world.objects("status").first)
        return names.map { (status.members[$0] as? [String: Any])?["photos"] as? Int }
    }

    @Test func `A photo beside which another machine found a file is counted as what a scan has yet to read`()
        async throws
    {
        try world.add("IMG_1.jpg")
        try world.add("IMG_2.jpg", TestPhoto(at: Place.office, taken: "2026:05:04 11:00:00"))
        await world.run("scan", world.library)
        try world.tree.write("photos/IMG_1.xmp", XMPPacket.position("52,31.2N", "13,24.3E").bytes)
        try await writeFacts()
        _ = try await importFacts()
        await world.run("destination", "add", "nas", world.nas)
        #expect(try await counts("notUploaded", "importedNotUploaded") == [1, 1])
        #expect(try await actions("upload", "--dry-run").sorted() == ["planned ", "skipped not-scanned"])
        await world.run("scan", world.library)
        #expect(try await counts("notUploaded", "importedNotUploaded") == [2, 0])
        #expect(try await actions("upload", "--dry-run") == ["planned ", "planned "])
    }

    @Test func `An uploaded photo beside which another machine found a file cannot be reclaimed before a scan`()
        async throws
    {
        let removable = try await Removable("a.jpg", "b.jpg")
        let tests = IndexImportTests(removable.world, removable.service)
        #expect(try await tests.counts("reclaimable") == [2])
        let takeout = """
            {"photoTakenTime": {"timestamp": "1777881600"}, "geoData": {"latitude": 52.52, "longitude": 13.405}}
            """
        try removable.world.tree.write("photos/a.jpg.json", Array(takeout.utf8))
        try await tests.writeFacts()
        _ = try await tests.importFacts()
        #expect(try await tests.counts("uploaded", "reclaimable") == [2, 1])
        let purge = try await tests.actions("purge", "--dry-run", "--max-delete", "100%")
        #expect(purge.sorted() == ["planned ", "skipped not-scanned"])
    }

    @Test func `A page counts what a scan has yet to read apart from what is to upload, and says why it stays`()
        async throws
    {
        for name in ["IMG_1.jpg", "IMG_1-edited.jpg"] { try world.add(name) }
        try world.add("home.jpg", TestPhoto(at: Place.home, taken: "2026:05:04 20:00:00"))
        try await writeFacts()
        _ = try await importFacts()
        func page() async throws -> String {
            let outcome = await world.run("report", "--html", "report.html")
            #expect(outcome.exit == 0, "\(outcome.notes)")
            return String(decoding: try world.tree.read("report.html"), as: UTF8.self)
        }
        let imported = try await page()
        #expect(imported.contains(#""name":"to upload","photos":0,"#))
        #expect(imported.contains(#""name":"imported, to be read first","photos":2,"#))
        #expect(imported.contains("stays: imported; scan first, not uploaded"))
        await world.run("scan", world.library)
        let scanned = try await page()
        #expect(scanned.contains(#""name":"to upload","photos":2,"#))
        #expect(scanned.contains(#""name":"imported, to be read first","photos":0,"#))
        #expect(!scanned.contains("imported; scan first"))
    }

    @Test func `What was read here and is unchanged stays as it is`() async throws {
        try world.add("a.jpg")
        try world.add("b.jpg", TestPhoto(at: Place.home, taken: "2026:05:04 20:00:00"))
        await world.run("scan", world.library)
        await world.run("mark", "personal", "\(world.library)/a.jpg")
        let before = try await photos()
        try await writeFacts()
        let summary = try await importFacts()
        #expect(summary[number: "photos"] == 2 && summary[number: "new"] == 0 && summary[number: "changed"] == 0)
        #expect(try await photos() == before)
        #expect(try await world.objects("scan", world.library).last?[number: "new"] == 0)
    }

    @Test func `What another machine found changed is not removed before a scan has read it`() async throws {
        let removable = try await Removable("a.jpg", "b.jpg")
        let world = removable.world
        try await IndexImportTests(world, removable.service).writeFacts()
        let text = String(decoding: try world.tree.read("facts.ndjson"), as: UTF8.self)
        let lines = text.split(separator: "\n")
        let changed = lines[0].replacing(/"modifiedAt":"[^"]*"/, with: #""modifiedAt":"2026-05-04T12:00:00Z""#)
        try world.tree.write("facts.ndjson", Array("\(changed)\n\(lines[1])\n".utf8))
        let tests = IndexImportTests(world, removable.service)
        #expect(try await tests.importFacts()[number: "changed"] == 1)
        let purge = try await tests.actions("purge", "--yes", "--max-delete", "100%")
        #expect(purge.filter { $0 != "skipped not-scanned" } == ["done "])
        #expect(try world.names == ["a.jpg"])
        await world.run("scan", world.library)
        #expect(try await tests.actions("purge", "--yes", "--max-delete", "100%") == ["done "])
    }

    @Test func `What a scan found gone stays gone`() async throws {
        try world.add("a.jpg")
        try world.add("b.jpg")
        await world.run("scan", world.library)
        try await writeFacts()
        try world.tree.remove("photos/a.jpg")
        await world.run("scan", world.library)
        #expect(try await importFacts()[number: "new"] == 0)
        #expect(try await photos().count == 1)
    }

    @Test func `A mark counts for a photo at its path`() async throws {
        try world.add("a.jpg")
        await world.run("scan", world.library)
        await world.run("mark", "personal", "\(world.library)/a.jpg")
        try world.add("a.jpg", TestPhoto(at: Place.office, taken: "2026:05:04 11:00:00"))
        try await writeFacts()
        #expect(try await importFacts()[number: "changed"] == 1)
        let photo = try #require(try await world.objects("list").first)
        #expect(photo["verdict"] == "personal" && photo["reason"] == "marked")
    }

    @Test func `A line that says nothing is named with its file, and the others count`() async throws {
        try world.add("a.jpg")
        try world.add("b.jpg")
        try await writeFacts()
        let lines = String(decoding: try world.tree.read("facts.ndjson"), as: UTF8.self).split(separator: "\n")
        let relative = lines[1].replacing(world.library, with: "photos")
        let text = "\(lines[0])\n{\"type\":\"photo\",\n\n\(relative)\n[]\n{\"type\":\"later\"}\n\(lines[2])"
        try world.tree.write("facts.ndjson", Array(text.utf8))
        let objects = try await world.objects("index", "import", facts, "--root", world.library)
        #expect(objects.map { $0["type"] } == ["problem", "problem", "problem", "summary"])
        #expect(objects.dropLast().allSatisfy { $0["path"] == facts && $0["what"] == "corrupt" })
        #expect(objects[0]["detail"]?.hasPrefix("line 2 is no JSON: column ") == true)
        #expect(objects[1]["detail"] == "line 4 has no absolute \"path\"")
        #expect(objects[2]["detail"] == "line 5 is no JSON object")
        #expect(objects[3][number: "photos"] == 1)
        #expect(await world.run("index", "import", facts, "--root", world.library).exit == 3)
        try world.tree.write("facts.ndjson", Array("none\n".utf8))
        #expect(await world.run("index", "import", facts, "--root", world.library).exit == 1)
        let missing = await world.run("index", "import", "\(facts).old", "--root", world.library)
        #expect(missing.exit == 1 && missing.notes.contains("facts.ndjson.old: "))
    }

    /// What no photo has, and the index would refuse.
    @Test(arguments: [
        #""orientation":9"#, #""width":-1"#, #""bytes":-1"#, #""latitude":91.0"#,
        #""takenAtUTC":"2026-06-04T08:00:00Z""#, #""modifiedAt":"yesterday""#, #""format":"xmp""#,
        #""path":"/photos/\u0000.jpg""#,
    ])
    func `A value that cannot be makes no photo`(_ value: String) async throws {
        let line = """
            {"type":"photo","path":"\(world.library)/a.jpg","bytes":1,"modifiedAt":"2026-05-04T08:00:00Z","format":"jpeg",\
            "latitude":52.52,"longitude":13.405,"positionSource":"exif","takenAt":"2026-05-04T10:00:00",\
            "takenAtUTC":"2026-05-04T08:00:00Z","takenAtSource":"exif","utcOffset":"+02:00","utcOffsetSource":"exif",\
            "width":1,"orientation":1,"members":[]}
            """
        let name = try #require(value.split(separator: ":").first)
        let start = try #require(line.range(of: "\(name):"))
        let end = line[start.upperBound...].firstIndex { ",}".contains($0) } ?? line.endIndex
        for (text, expected) in [(line, 1.0), (line.replacingCharacters(in: start.lowerBound..<end, with: value), 0)] {
            try world.tree.write("facts.ndjson", Array(text.utf8))
            let objects = try await world.objects("index", "import", facts, "--root", world.library, "--dry-run")
            #expect(objects.last?[number: "photos"] == expected, "\(objects)")
            #expect(objects.count == (expected == 1 ? 1 : 2))
        }
    }

    @Test func `A photo elsewhere is a problem, and without a root nothing begins`() async throws {
        try world.add("a.jpg")
        try await writeFacts()
        #expect(await world.run("index", "import", facts).exit == 64)
        #expect(!world.tree.exists(world.index))
        try world.tree.makeDirectory("other")
        let objects = try await world.objects("index", "import", facts, "--root", world.tree.path("other").string)
        #expect(objects.map { $0["type"] } == ["problem", "summary"])
        #expect(objects[0]["path"] == "\(world.library)/a.jpg" && objects[0]["what"] == "root-missing")
        #expect(objects[1][number: "photos"] == 0)
    }

    @Test func `A directory stands for the files in it, as Spark exports them, and a dry run writes nothing`()
        async throws
    {
        try world.add("a.jpg")
        try await writeFacts()
        let text = String(decoding: try world.tree.read("facts.ndjson"), as: UTF8.self)
        let photo = try #require(text.split(separator: "\n").first)
        // Spark leaves out what is null.
        let short = photo.replacing(/"[A-Za-z0-9]+":null,/, with: "")
        #expect(short.count < photo.count)
        try world.tree.write("export/verdict=work/part-0.json", Array("\(short)\n".utf8))
        try world.tree.write("export/_SUCCESS", [])
        try world.tree.write("export/.part-0.json.crc", [0x63, 0x72, 0x63])
        try world.tree.write(world.configuration, Array("[scan]\nroots = [\"~/photos\"]\n".utf8))
        let export = world.tree.path("export").string
        let dry = try #require(try await world.objects("index", "import", export, "--dry-run").last)
        #expect(dry[number: "new"] == 1)
        #expect(!world.tree.exists(world.index))
        let outcome = await world.run("index", "import", export)
        #expect(outcome.exit == 0, "\(outcome.notes)")
        #expect(outcome.output.hasPrefix("1 photo: 1 new, 0 changed, 0 known\n"))
        #expect(try await photos().keys.sorted() == ["\(world.library)/a.jpg"])
    }

    @Test func `Lines of a list can be imported, without hashes, marks and copies`() async throws {
        try world.add("a.jpg")
        await world.run("scan", world.library)
        await world.run("mark", "work", "\(world.library)/a.jpg", "--yes")
        let list = await world.run("list", "--json")
        #expect(list.output.contains("\"marked\":\"work\""))
        try world.tree.write("facts.ndjson", Array(list.output.utf8))
        let other = world.tree.path("other.sqlite").string
        #expect(await world.run("index", "import", facts, "--root", world.library, "--index", other).exit == 0)
        let photo = try #require(try await world.objects("list", "--index", other).first)
        #expect(photo["verdict"] == "work" && photo["reason"] == "inside-fence")
        #expect(photo["sha256"] == nil && photo["marked"] == nil)
    }
}

extension IndexImportTests {
    private init(_ world: World, _ service: FakeUploadService) { (self.world, self.service) = (world, service) }
}
