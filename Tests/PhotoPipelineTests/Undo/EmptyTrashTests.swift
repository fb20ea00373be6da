import PhotoIndex
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// What emptying removes, and what it leaves in the trash.
struct EmptyTrashTests {
    @Test func `Files that a run trashed are removed, and restored from their destination`() async throws {
        let scene = try await PurgedScene()
        let held = try scene.trashed()
        #expect(held.map(\.run) == [scene.run])
        #expect(held.map(\.groups) == [2])
        #expect(held.map(\.files) == [3])
        #expect(held.map(\.bytes) == [scene.bytes.values.reduce(0) { $0 + Int64($1.count) }])
        #expect(held.map(\.removed) == [scene.scene.clock.now])
        let outcome = try await scene.empty()
        #expect(outcome.states == ["a.jpg": "done", "b.jpg": "done"])
        #expect(outcome.summary.files == 3)
        #expect(try scene.parked == [])
        #expect(try scene.removed.allSatisfy { $0.emptiedAt != nil })
        #expect(try scene.trashed() == [])
        #expect(try await scene.undo().states == ["a.jpg": "done", "b.jpg": "done"])
        #expect(try scene.areBack())
    }

    @Test func `What [purge] says at the last look counts`() async throws {
        let scene = try await PurgedScene()
        let kept = try await scene.empty {
            var settings = PurgeSettings()
            settings.keep = [Glob("*/a.xmp")]
            settings.require = 2
            return settings
        }
        #expect(kept.states == ["a.jpg": "skipped kept", "b.jpg": "skipped not-verified"])
        await #expect(throws: PipelineError.self) {
            try await scene.empty { throw PipelineError(.configuration, "invalid") }
        }
        #expect(try scene.parked.count == 3 && scene.removed.allSatisfy { $0.emptiedAt == nil })
        #expect(try await scene.empty().states == ["a.jpg": "done", "b.jpg": "done"])
    }

    @Test func `The user is asked, and told what will be removed`() async throws {
        let scene = try await PurgedScene(answers: ["yes"])
        #expect(try await scene.empty(isConfirmed: false).states == ["a.jpg": "done", "b.jpg": "done"])
        let question = try #require(scene.answers.questions.first)
        for words in ["2 photos", "permanently", "nas"] { #expect(question.contains(words)) }
    }

    @Test func `Without a clear yes nothing is removed`() async throws {
        let scene = try await PurgedScene(answers: ["no", nil])
        for _ in 0..<2 {
            let error = await #expect(throws: PipelineError.self) { try await scene.empty(isConfirmed: false) }
            #expect(error?.kind == .declined)
        }
        let nobody = try await PurgedScene()
        let before = try nobody.scene.tree.snapshot()
        let error = await #expect(throws: PipelineError.self) { try await nobody.empty(isConfirmed: false) }
        #expect(error?.kind == .unconfirmed)
        #expect(try nobody.scene.tree.snapshot() == before)
        #expect(try scene.parked.count == 3)
    }

    @Test func `A dry run shows what would be removed, and does not ask`() async throws {
        let scene = try await PurgedScene()
        let before = try scene.scene.tree.snapshot()
        let outcome = try await scene.empty(isDryRun: true, isConfirmed: false)
        #expect(outcome.states == ["a.jpg": "planned", "b.jpg": "planned"])
        #expect(try scene.scene.tree.snapshot() == before)
    }

    @Test func `A dry run also asks for copies, and promises nothing that would be refused`() async throws {
        let scene = try await PurgedScene()
        for service in [scene.scene.nas, scene.scene.attic] { service.place(nil, at: UploadScene.target("a.xmp")) }
        let before = try scene.scene.tree.snapshot()
        let outcome = try await scene.empty(isDryRun: true, isConfirmed: false)
        #expect(outcome.states == ["a.jpg": "skipped not-verified", "b.jpg": "planned"])
        #expect(outcome.summary.files == 1 && outcome.actions.allSatisfy { $0.id == nil })
        for service in [scene.scene.nas, scene.scene.attic] { service.isGone = true }
        let away = try await scene.empty(isDryRun: true)
        #expect(away.states == ["a.jpg": "failed unavailable", "b.jpg": "failed unavailable"])
        #expect(try scene.scene.tree.snapshot() == before)
        #expect(try scene.removed.allSatisfy { $0.emptiedAt == nil })
    }

    @Test func `A group without a copy of each file stays`() async throws {
        let scene = try await PurgedScene()
        for service in [scene.scene.nas, scene.scene.attic] { service.place(nil, at: UploadScene.target("a.xmp")) }
        #expect(try await scene.empty().states == ["a.jpg": "skipped not-verified", "b.jpg": "done"])
        #expect(try scene.parked.count == 2)
        #expect(try scene.removed.map { $0.emptiedAt != nil } == [false, true])
        #expect(try await scene.undo().states["a.jpg"] == "done")
    }

    @Test func `The trashed file itself is no copy`() async throws {
        let scene = try await PurgedScene()
        let ticket = try #require(try scene.removed.last?.action.members.first?.ticket)
        let identity = try #require(try scene.trash.parked(ticket)).identity
        for service in [scene.scene.nas, scene.scene.attic] {
            service.identities[UploadScene.target("b.jpg")] = identity
        }
        #expect(try await scene.empty().states == ["a.jpg": "done", "b.jpg": "skipped not-verified"])
        #expect(try scene.parked.count == 1)
    }

    @Test func `Each file must have copies at the required number of destinations`() async throws {
        var scene = try await PurgedScene()
        scene.scene.require = 2
        scene.scene.attic.place(nil, at: UploadScene.target("a.xmp"))
        #expect(try await scene.empty().states == ["a.jpg": "skipped not-verified", "b.jpg": "done"])
        #expect(try scene.parked.count == 2)
        scene.scene.nas.isGone = true
        #expect(try await scene.empty().states == ["a.jpg": "failed unavailable"])
    }

    @Test func `All files of a group must be at one destination`() async throws {
        let scene = try await PurgedScene()
        scene.scene.nas.place(nil, at: UploadScene.target("a.jpg"))
        scene.scene.attic.place(nil, at: UploadScene.target("a.xmp"))
        #expect(try await scene.empty().states == ["a.jpg": "skipped not-verified", "b.jpg": "done"])
        #expect(try await scene.undo().states["a.jpg"] == "done", "each is somewhere")
    }

    @Test func `Copies that cannot be asked for do not count, and the user is told`() async throws {
        let scene = try await PurgedScene()
        for service in [scene.scene.nas, scene.scene.attic] { service.isGone = true }
        let states = try await scene.empty().states
        #expect(states == ["a.jpg": "failed unavailable", "b.jpg": "failed unavailable"])
        #expect(try scene.parked.count == 3)
    }

    @Test func `A file that changed in the trash stays there`() async throws {
        let scene = try await PurgedScene()
        let file = FilePath("trash/\(try #require(try scene.parked.last))")
        try scene.scene.tree.write(file, try scene.scene.tree.read(file).map { $0 ^ 1 })
        #expect(try await scene.empty().states == ["a.jpg": "done", "b.jpg": "skipped not-verified"])
        #expect(try scene.parked.count == 1)
    }

    @Test func `A file that changed in the trash stays there even if its copies changed the same way`() async throws {
        let scene = try await PurgedScene()
        let file = FilePath("trash/\(try #require(try scene.parked.last))")
        let bytes = try scene.scene.tree.read(file).map { $0 ^ 1 }
        try scene.scene.tree.write(file, bytes)
        for service in [scene.scene.nas, scene.scene.attic] {
            service.place(.file(bytes, modified: 0), at: UploadScene.target("b.jpg"))
        }
        #expect(try await scene.empty().states == ["a.jpg": "done", "b.jpg": "skipped not-verified"])
        #expect(try scene.parked.count == 1)
    }

    @Test func `A restored file is not recorded as emptied, even if the trash still shows it`() async throws {
        let scene = try await PurgedScene()
        _ = try await scene.undo()
        scene.trash.orphans = Set(try scene.removed.flatMap(\.action.members).compactMap(\.ticket))
        #expect(try await scene.empty().actions.isEmpty)
        #expect(try scene.removed.allSatisfy { $0.isUndone && $0.emptiedAt == nil })
    }

    @Test func `A file that changes at the last moment stays there`() async throws {
        let scene = try await PurgedScene()
        let name = try #require(try scene.parked.last)
        let tree = scene.scene.tree
        scene.trash.whenCalled { call in
            if case .empty = call { try? tree.write(FilePath("trash/emptying-\(name)"), [7]) }
        }
        #expect(try await scene.empty().states == ["a.jpg": "done", "b.jpg": "failed removal-failed"])
        #expect(try scene.parked == [name])
        #expect(try tree.read(FilePath("trash/\(name)")) == [7])
        #expect(try scene.removed.map { $0.emptiedAt != nil } == [true, false])
    }

    @Test func `A group that the user emptied in part is emptied completely`() async throws {
        let scene = try await PurgedScene()
        try scene.scene.tree.remove(FilePath("trash/\(try #require(try scene.parked.first))"))
        let outcome = try await scene.empty()
        #expect(outcome.summary.count(.done) == 2)
        #expect(outcome.summary.files == 2)
        #expect(try scene.parked == [])
        #expect(try await scene.empty().actions.isEmpty)
    }

    @Test func `Files that a killed run emptied are recorded, and the trash no longer describes them`() async throws {
        let scene = try await PurgedScene()
        let tickets = try scene.removed.map { $0.action.members.compactMap(\.ticket) }
        // It had removed one of two files of the first group, and all of the second.
        for ticket in [tickets[0][1], tickets[1][0]] {
            try scene.scene.tree.remove(FilePath("trash/\(ticket.dropFirst("trash ".count))"))
        }
        scene.trash.orphans = Set(tickets.joined())
        let before = try scene.scene.tree.snapshot()
        _ = try await scene.empty(isDryRun: true)
        #expect(scene.trash.orphans.count == 3)
        #expect(try scene.scene.tree.snapshot() == before)
        for service in [scene.scene.nas, scene.scene.attic] { service.isGone = true }
        #expect(try await scene.empty().states == ["a.jpg": "failed unavailable"])
        #expect(scene.trash.orphans == [tickets[0][0]])
        #expect(try scene.removed.map { $0.emptiedAt != nil } == [false, true])
    }

    @Test func `A missing trash was not emptied`() async throws {
        let scene = try await PurgedScene()
        try scene.emptyDesktopTrash()
        #expect(try await scene.empty().actions.isEmpty)
        #expect(try scene.removed.allSatisfy { $0.emptiedAt == nil })
    }

    @Test func `The user is not asked about restored or permanently removed files`() async throws {
        let scene = try await PurgedScene()
        _ = try await scene.undo()
        #expect(try await scene.empty().actions.isEmpty)
        #expect(try scene.areBack())
        let gone = try await PurgedScene(.permanent, answers: [])
        #expect(try gone.trashed() == [])
        #expect(try await gone.empty(isConfirmed: false).actions.isEmpty)
    }
}
