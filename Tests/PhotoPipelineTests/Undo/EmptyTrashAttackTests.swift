import PhotoIndex
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Somebody interferes while a trash is emptied, or the run is killed: then no file of the group is removed, and all of
/// them are found again.
struct EmptyTrashAttackTests {
    private let scene: PurgedScene
    private let target = UploadScene.target("a.xmp")

    init() async throws {
        scene = try await PurgedScene()
    }

    /// Empties the trash while something happens at a step: the group of `a.jpg` stays complete, the other one is
    /// removed.
    private func expectKept(
        _ state: String, at step: FakeTrashService.Step, of attack: @escaping @Sendable (PurgedScene) throws -> Void,
        isLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let before = try scene.parked
        scene.trash.whenCalled { [scene] in if $0.step == step { try? attack(scene) } }
        #expect(try await scene.empty().states == ["a.jpg": state, "b.jpg": "done"], sourceLocation: isLocation)
        scene.trash.whenCalled { _ in }
        #expect(try scene.parked == Array(before.prefix(2)), sourceLocation: isLocation)
        #expect(try scene.removed.map { $0.emptiedAt != nil } == [false, true], sourceLocation: isLocation)
    }

    @Test func `A copy that disappears with the trashed file's name was that file`() async throws {
        try await expectKept("refused destination-changed", at: .setAside) { [target] in
            $0.scene.nas.place(nil, at: target)
        }
        #expect(try await scene.undo().states["a.jpg"] == "done")
    }

    @Test(arguments: [false, true])
    func `A copy whose attributes change with the trashed file's name may be that file`(hasStamps: Bool)
        async throws
    {
        scene.scene.nas.setStamps(hasStamps)
        try await expectKept("refused destination-changed", at: .setAside) { [target] in
            $0.scene.nas.place(.file($0.scene.nas.bytes(at: target) ?? [], modified: 0), at: target)
        }
    }

    @Test func `A destination that is replaced meanwhile has no copies`() async throws {
        let before = try scene.parked
        scene.trash.whenCalled { [scene] in if $0.step == .setAside { scene.scene.nas.setMarker(nil) } }
        let states = try await scene.empty().states
        #expect(states == ["a.jpg": "refused destination-changed", "b.jpg": "refused destination-changed"])
        #expect(try scene.parked == before)
    }

    @Test func `A file that cannot be set aside keeps its group`() async throws {
        let path = scene.scene.tree.path(scene.scene.file("a.xmp"))
        scene.trash.refuse(.setAside, for: path.string, with: TrashError(.denied, "no"))
        try await expectKept("failed removal-failed", at: .tidy) { _ in }
    }

    @Test func `A file that changes before it is set aside stays`() async throws {
        let name = FilePath("trash/\(try #require(try scene.parked.first))")
        try await expectKept("skipped not-verified", at: .setAside) { try $0.scene.tree.write(name, [7]) }
    }

    @Test func `After an interruption following the proof, everything stays`() async throws {
        let last = try #require(try scene.removed.last?.action.members.last?.ticket)
        let before = try scene.parked
        scene.trash.whenCalled { [scene] in if $0 == .open(last) { scene.scene.interruption.raise() } }
        #expect(try await scene.empty().summary.count(.done) == 0)
        #expect(try scene.parked == before)
        #expect(!scene.trash.calls.contains { $0.step == .empty && $0 != .empty([]) })
    }

    @Test func `If a file cannot be removed, the rest of its group is set back, and removed the next time`()
        async throws
    {
        let path = scene.scene.tree.path(scene.scene.file("a.xmp"))
        scene.trash.refuse(.empty, for: path.string, with: TrashError(.denied, "no"))
        #expect(try await scene.empty().states == ["a.jpg": "failed removal-failed", "b.jpg": "done"])
        #expect(try scene.parked.count == 1)
        #expect(try scene.parked.allSatisfy { !$0.hasPrefix("emptying-") })
        #expect(try scene.removed.map { $0.emptiedAt != nil } == [false, true])
    }

    @Test func `A file that cannot be set back is still in the trash, and can be restored`() async throws {
        for name: FilePath in ["a.jpg", "a.xmp"] {
            let path = scene.scene.tree.path(scene.scene.file(name))
            scene.trash.refuse(.setBack, for: path.string, with: TrashError(.denied, "no"))
        }
        scene.trash.whenCalled { [scene, target] in
            if $0.step == .setAside { scene.scene.nas.place(nil, at: target) }
        }
        #expect(try await scene.empty().states["a.jpg"] == "refused destination-changed")
        #expect(try scene.parked.count { $0.hasPrefix("emptying-") } == 2)
        #expect(try scene.trashed().map(\.files) == [2])
        #expect(try await scene.undo().states == ["a.jpg": "done", "b.jpg": "done"])
        #expect(try scene.areBack())
        #expect(try scene.parked == [])
    }

