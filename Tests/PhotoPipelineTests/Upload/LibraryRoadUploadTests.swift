import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Copies that existed already may be the photos themselves, by another road. Then the destination's marker shows in
/// the library.
struct LibraryRoadUploadTests {
    private static let name: FilePath = "Office/2026/2026-05-04/a.jpg"
    private static let target: FilePath = "Office/2026/2026-05-04/a.jpg"
    private let scene: UploadScene

    init() async throws {
        scene = try await UploadScene(Self.name, "b.jpg")
        scene.nas.place(.file(try scene.bytes(Self.name), modified: 0), at: Self.target)
    }

    private func show(_ marker: DestinationMarker, in directory: FilePath) throws {
        let file = FilePath("photos").appending(directory.components).appending(DestinationMarker.fileName)
        try scene.tree.write(file, Array("\(marker.text)\n".utf8))
    }

    @Test func `They are refused, both places are named, and nothing more is sent there`() async throws {
        try show(DestinationMarker(random: 1, 1), in: "")
        let outcome = try await scene.upload { $0.parallel = 1 }
        #expect(outcome.states["a.jpg"] == "refused destination-changed")
        #expect(outcome.states["b.jpg"] == nil || outcome.states["b.jpg"] == "refused destination-changed")
        #expect(outcome.summary.endedBy?.kind == .overlap)
        #expect(outcome.summary.endedBy?.detail.contains(scene.tree.path("photos").string) == true)
        #expect(try scene.receipts.isEmpty)
        #expect(scene.nas.entries.count == 1)
        // From then on it is known without examining a copy.
        await #expect(throws: PipelineError.self) { try await scene.upload() }
    }

    @Test func `A copy with a receipt from elsewhere is checked too`() async throws {
        _ = try await scene.upload()
        let sent = try scene.receipts
        #expect(sent.contains("a.jpg"))
        // Another photo of the same bytes, whose content has a receipt already.
        try scene.tree.write(scene.file("c.jpg"), try scene.bytes(Self.name))
        try await scene.scan()
        scene.clock.advance(seconds: 3_600)
        try show(DestinationMarker(random: 1, 1), in: "")
        let outcome = try await scene.upload()
        #expect(outcome.states.values.allSatisfy { $0 != "done" })
    }

    @Test(arguments: ["Office", "Office/2026"] as [FilePath])
    func `A marker elsewhere in the library does not concern this copy`(directory: FilePath) async throws {
        try show(DestinationMarker(random: 1, 1), in: directory)
        #expect(try await scene.upload().states["a.jpg"] == "done")
        #expect(!scene.nas.words.contains("send a.jpg"))
    }

    @Test func `Another destination's marker does not matter`() async throws {
        try show(DestinationMarker(random: 5, 5), in: "")
        #expect(try await scene.upload().states["a.jpg"] == "done")
        #expect(!scene.nas.words.contains("send a.jpg"))
    }
}
