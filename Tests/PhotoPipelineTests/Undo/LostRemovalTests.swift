import PhotoIndex
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// The index was restored from a backup, or made anew, and does not know what a run has put into the trash.
struct LostRemovalTests {
    private let scene: PurgedScene

    init() async throws {
        scene = try await PurgedScene()
        let members = try scene.removed.flatMap(\.action.members)
        scene.trash.trashed = members.map {
            TrashedFile(ticket: $0.ticket ?? "", run: scene.run, path: $0.path, deleted: scene.scene.clock.now)
        }
        for ending in ["", "-wal", "-shm"] { try scene.scene.tree.remove(FilePath("index.sqlite" + ending)) }
        try scene.scene.tree.write(scene.scene.file("c.jpg"), TestPhoto().bytes)
        try await scene.scene.scan()
    }

    @Test func `Undo finds the files in the trash, and holds them`() async throws {
        let dry = try await scene.undo(isDryRun: true)
        #expect(dry.states == ["a.jpg": "planned", "a.xmp": "planned", "b.jpg": "planned"])
        #expect(try scene.parked.count == 3)
        let outcome = try await scene.undo()
        #expect(outcome.states == ["a.jpg": "done", "a.xmp": "done", "b.jpg": "done"])
        #expect(try scene.areBack() && scene.parked.isEmpty)
        let path = scene.scene.tree.path(scene.scene.file("a.jpg"))
        #expect(try scene.scene.index.words(path: path, sha256: nil).hold == "restored")
        #expect(try scene.scene.index.checkIntegrity() == [])
        #expect(try scene.removed.allSatisfy(\.isUndone))
    }

    @Test func `A taken name, another run and another library's files are left alone`() async throws {
        try scene.scene.tree.write(scene.scene.file("b.jpg"), [1])
        scene.trash.trashed = scene.trash.trashed.map { file in
            file.path.lastComponent == "a.xmp"
                ? TrashedFile(ticket: file.ticket, run: scene.run + 7, path: file.path, deleted: file.deleted)
                : file
        }
        #expect(try await scene.undo().states == ["a.jpg": "done", "b.jpg": "refused name-taken"])
        #expect(try scene.parked.count == 2)
    }

    @Test func `A run of which the trash has nothing is unknown`() async throws {
        let error = await #expect(throws: PipelineError.self) { try await scene.undo(scene.run + 1) }
        #expect(error?.kind == .unknown)
    }
}
