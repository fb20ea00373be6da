import PhotoIndex
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Somebody removes the index during a purge: no file is removed that no journal knows.
struct RemovedIndexTests {
    @Test(arguments: RemovalWay.allCases)
    func `Nothing is parked after the index is gone, and the run reports that`(way: RemovalWay) async throws {
        let scene = try await PurgeScene("a.jpg", "b.jpg")
        let tree = scene.tree
        scene.before(.prepare) {
            for ending in ["", "-wal", "-shm"] { try tree.remove(FilePath("index.sqlite" + ending)) }
        }
        let thrown = await #expect(throws: (any Error).self) { try await scene.purge { $0.way = way } }
        let error = thrown.flatMap { PipelineError($0) }
        #expect(error?.kind == .indexFailed)
        #expect(error?.message.contains("removed or replaced while it was in use") == true, "\(error?.message ?? "")")
        #expect(scene.isHome("a.jpg") && scene.isHome("b.jpg"))
        #expect(try scene.trashed == 0)
    }
}
