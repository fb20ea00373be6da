import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// A person accepts that copies are gone.
struct AcceptMissingTests {
    private let sent: Sent
    private var world: World { sent.world }

    init() async throws {
        sent = try await Sent("a.jpg", "b.jpg")
        try await sent.rebuildAndScan()
        sent.service.place(nil, at: "Office/a.jpg")
    }

    private func path(_ name: String) -> String { "\(world.library)/\(name)" }

    @Test func `An accepted copy is not expected any more, and its photo is not sent there again`() async throws {
        #expect(await world.run("verify").exit == 3)
        let accepted = await world.run("verify", "--accept-missing", path("a.jpg"))
        #expect(accepted.exit == 0, "\(accepted.notes)")
        #expect(accepted.output.contains("accepted    \(sent.spec): Office/a.jpg"), "\(accepted.output)")
        #expect(accepted.output.contains("0 of 1 copy intact") && accepted.output.contains("1 accepted as missing"))
        let verified = await world.run("verify")
        #expect(verified.exit == 0 && verified.output.hasPrefix("1 of 1 copy intact"), "\(verified.output)")
        await world.run("upload", "--to", sent.spec)
        #expect(sent.service.entries["Office/a.jpg"] == nil)
        #expect(await world.run("why", path("a.jpg")).output.contains("not sent  to "))
        #expect(await sent.list("--uploaded") == [path("b.jpg")])
    }

    @Test func `A dry run accepts nothing`() async throws {
        let lines = try await world.objects("verify", "-n", "--accept-missing", path("a.jpg"))
        #expect(lines.first?["state"] == "accepted" && lines.last?[number: "accepted"] == 1)
        #expect(await world.run("verify").exit == 3)
    }

    @Test func `A copy that is there, or has other bytes, is not accepted as missing`() async throws {
        #expect(await world.run("verify", "--accept-missing", path("b.jpg")).exit == 0)
        #expect(await sent.list("--uploaded").contains(path("b.jpg")))
        sent.service.place(.file([1], modified: 1), at: "Office/b.jpg")
        #expect(await world.run("verify", "--accept-missing", path("b.jpg")).exit == 3)
        #expect(await world.run("verify").exit == 3)
    }

    @Test func `A file of which no copy is expected is an error, and so is a list`() async throws {
        let none = await world.run("verify", "--accept-missing", path("none.jpg"))
        #expect(none.exit == 1 && none.notes.contains("No copy of it is expected anywhere"), "\(none.notes)")
        #expect(await world.run("verify", "--receipts", "-", "--accept-missing", path("a.jpg")).exit == 64)
    }

    @Test func `A group of which only the sidecar is accepted as missing is not sent again`() async throws {
        try world.tree.write("photos/b.xmp", XMPPacket().bytes)
        try sent.put("photos/b.xmp")
        try sent.giveReceipts(for: ["photos/a.jpg", "photos/b.jpg", "photos/b.xmp"])
        world.removeIndex()
        try await sent.rebuildAndScan()
        sent.service.place(nil, at: "Office/b.xmp")
        let accepted = await world.run("verify", "--accept-missing", path("b.jpg"))
        #expect(accepted.exit == 0 && accepted.output.contains("1 accepted as missing"), "\(accepted)")
        let upload = await world.run("upload", "--to", sent.spec)
        #expect(upload.exit == 0 && upload.output.contains("1 held from their destination"), "\(upload)")
        #expect(!sent.service.entries.keys.contains { $0.extension == "xmp" })
    }

    @Test func `The destination's own list says it too, and it is told where that cannot be written`() async throws {
        sent.service.fail(.addReceipts, with: UploadError(.failed, "read-only"))
        let accepted = await world.run("verify", "--accept-missing", path("a.jpg"))
        #expect(accepted.exit == 0 && accepted.notes.contains("read-only; the index has the receipts"), "\(accepted)")
        await world.run("upload", "--to", sent.spec)
        world.removeIndex()
        try await sent.rebuildAndScan()
        await world.run("upload", "--to", sent.spec)
        #expect(sent.service.entries["Office/a.jpg"] == nil)
    }
}