    /// Leaves the trash like a run that was killed after it set everything aside.
    private func kill() throws {
        for name in try scene.parked {
            try scene.scene.tree.rename(FilePath("trash/\(name)"), to: FilePath("trash/emptying-\(name)"))
        }
    }

    @Test func `Files that a killed run set aside are in the trash, and emptied the next time`() async throws {
        try kill()
        #expect(try scene.trashed().map(\.files) == [3])
        let before = try scene.scene.tree.snapshot()
        #expect(try await scene.empty(isDryRun: true).states == ["a.jpg": "planned", "b.jpg": "planned"])
        #expect(try scene.scene.tree.snapshot() == before)
        #expect(try await scene.empty().states == ["a.jpg": "done", "b.jpg": "done"])
        #expect(try scene.parked == [])
    }

    @Test func `Files that a killed run set aside get their names back, even if their copies cannot be asked for`()
        async throws
    {
        let before = try scene.parked
        try kill()
        for service in [scene.scene.nas, scene.scene.attic] { service.isGone = true }
        #expect(try await scene.empty().summary.count(.failed) == 2)
        #expect(try scene.parked == before)
    }

    @Test func `Files that a killed run set aside can be restored`() async throws {
        try kill()
        #expect(try await scene.undo().states == ["a.jpg": "done", "b.jpg": "done"])
        #expect(try scene.areBack())
        #expect(try scene.parked == [])
    }

    @Test func `A file that cannot be looked for is not gone`() async throws {
        let ticket = try #require(try scene.removed.first?.action.members.last?.ticket)
        scene.trash.refuse(.parked, for: ticket, with: TrashError(.denied, "no"))
        let before = try scene.parked
        #expect(try await scene.empty(isDryRun: true).states == ["a.jpg": "failed removal-failed", "b.jpg": "planned"])
        #expect(try await scene.empty().states == ["a.jpg": "failed removal-failed", "b.jpg": "done"])
        #expect(try scene.parked == Array(before.prefix(2)))
        #expect(try scene.removed.map { $0.emptiedAt != nil } == [false, true])
    }

    @Test func `An unreadable entry is no finding, and the user is told`() async throws {
        let scene = try await PurgedScene()
        let ticket = try #require(try scene.removed.last?.action.members.first?.ticket)
        scene.trash.refuse(.open, for: ticket, with: TrashError(.failed, "no"))
        for service in [scene.scene.nas, scene.scene.attic] {
            service.fail(.look, of: target, with: UploadError(.failed, "no"), times: 9)
        }
        #expect(try await scene.empty().states == ["a.jpg": "failed sending-failed", "b.jpg": "failed unreadable"])
        #expect(try scene.parked.count == 3)
    }

    @Test func `A file that cannot be read after it was set aside is set back`() async throws {
        let ticket = try #require(try scene.removed.first?.action.members.last?.ticket)
        let before = try scene.parked
        scene.trash.whenCalled { [scene] in
            if $0.step == .setAside { scene.trash.refuse(.parked, for: ticket, with: TrashError(.denied, "no")) }
        }
        #expect(try await scene.empty().states == ["a.jpg": "failed removal-failed", "b.jpg": "done"])
        #expect(try scene.parked == Array(before.prefix(2)))
    }

    @Test func `The user is not asked about files that cannot be looked for`() async throws {
        let scene = try await PurgedScene(answers: [])
        for ticket in try scene.removed.flatMap(\.action.members).compactMap(\.ticket) {
            scene.trash.refuse(.parked, for: ticket, with: TrashError(.denied, "no"))
        }
        #expect(try await scene.empty(isConfirmed: false).summary.count(.failed) == 2)
        #expect(try scene.parked.count == 3)
    }

    @Test func `Descriptions of removed files that cannot be removed are reported`() async throws {
        let paths = try scene.removed.flatMap(\.action.members).map(\.path.string)
        scene.trash.orphans = Set(try scene.removed.flatMap(\.action.members).compactMap(\.ticket))
        try scene.emptyDesktopTrash()
        for path in paths { scene.trash.refuse(.tidy, for: path, with: TrashError(.denied, "no")) }
        let states = try await scene.empty().states
        #expect(states == ["a.jpg": "failed removal-failed", "b.jpg": "failed removal-failed"])
        #expect(try scene.removed.allSatisfy { $0.emptiedAt == nil })
    }

    @Test func `Files are not recorded as emptied if their trash is missing`() async throws {
        scene.trash.orphans = Set(try scene.removed.flatMap(\.action.members).compactMap(\.ticket))
        try scene.emptyDesktopTrash()
        let path = scene.scene.tree.path(scene.scene.file("a.xmp"))
        scene.trash.refuse(.tidy, for: path.string, with: TrashError(.missing, "is not mounted"))
        #expect(try await scene.empty().actions.isEmpty)
        #expect(try scene.removed.map { $0.emptiedAt != nil } == [false, true])
    }
}
