import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// What scans, uploads and `why` say of photos beside files that have a sidecar's name and cannot be read, or are none.
struct UnreadSidecarTests {
    private let removable: Removable
    private var world: World { removable.world }

    init() async throws {
        removable = try await Removable("a.jpg")
        for name in ["b.jpg", "c.jpg"] { try removable.add(name) }
    }

    private func write(_ name: String, _ text: String) throws {
        try world.tree.write(FilePath("photos/\(name)"), Array(text.utf8))
    }

    private var stored: [String] { removable.service.entries.keys.compactMap(\.lastComponent?.string).sorted() }

    @Test(arguments: ["b.jpg.json", "b.jpg.supplemental-metadata.json", "b.json"])
    func `JSON of something else beside a photo keeps it from nothing`(name: String) async throws {
        try write(name, #"{"rating": 5, "tags": ["x"]}"#)
        #expect(await world.run("scan").exit == 0)
        let upload = await world.run("upload")
        #expect(upload.exit == 0 && upload.output.hasPrefix("2 photos uploaded"), "\(upload)")
        #expect(stored == ["a.jpg", "b.jpg", "c.jpg"])
        #expect(try await world.objects("purge", "--yes", "--max-delete", "100%").last?[number: "done"] == 3)
    }

    @Test(arguments: ["b.jpg.json", "b.jpg.supplemental-metadata.json", "b.json"], ["", "no JSON", "{\"title\": \"b"])
    func `What has a Takeout file's name and is no JSON is told by scan, problems and upload until it is settled`(
        name: String, text: String
    ) async throws {
        try write(name, text)
        try write("other.json", text)
        let scan = await world.run("scan")
        #expect(scan.exit == 3 && scan.notes.contains("\(world.library)/\(name): has the name of"), "\(scan)")
        #expect(!scan.notes.contains("other.json"), "\(scan)")
        #expect(await world.run("problems").output.contains("/\(name): has the name of"))
        let upload = await world.run("upload")
        #expect(upload.output.contains("1 next to a file that cannot be read (workphotos why FILE)"), "\(upload)")
        #expect(upload.notes.contains("b.jpg: skipped, company-unreadable"), "\(upload)")
        #expect(stored == ["a.jpg", "c.jpg"])
        #expect(await world.run("why", "\(world.library)/b.jpg").output.contains("\(name), which cannot be read"))
        try write(name, "{}")
        await world.run("scan")
        #expect(await world.run("upload").exit == 0)
        #expect(stored == ["a.jpg", "b.jpg", "c.jpg"])
    }

    @Test func `An XMP file that is none any more is told as unreadable, and not as changed, after a scan`()
        async throws
    {
        try world.tree.write("photos/b.xmp", XMPPacket(elements: "").bytes)
        #expect(await world.run("scan").exit == 0)
        #expect(await world.run("mark", "work", "\(world.library)/b.jpg").exit == 0)
        try world.tree.remove("photos/b.xmp")
        try world.tree.makeDirectory("photos/b.xmp")
        #expect(await world.run("scan").exit == 3)
        let upload = await world.run("upload")
        let said = upload.output + upload.notes
        #expect(upload.exit == 3 && said.contains("b.jpg (+1): failed, unreadable"), "\(upload)")
        #expect(!said.contains("changed since"), "\(upload)")
        #expect(stored == ["a.jpg", "c.jpg"])
        let why = await world.run("why", "\(world.library)/b.jpg").output
        #expect(why.contains("a file of it cannot be read") && !why.contains("changed since"), "\(why)")
    }
}
