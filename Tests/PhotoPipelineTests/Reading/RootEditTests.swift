import PhotoIndex
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Roots that a user renames or forgets.
struct RootEditTests {
    @Test func `While another run holds the lock a root is neither renamed nor forgotten`() async throws {
        let scene = try await UploadScene("a.jpg")
        let (old, new) = (scene.tree.path("photos"), scene.tree.path("moved"))
        try scene.tree.rename("photos", to: "moved")
        let index = scene.tree.path("index.sqlite")
        let edit = RootEdit(path: index, isDryRun: false, wait: .zero, environment: scene.environment)
        let lock = try ActLock(beside: index, now: 0)
        for change in [{ _ = try await edit.rename(old, to: new) }, { _ = try await edit.forget(old) }] {
            let error = await #expect(throws: PipelineError.self) { try await change() }
            #expect(error?.kind == .locked)
        }
        #expect(try scene.index.roots().map(\.path) == [old])
        _ = consume lock
        _ = try await edit.rename(old, to: new)
        #expect(try scene.index.roots().map(\.path) == [new])
    }
}
