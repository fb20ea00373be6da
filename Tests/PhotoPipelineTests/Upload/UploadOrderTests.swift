import PhotoIndex
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// The order of writing: the journal before a step, receipts after it.
struct UploadOrderTests {
    @Test func `Tickets come before bytes, bytes before names, names before receipts`() async throws {
        let scene = try await UploadScene("a.jpg", "b.jpg")
        let upload = try await scene.upload()
        #expect(upload.states == ["a.jpg": "done", "b.jpg": "done"])
        #expect(
            scene.nas.words == [
                "prepare a.jpg", "prepare b.jpg", "send a.jpg", "send b.jpg", "finish a.jpg b.jpg", "addReceipts",
            ])
        #expect(try scene.nas.bytes(at: UploadScene.target("a.jpg")) == scene.bytes("a.jpg"))
        #expect(scene.nas.parts.isEmpty)
        #expect(try scene.receipts == ["a.jpg", "b.jpg"])
        #expect(upload.summary.files == 2)
    }

    @Test func `During a transfer the journal has the ticket`() async throws {
        let scene = try await UploadScene("a.jpg")
        let held = scene.nas.hold(.send, of: UploadScene.target("a.jpg"))
        async let upload = scene.upload()
        await held.reached()
        let underWay = try scene.index.underWay(.upload)
        #expect(underWay.map(\.members.first?.ticket) == [".workphotos-1"])
        #expect(underWay.map(\.target) == [UploadScene.target("a.jpg")])
        #expect(try scene.receipts.isEmpty)
        held.release()
        #expect(try await upload.states == ["a.jpg": "done"])
        #expect(try scene.index.underWay(.upload).isEmpty)
    }

    @Test func `Progress is shown during a transfer, and removed at the end`() async throws {
        let scene = try await UploadScene("a.jpg")
        let size = try scene.bytes("a.jpg").count
        let held = scene.nas.hold(.send, of: UploadScene.target("a.jpg"))
        async let upload = scene.upload()
        await held.reached()
        #expect(
            scene.progress.calls == [
                .begin("Planning"), .begin("Uploading"), .update(done: 0), .update(done: size),
            ])
        held.release()
        _ = try await upload
        #expect(scene.progress.calls.dropFirst(4) == [.end])
    }

    @Test func `Bytes that are sent twice count once`() async throws {
        let scene = try await UploadScene("a.jpg")
        let size = try scene.bytes("a.jpg").count
        scene.nas.fail(.send, with: UploadError(.transient, "busy"), after: 10)
        _ = try await scene.upload()
        let updates = scene.progress.calls.compactMap { if case .update(let done) = $0 { done } else { nil } }
        #expect(updates == [0, 10, 0, size])
    }

    @Test func `A second run finds nothing to do, and asks for no file`() async throws {
        let scene = try await UploadScene("a.jpg")
        _ = try await scene.upload()
        let calls = scene.nas.words.count
        let again = try await scene.upload()
        #expect(again.actions.isEmpty)
        #expect((again.summary.groups.upToDate, again.summary.run) == (1, nil))
        #expect(scene.nas.words.count == calls)
        #expect(scene.progress.calls.count { $0 == .begin("Uploading") } == 1)
    }

    @Test func `A dry run or a written plan changes nothing`() async throws {
        let scene = try await UploadScene("a.jpg")
        let before = try scene.tree.snapshot()
        #expect(try await scene.upload(.selection(PhotoSelection()), .dryRun).states == ["a.jpg": "planned"])
        #expect(try scene.tree.snapshot() == before)
        let plan = scene.tree.path("plan.ndjson")
        #expect(
            try await scene.upload(.selection(PhotoSelection()), .write(.file(OutputFile(plan, .plan)))).states == [
                "a.jpg": "planned"
            ])
        try scene.tree.remove("plan.ndjson")
        #expect(try scene.tree.snapshot() == before)
        #expect(scene.nas.calls.filter(\.changesSomething).isEmpty)
    }
}
