import PhotoIndex
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// A root with an unsettled removal is neither renamed nor forgotten: nobody would find the files parked in it.
struct PurgedRootTests {
    private let scene: PurgeScene

    init() async throws {
        scene = try await PurgeScene("a.jpg", "b.jpg")
        let planned = try await scene.purge(.selection(PhotoSelection()), .dryRun)
        var action = try #require(planned.actions.first)
        for place in action.members.indices {
            action.members[place].ticket = try scene.trash.prepare(action.members[place].path, run: 77, number: place)
        }
        let index = try scene.uploads.writableIndex
        let run = try index.beginRun("purge", at: scene.uploads.clock.now)
        let basis = try #require(try index.basis())
        _ = try index.intend([action], run: run, basis: basis, leavingOut: [])
        #expect(try scene.underWay.count == 1)
    }

    private func edit(isDryRun: Bool) -> RootEdit {
        RootEdit(
            path: scene.tree.path("index.sqlite"), isDryRun: isDryRun, wait: .zero, environment: scene.environment())
    }

    @Test(arguments: [false, true])
    func `It cannot be renamed`(isDryRun: Bool) async throws {
        try scene.tree.rename("photos", to: "moved")
        let error = await #expect(throws: PipelineError.self) {
            try await edit(isDryRun: isDryRun).rename(scene.tree.path("photos"), to: scene.tree.path("moved"))
        }
        #expect(error?.remedy == .scan())
        #expect(try scene.uploads.index.roots().map(\.path) == [scene.tree.path("photos")])
    }

    @Test(arguments: [false, true])
    func `It cannot be forgotten`(isDryRun: Bool) async throws {
        await #expect(throws: PipelineError.self) {
            try await edit(isDryRun: isDryRun).forget(scene.tree.path("photos"))
        }
        #expect(try scene.uploads.index.roots().map(\.path) == [scene.tree.path("photos")])
    }

    @Test func `A settled removal does not prevent it`() async throws {
        _ = try await scene.uploads.upload()
        try scene.tree.rename("photos", to: "moved")
        _ = try await edit(isDryRun: false).rename(scene.tree.path("photos"), to: scene.tree.path("moved"))
        _ = try await edit(isDryRun: false).forget(scene.tree.path("moved"))
        #expect(try scene.uploads.index.roots().isEmpty)
    }
}
