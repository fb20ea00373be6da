import PhotoIndex
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Which files come back, and from where.
struct UndoTests {
    @Test(arguments: [false, true])
    func `Trash descriptions of restored files are removed`(isBack: Bool) async throws {
        let scene = try await PurgedScene()
        if isBack { _ = try await scene.undo() }
        scene.trash.orphans = Set(try scene.removed.flatMap { $0.action.members.compactMap(\.ticket) })
        _ = try await scene.undo(isDryRun: true)
        #expect(scene.trash.orphans.count == 3)
        _ = try await scene.undo()
        #expect(scene.trash.orphans.isEmpty)
        #expect(try scene.areBack())
        #expect(try scene.removed.allSatisfy { $0.emptiedAt == nil })
    }

    @Test func `If the trash still shows restored files, the user is told, and the next undo tries again`()
        async throws
    {
        let scene = try await PurgedScene()
        let file = try #require(try scene.removed.first?.action.members.first?.path)
        scene.trash.refuse(.tidy, for: file.string, with: TrashError(.denied, "cannot be removed"))
        for _ in 0..<2 {
            let outcome = try await scene.undo()
            #expect(outcome.states.values.allSatisfy { $0.hasPrefix("done") })
            #expect(outcome.summary.unsettled == 1)
            #expect(outcome.notes.contains { $0.hasPrefix("shownInTrash") && $0.contains("run: \(scene.run)") })
        }
        #expect(try scene.areBack())
    }

    @Test func `Files that a run moved to the trash are restored`() async throws {
        let scene = try await PurgedScene()
        #expect(try scene.names == [])
        let outcome = try await scene.undo()
        #expect(outcome.states == ["a.jpg": "done", "b.jpg": "done"])
        #expect((outcome.summary.files, outcome.summary.fetched) == (3, 0))
        #expect(outcome.actions.allSatisfy { $0.kind == .undo && $0.undoes != nil && $0.destination == nil })
        #expect(try scene.names == ["a.jpg", "a.xmp", "b.jpg"])
        #expect(try scene.areBack())
        #expect(try scene.parked == [])
        #expect(try scene.removed.allSatisfy(\.isUndone))
        #expect(!scene.scene.nas.calls.contains { if case .fetch = $0 { true } else { false } })
    }

    @Test func `Restored files are held, and form one group again`() async throws {
        let scene = try await PurgedScene()
        _ = try await scene.undo()
        try await scene.scene.scan()
        let paths = ["a.jpg", "b.jpg"].map { scene.scene.tree.path(scene.scene.file($0)) }
        let candidates = try scene.scene.index.groups(ofFilesAt: paths, .removal)
        #expect(candidates.map { $0?.isHeld } == [true, true])
        #expect(candidates.map { $0?.members.count } == [2, 1])
    }

    @Test func `Undoing twice has nothing to do`() async throws {
        let scene = try await PurgedScene()
        _ = try await scene.undo()
        let again = try await scene.undo()
        #expect(again.states == ["a.jpg": "done already-there", "b.jpg": "done already-there"])
        #expect(again.summary.groups.upToDate == 2)
        #expect(again.summary.run == nil)
        #expect(again.summary.files == 0)
    }

    @Test func `Permanently removed files are restored from their destination as they were`() async throws {
        let scene = try await PurgedScene(.permanent)
        try scene.scene.tree.remove("photos")
        let outcome = try await scene.undo()
        #expect(outcome.states == ["a.jpg": "done", "b.jpg": "done"])
        #expect(outcome.actions.allSatisfy { $0.destination?.name == "nas" && $0.target != nil })
        #expect(outcome.summary.fetched == 2, "photos, without the sidecar")
        #expect(try scene.areBack())
        for name in scene.bytes.keys {
            let file = try ProvenFile(scene.scene.tree.path(scene.scene.file(name)), interruption: TestInterruption())
            #expect(file.fingerprint.modified == Int64(PurgedScene.modified) * 1_000_000_000 + 5)
            #expect(try scene.scene.tree.permissions(scene.scene.file(name)) == FilePermissions(rawValue: 0o640))
        }
        #expect(try scene.parked == [])
        #expect(try scene.removed.allSatisfy(\.isUndone))
    }

    @Test func `Files that the user took out of the trash are restored from their destination`() async throws {
        let scene = try await PurgedScene()
        try scene.emptyDesktopTrash()
        #expect(try await scene.undo().states == ["a.jpg": "done", "b.jpg": "done"])
        #expect(try scene.areBack())
    }

    @Test func `Other bytes in the trash are not the removed file`() async throws {
        let scene = try await PurgedScene()
        let file = FilePath("trash/\(try #require(try scene.parked.first))")
        let changed = try scene.scene.tree.read(file).map { $0 ^ 1 }
        try scene.scene.tree.write(file, changed)
        #expect(try await scene.undo().states == ["a.jpg": "done", "b.jpg": "done"])
        #expect(try scene.areBack())
        #expect(try scene.scene.tree.read(file) == changed)
    }

    @Test func `If one destination has other bytes the next is asked`() async throws {
        let scene = try await PurgedScene(.permanent)
        let target = UploadScene.target("b.jpg")
        let changed = try #require(scene.scene.nas.bytes(at: target)).map { $0 ^ 1 }
        scene.scene.nas.place(.file(changed, modified: 0), at: target)
        #expect(try await scene.undo().states == ["a.jpg": "done", "b.jpg": "done"])
        #expect(try scene.areBack())
        #expect(try scene.parked == [])
    }

    @Test func `A file that is already at its name is restored`() async throws {
        let scene = try await PurgedScene()
        try scene.scene.tree.write(scene.scene.file("b.jpg"), try #require(scene.bytes["b.jpg"]))
        let outcome = try await scene.undo()
        #expect(outcome.states == ["a.jpg": "done", "b.jpg": "done already-there"])
        #expect(outcome.summary.groups.alreadyThere == 1)
        #expect(try scene.removed.allSatisfy(\.isUndone))
    }

    @Test func `A dry run shows what would be restored, and writes nothing`() async throws {
        let scene = try await PurgedScene(.permanent)
        let before = try scene.scene.tree.snapshot()
        let outcome = try await scene.undo(isDryRun: true)
        #expect(outcome.states == ["a.jpg": "planned", "b.jpg": "planned"])
        #expect(outcome.summary.files == 3)
        #expect(outcome.actions.allSatisfy { $0.id == nil })
        #expect(try scene.scene.tree.snapshot() == before)
    }

    @Test func `Only runs that removed something are undone`() async throws {
        let scene = try await PurgedScene()
        for run in [1, 99] as [Int64] {
            let error = await #expect(throws: PipelineError.self) { try await scene.undo(run) }
            #expect(error?.kind == .unknown)
            #expect(error?.remedy == .listRuns)
        }
    }
}
