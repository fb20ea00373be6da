import SystemPackage
import Testing
import WorkphotosTestSupport

/// Two photos with equal sidecars, of which the destination has one copy.
struct SharedSidecarTests {
    private let removable: Removable
    private var world: World { removable.world }
    private let sidecar: FilePath = "Office/2026/2026-05-04/a.xmp"

    init() async throws {
        removable = try await Removable("a.jpg", "b.jpg")
        for name in ["a.xmp", "b.xmp"] {
            try world.tree.write(FilePath("photos/\(name)"), XMPPacket(elements: "").bytes)
            await world.run("scan")
            #expect(await world.run("upload").exit == 0)
        }
        #expect(stored == ["a.jpg", "a.xmp", "b.jpg"])
    }

    private var stored: [String] { removable.service.entries.keys.compactMap(\.lastComponent?.string).sorted() }

    private func path(_ name: String) -> String { "\(world.library)/\(name)" }

    private func uploaded() async -> [String] {
        await world.list(["--uploaded", "--format", "paths"]).output.split(separator: "\n").map(String.init)
    }

    @Test(arguments: [("a", "b"), ("b", "a")])
    func `It stays while one of them is there, and is taken back with the last`(first: String, last: String)
        async throws
    {
        let outcome = await world.run("retract", path("\(first).jpg"), "--yes")
        #expect(outcome.exit == 0, "\(outcome)")
        let words = "another photo's sidecar rests on this copy, which stays: \(sidecar); it is \(path("\(last).xmp"))"
        #expect(outcome.notes.contains(words), "\(outcome.notes)")
        #expect(stored == ["a.xmp", "\(last).jpg"].sorted())
        #expect(await uploaded() == [path("\(last).jpg")])
        #expect(await !world.run("status").output.contains("not taken back"))
        #expect(await world.run("retract", path("\(last).jpg"), "--yes").exit == 0)
        #expect(stored.isEmpty)
    }

    @Test func `It is taken back with both`() async throws {
        #expect(await world.run("retract", path("a.jpg"), path("b.jpg"), "--yes").exit == 0)
        #expect(stored.isEmpty)
    }

    @Test func `It is taken back once the other photo has another sidecar`() async throws {
        try world.tree.write("photos/b.xmp", XMPPacket(elements: "<!-- other -->").bytes)
        await world.run("scan")
        #expect(await world.run("upload").exit == 0)
        #expect(await world.run("retract", path("a.jpg"), "--yes").exit == 0)
        #expect(stored == ["b.jpg", "b.xmp"])
    }

    @Test func `Of two copies each photo has its own`() async throws {
        try removable.add("c.jpg")
        try removable.add("d.jpg")
        for name in ["c.xmp", "d.xmp"] {
            try world.tree.write(FilePath("photos/\(name)"), XMPPacket(elements: "<!-- two -->").bytes)
        }
        await world.run("scan")
        // One worker looks for the places of both photos before it sends either.
        try removable.configure("[upload]\nparallel = 1\n")
        #expect(await world.run("upload").exit == 0)
        #expect(stored.contains("c.xmp") && stored.contains("d.xmp"))
        let outcome = await world.run("retract", path("c.jpg"), "--yes")
        #expect(outcome.exit == 0 && !outcome.notes.contains("rests on"), "\(outcome)")
        #expect(!stored.contains("c.xmp") && stored.contains("d.xmp"))
    }
}
