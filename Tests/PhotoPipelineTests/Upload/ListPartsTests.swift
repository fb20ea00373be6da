import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// A remote's list of receipts has a part for each run.
struct ListPartsTests {
    private func scene(_ names: FilePath...) async throws -> UploadScene {
        let scene = try await UploadScene(names)
        scene.nas.setParts()
        return scene
    }

    private func receipts(_ part: [UInt8]?) -> [String] {
        ReceiptList(part ?? []).receipts.flatMap(\.value).compactMap(\.target.path.lastComponent?.string)
    }

    @Test func `A run writes one part, when everything is sent`() async throws {
        let scene = try await scene("a.jpg", "b.jpg")
        _ = try await scene.upload()
        #expect(receipts(scene.nas.listParts["receipts-1"]) == ["a.jpg", "b.jpg"])
        #expect(scene.nas.listParts.count == 1)
        #expect(scene.nas.words.last == "closeReceipts")
    }

    @Test func `Lines that another machine added are read, and none twice`() async throws {
        let scene = try await scene("a.jpg", "b.jpg")
        _ = try await scene.upload()
        let other = try await UploadScene("c.jpg")
        other.nas.setParts(scene.nas.listParts)
        _ = try await other.upload()
        #expect(other.nas.listParts.count == 2)
        #expect(receipts(other.nas.listParts["receipts-2"]) == ["c.jpg"])
        let before = other.nas.calls.count
        try other.write("d.jpg", 9)
        try await other.scan()
        _ = try await other.upload()
        let read = other.nas.calls[before...].filter { if case .receipts = $0 { true } else { false } }
        #expect(read.isEmpty, "both parts are known")
    }

    @Test func `If a run could not write its part, the next one writes it`() async throws {
        let scene = try await scene("a.jpg")
        scene.nas.fail(.addReceipts, with: UploadError(.failed, "disk full"))
        let upload = try await scene.upload()
        #expect(upload.notes.contains { $0.contains("disk full") })
        #expect(scene.nas.listParts.isEmpty)
        _ = try await scene.upload()
        #expect(receipts(scene.nas.listParts["receipts-1"]) == ["a.jpg"])
    }

    @Test func `Equal bytes with the name are no copy if a sync client may have put them there`()
        async throws
    {
        let scene = try await scene("a.jpg")
        scene.nas.place(.file(try scene.bytes("a.jpg"), modified: 0), at: UploadScene.target("a.jpg"))
        #expect(try await scene.upload().states == ["a.jpg": "done"])
        #expect(scene.stored() == ["a (2).jpg", "a.jpg"])
    }
}
