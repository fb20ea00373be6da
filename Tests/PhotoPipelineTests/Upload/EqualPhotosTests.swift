import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Photos with equal bytes at a destination that finds copies by their contents, as Google Drive does.
struct EqualPhotosTests {
    /// A library with `a.jpg`, whose destination has a catalogue.
    private func scene() async throws -> UploadScene {
        let scene = try await UploadScene("a.jpg")
        scene.nas.listings = [CataloguePage(copies: [])]
        return scene
    }

    private func addCopies(_ names: FilePath..., to scene: UploadScene) async throws {
        for name in names { try scene.write(name, 0) }
        try await scene.scan()
    }

    @Test(arguments: [1, 4])
    func `Of photos with equal bytes in one run, one is sent, as in two runs`(parallel: Int) async throws {
        let apart = try await scene()
        _ = try await apart.upload()
        try await addCopies("b.jpg", to: apart)
        let later = try await apart.upload()
        let together = try await scene()
        try await addCopies("b.jpg", "c.jpg", to: together)
        let atOnce = try await together.upload { $0.parallel = parallel }
        #expect(apart.nas.entries.count == 1 && together.nas.entries.count == 1)
        #expect(later.states["b.jpg"] != nil)
        let states = atOnce.states.values.sorted()
        #expect(states == ["done", later.states["b.jpg"], later.states["b.jpg"]].compactMap(\.self).sorted())
        _ = try await together.upload()
        #expect(together.nas.entries.count == 1)
    }

    @Test(.timeLimit(.minutes(1)))
    func `A group that waits for a name does not keep its contents from itself`() async throws {
        let scene = try await UploadScene("x/a.jpg", "y/a (2).jpg")
        scene.nas.listings = [CataloguePage(copies: [])]
        scene.nas.place(.file([1], modified: 0), at: UploadScene.target("a.jpg"))
        let outcome = try await scene.upload()
        #expect(outcome.states.values.allSatisfy { $0 == "done" }, "\(outcome.states)")
    }

    @Test func `If the first is not sent, the next one is`() async throws {
        let scene = try await scene()
        try await addCopies("b.jpg", to: scene)
        scene.nas.fail(.send, of: UploadScene.target("a.jpg"), with: UploadError(.failed, "no"))
        let outcome = try await scene.upload()
        #expect(scene.nas.entries.count == 1)
        #expect(outcome.states["a.jpg"] != "done" && outcome.states["b.jpg"] == "done")
    }
}
