import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

struct ReceiptsExportTests {
    private let sent: Sent
    private var world: World { sent.world }

    init() async throws {
        sent = try await Sent("a.jpg", "b.jpg")
        try await sent.rebuildAndScan()
    }

    @Test func `Each receipt is a line that other tools can check`() async throws {
        let lines = try await world.objects("receipts", "export")
        #expect(lines.map { $0["type"] } == ["receipt", "receipt", "summary"])
        let first = try #require(lines.first)
        let bytes = try world.tree.read("photos/a.jpg")
        #expect(first["target"] == "Office/a.jpg")
        #expect(first["sha256"] == StoredFile(of: bytes).evidence.checksum?.value)
        #expect(first[number: "size"] == Double(bytes.count))
        #expect([first["marker"], first["destination"]] == [World.marker, sent.spec])
        #expect(first.members.keys.contains("failedAt") && !first.members.keys.contains("state"))
        let plain = await world.run("receipts", "export").output
        #expect(plain.split(separator: "\n").count == 2)
    }

    @Test func `Receipts that do not count are printed only if requested`() async throws {
        sent.service.place(nil, at: "Office/a.jpg")
        await world.run("verify")
        #expect(await world.run("receipts", "export").output.contains("a.jpg") == false)
        let all = try await world.objects("receipts", "export", "--all")
        #expect(all[0]["failedAt"] == UTCInstant(nanoseconds: world.clock.now).text)
        #expect(all.count == 3)
        await world.run("destination", "remove", sent.spec, "--yes")
        #expect(await world.run("receipts", "export").output.isEmpty)
        #expect(try await world.objects("receipts", "export", "--all").count == 3)
    }

    @Test func `An unknown destination is an error`() async throws {
        #expect(await world.run("receipts", "export", "--to", sent.spec).exit == 0)
        #expect(await world.run("receipts", "export", "--to", "cellar").exit == 1)
        #expect(await world.run("receipts", "export", "--to", "folder:/cellar").exit == 1)
    }
}
