import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Checks a list of receipts, with an index and without.
struct VerifyListTests {
    private let sent: Sent
    private var world: World { sent.world }

    init() async throws {
        sent = try await Sent("a.jpg", "b.jpg")
    }

    @Test func `An exported list needs no index`() async throws {
        try await sent.rebuildAndScan()
        let list = await world.run("receipts", "export", "--json").output
        try world.tree.write("list", Array(list.utf8))
        try world.tree.remove(world.index)
        let before = try world.tree.snapshot()
        let outcome = await world.run("verify", "--receipts", "list", "--to", sent.spec)
        #expect(outcome.exit == 0)
        #expect(outcome.output.hasPrefix("2 of 2 copies intact"))
        let unknown = await world.run("verify", "--receipts", "list")
        #expect(unknown.exit == 1)
        #expect(unknown.notes.contains(World.marker) && unknown.notes.contains("--to"))
        #expect(try world.tree.snapshot() == before)
    }

    @Test func `A known destination is found by its marker, and the index is unchanged`() async throws {
        try await sent.rebuildAndScan()
        sent.service.place(nil, at: "Office/a.jpg")
        world.input = try sent.line(for: "photos/a.jpg") + sent.line(for: "photos/b.jpg")
        let outcome = await world.run("verify", "--receipts", "-")
        #expect(outcome.exit == 3)
        #expect(await sent.list("--uploaded").count == 2)
    }

    @Test func `Of several lines for a target the one checked last counts`() async throws {
        let old = try sent.line(for: "photos/b.jpg", checked: 1_600_000_000_000_000_000)
        let oldAtSamePlace = String(decoding: old, as: UTF8.self).replacing("b.jpg", with: "a.jpg")
        world.input = try sent.line(for: "photos/a.jpg") + Array(oldAtSamePlace.utf8)
        let lines = try await world.objects("verify", "--receipts", "-", "--to", sent.spec)
        #expect(lines.map { $0["state"] } == ["ok", nil])
    }

    @Test func `Invalid lines are reported, and the result is partial`() async throws {
        world.input = try sent.line(for: "photos/a.jpg") + Array("{\"type\":\"receipt\"}\n".utf8)
        let outcome = await world.run("verify", "--receipts", "-", "--to", sent.spec)
        #expect(outcome.exit == 3)
        #expect(outcome.notes.contains("1 invalid line in the list"))
        world.input = Array("nothing of the kind".utf8)
        #expect(await world.run("verify", "--receipts", "-", "--to", sent.spec).exit == 1)
        #expect(await world.run("verify", "--receipts", "none", "--to", sent.spec).exit == 1)
    }

    @Test func `A target outside the destination is no receipt`() async throws {
        let line = String(decoding: try sent.line(for: "photos/a.jpg"), as: UTF8.self)
        world.input = Array(line.replacing("Office/a.jpg", with: "../a.jpg").utf8)
        #expect(await world.run("verify", "--receipts", "-", "--to", sent.spec).exit == 1)
        #expect(!sent.service.calls.contains(.look("../a.jpg")))
    }
}
