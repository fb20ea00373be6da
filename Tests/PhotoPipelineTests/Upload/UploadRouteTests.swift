import PhotoIndex
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Which destination groups go to, staged ones included, and how a destination's own list is used.
struct UploadRouteTests {
    private let attic = FenceDestination(text: "attic", path: "/fences.geojson", line: 1)

    @Test func `A plan is refused if another destination has the place now`() async throws {
        let scene = try await UploadScene("a.jpg")
        let path = scene.tree.path("plan")
        _ = try await scene.upload(.selection(PhotoSelection()), .write(.file(OutputFile(path, .plan))))
        let text = String(decoding: try scene.tree.read("plan"), as: UTF8.self)
        let marker = try #require(PlanFile(reading: path, interruption: TestInterruption()).header.marker)
        let other = text.replacing(marker.text, with: DestinationMarker(random: 9, 9).text)
        try scene.tree.write("plan", Array(other.utf8))
        let outcome = try await scene.upload(.plan(try PlanFile(reading: path, interruption: TestInterruption())))
        #expect(outcome.states == ["a.jpg": "refused destination-changed"])
        #expect(scene.stored().isEmpty)
    }

    @Test func `A fence's own destination beats the general one, and --to beats both`() async throws {
        let scene = try await UploadScene("a.jpg")
        _ = try await scene.upload { $0.destinationOf = ["Office": attic] }
        #expect((scene.stored(scene.nas), scene.stored(scene.attic)) == ([], ["a.jpg"]))
        _ = try await scene.upload(to: "nas") { $0.destinationOf = ["Office": attic] }
        #expect(scene.stored(scene.nas) == ["a.jpg"])
    }

    @Test func `An unreachable destination does not stop uploads to others`() async throws {
        let scene = try await UploadScene("a.jpg", "b.jpg")
        try scene.mark("b.jpg", .work)
        scene.attic.isGone = true
        let upload = try await scene.upload { $0.destinationOf = ["Office": attic] }
        #expect(upload.states == ["b.jpg": "done"])
        #expect(upload.summary.endedBy?.kind == .unavailable)
        #expect(upload.notes == ["\(ActionNote.unreachable(destination: "attic"))"])
    }

    @Test func `Actions staged for an unreachable destination stay staged, and the rest is done`() async throws {
        let scene = try await UploadScene("a.jpg", "b.jpg")
        try scene.mark("b.jpg", .work)
        let staged = try await scene.upload(.selection(PhotoSelection()), .stage) {
            $0.destinationOf = ["Office": attic]
        }
        #expect(staged.states == ["a.jpg": "staged", "b.jpg": "staged"])
        scene.attic.isGone = true
        let first = try await scene.upload(.staged(nil))
        #expect(first.states == ["b.jpg": "done"])
        #expect(first.summary.endedBy?.kind == .unavailable)
        scene.attic.isGone = false
        #expect(try await scene.upload(.staged(nil)).states == ["a.jpg": "done"])
        #expect((scene.stored(scene.nas), scene.stored(scene.attic)) == (["b.jpg"], ["a.jpg"]))
    }

    @Test func `Copies of other machines are read from the list, of which only the new end is read`() async throws {
        let scene = try await UploadScene("a.jpg")
        _ = try await scene.upload()
        let list = try await scene.nas.lines(of: "", from: 0)
        let other = try await UploadScene("b.jpg")
        other.nas.receipts = list
        for (target, entry) in scene.nas.entries { other.nas.place(entry, at: target) }
        _ = try await other.upload()
        // The same bytes are found where the list says, and not sent under the other name.
        #expect(try other.receipts == ["a.jpg"])
        #expect(!other.nas.words.contains { $0.hasPrefix("send") })
        let known = Int64(try await other.nas.lines(of: "", from: 0).count)
        try await other.uploadAnother("c.jpg", 11)
        #expect(other.nas.calls.contains(.receipts(from: known - 1)))
        // Rewritten, so that lines end elsewhere.
        other.nas.receipts = Array("{}\n".utf8) + list + list
        try await other.uploadAnother("d.jpg", 12)
        #expect(other.nas.calls.last { if case .receipts = $0 { true } else { false } } == .receipts(from: 0))
    }
}

extension UploadScene {
    /// Adds a photo to the library and uploads it.
    fileprivate func uploadAnother(_ name: FilePath, _ number: UInt8) async throws {
        try write(name, number)
        try await scan()
        #expect(try await upload().summary.count(.done) == 1)
    }
}
