import PhotoModel
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Files beside photos that scans leave out or that are not sent.
struct KeptSidecarTests {
    private let removable: Removable
    private var world: World { removable.world }

    init() async throws { removable = try await Removable("d/a.jpg", "e/a.jpg") }

    private func exists(_ name: String) -> Bool { world.tree.exists(FilePath("photos/\(name)")) }

    private func purge() async throws -> [JSONObject] {
        try await world.objects("purge", "--yes", "--max-delete", "100%")
    }

    @Test(arguments: [(["*.xmp"], ["d", "e"]), (["d/*.xmp"], ["d"]), ([], [])] as [([String], [String])])
    func `A file that the configuration excludes keeps no photo`(excludes: [String], gone: [String]) async throws {
        for name in ["d", "e"] { try world.tree.write(FilePath("photos/\(name)/a.xmp"), XMPPacket().bytes) }
        let patterns = excludes.map { "\"\($0)\"" }.joined(separator: ", ")
        try removable.configure("[scan]\nexclude = [\(patterns)]\n")
        for name in ["d", "e"] {
            let why = try #require(try await world.objects("why", "\(world.library)/\(name)/a.jpg").first)
            #expect(why.members["kept"] as? [String] == (gone.contains(name) ? [] : ["members-differ"]))
        }
        #expect(try await purge().last?[number: "done"] == Double(gone.count))
        for name in ["d", "e"] { #expect(exists("\(name)/a.jpg") != gone.contains(name)) }
    }

    @Test func `Nor does it keep a photo from being sent`() async throws {
        try removable.configure("[scan]\nexclude = [\"*.xmp\"]\n")
        try removable.add("b.jpg")
        await world.run("scan", world.library)
        try world.tree.write("photos/b.xmp", XMPPacket().bytes)
        let lines = try await world.objects("upload")
        #expect(lines.last?[number: "done"] == 1, "\(lines.map(\.members))")
    }

    @Test func `A sidecar that is not sent keeps its photo, which is said with the setting that sends it`() async throws
    {
        try removable.configure("[upload]\nsidecars = [\"aae\"]\n")
        try removable.add("b.jpg")
        try world.tree.write("photos/b.xmp", XMPPacket().bytes)
        await world.run("scan", world.library)
        #expect(await world.run("upload").exit == 0)
        let words = "\(world.library)/b.xmp, which [upload] sidecars does not send"
        let why = await world.run("why", "\(world.library)/b.jpg").output
        #expect(why.contains("kept by   \(words)"), "\(why)")
        let outcome = await world.run("purge", "--yes", "--path", "*b.jpg")
        #expect(outcome.output.contains("Kept by \(words)\n"), "\(outcome)")
        #expect(exists("b.jpg"))
        try removable.configure("")
        #expect(await !world.run("why", "\(world.library)/b.jpg").output.contains("sidecars does not send"))
    }

    @Test func `Photos count as uploaded by the sidecars that are sent`() async throws {
        try removable.configure("[upload]\nsidecars = []\n")
        try removable.add("b.jpg")
        try world.tree.write("photos/b.xmp", XMPPacket().bytes)
        await world.run("scan", world.library)
        #expect(await world.run("upload").exit == 0)
        for (settings, waiting) in [("[upload]\nsidecars = []\n", ""), ("", "\(world.library)/b.jpg\n")] {
            try removable.configure(settings)
            let status = try #require(try await world.objects("status").first)
            let notUploaded = status.members["notUploaded"] as? [String: Any]
            #expect(notUploaded?["photos"] as? Int == (waiting.isEmpty ? 0 : 1), "\(status.members)")
            #expect(await world.list(["--not-uploaded", "--format", "paths"]).output == waiting)
            let removal = try #require(try await world.objects("destination", "remove", "-n", "nas").first)
            #expect(removal[number: "photos"] == (waiting.isEmpty ? 3 : 2), "\(removal.members)")
        }
    }
}
