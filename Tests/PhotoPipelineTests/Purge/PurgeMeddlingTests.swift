import PhotoIndex
import PhotoModel
import PhotoPipeline
import Synchronization
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Changes between the plan of a purge and its steps.
struct PurgeMeddlingTests {
    private let scene: PurgeScene
    private let target = UploadScene.target("a.jpg")

    init() async throws {
        scene = try await PurgeScene("a.jpg", "a.xmp", "b.jpg")
    }

    /// Runs `body` after the plan is made, before the first file is examined again.
    private func beforeTheFirstIsPrepared(_ body: @escaping @Sendable () -> Void) {
        let isFirst = Mutex(true)
        scene.trash.whenCalled { call in
            guard call.step == .prepare else { return }
            let isNow = isFirst.withLock { first in
                defer { first = false }
                return first
            }
            if isNow { body() }
        }
    }

    @Test func `If the fences cannot be read any more, nothing is removed`() async throws {
        let isBroken = Mutex(false)
        scene.before(.park) { isBroken.withLock { $0 = true } }
        let before = scene.uploads.rules
        await #expect(throws: PipelineError.self) {
            try await scene.purge(rules: {
                if isBroken.withLock(\.self) { throw PipelineError(.fences, "The fences cannot be read") }
                return before
            })
        }
        #expect(scene.isHome("a.jpg") && scene.isHome("a.xmp") && scene.isHome("b.jpg"))
        #expect(try scene.trashed == 0 && scene.underWay.isEmpty)
    }

    enum Edit: CaseIterable {
        case keep, require, verifiedFor, olderThan, maxDelete

        func change(_ settings: inout PurgeSettings) {
            switch self {
            case .keep: settings.keep = [Glob("*/a.xmp"), Glob("*/b.jpg")]
            case .require: settings.require = 2
            case .verifiedFor: settings.verifiedFor = .seconds(86_400)
            case .olderThan: settings.olderThan = .seconds(100 * 365 * 86_400)
            case .maxDelete: settings.maxDelete = RemovalLimit(.count(1))
            }
        }

        var state: String {
            switch self {
            case .keep: "skipped kept"
            case .require: "skipped not-uploaded"
            case .verifiedFor, .olderThan: "skipped not-old-enough"
            case .maxDelete: "refused over-the-cap"
            }
        }
    }

    @Test(arguments: Edit.allCases, [FakeTrashService.Step.prepare, .park])
    func `What [purge] says at the last look counts`(edit: Edit, step: FakeTrashService.Step) async throws {
        let isEdited = Mutex(false)
        scene.before(step) { isEdited.withLock { $0 = true } }
        let outcome = try await scene.purge { settings in
            if isEdited.withLock(\.self) { edit.change(&settings) }
        }
        #expect(outcome.states == ["a.jpg": edit.state, "b.jpg": edit.state])
        #expect(scene.isHome("a.jpg") && scene.isHome("a.xmp") && scene.isHome("b.jpg"))
        #expect(try scene.trashed == 0 && scene.underWay.isEmpty)
        #expect(try await scene.purge().states == ["a.jpg": "done", "b.jpg": "done"])
    }

    @Test func `If [purge] cannot be read any more, nothing is removed`() async throws {
        let isBroken = Mutex(false)
        scene.before(.park) { isBroken.withLock { $0 = true } }
        await #expect(throws: PipelineError.self) {
            try await scene.purge { _ in
                if isBroken.withLock(\.self) { throw PipelineError(.configuration, "invalid") }
            }
        }
        #expect(scene.isHome("a.jpg") && scene.isHome("a.xmp") && scene.isHome("b.jpg"))
        #expect(try scene.trashed == 0 && scene.underWay.isEmpty)
    }

    @Test func `If a file system keeps no inodes, an edit with a restored time is detected by its bytes`() async throws
    {
        let scene = try await PurgeScene("a.jpg", uploading: false)
        let (file, photos) = (scene.uploads.file("a.jpg"), scene.tree.path("photos"))
        try scene.tree.setModified(file, seconds: 1_600_000_000)
        try await scene.uploads.scan()
        try await scene.upload()
        try scene.uploads.writableIndex.rename(
            root: photos, to: photos, fileSystem: FileSystemIdentity(name: "uuid:card", keepsInodes: false),
            at: scene.uploads.clock.now)
        try scene.tree.write(file, try scene.tree.read(file).dropLast() + [99])
        try scene.tree.setModified(file, seconds: 1_600_000_000)
        let outcome = try await scene.purge()
        #expect(outcome.states == ["a.jpg": "skipped changed-since-scan"])
        #expect(outcome.summary.lost == 0 && scene.isHome("a.jpg"), "the copy is what was sent")
    }

    @Test func `A photo that is touched between plan and proof stays`() async throws {
        beforeTheFirstIsPrepared { [scene] in
            try? scene.tree.setModified(scene.uploads.file("a.xmp"), seconds: 1_000)
        }
        #expect(try await scene.purge().states == ["a.jpg": "skipped changed-since-scan", "b.jpg": "done"])
        #expect(scene.isHome("a.jpg") && scene.isHome("a.xmp"))
    }

    @Test func `A file that disappears before it is parked keeps its group, and nothing waits for it`()
        async throws
    {
        scene.before(.park) { [scene] in try scene.tree.rename(scene.uploads.file("a.xmp"), to: "elsewhere.xmp") }
        #expect(try await scene.purge().states == ["a.jpg": "skipped changed-since-scan", "b.jpg": "done"])
        #expect(scene.isHome("a.jpg"))
        #expect(try scene.trashed == 1 && scene.underWay.isEmpty)
    }

    @Test(arguments: RemovalWay.allCases, ["a.mov", "a.jpg.xmp"])
    func `A file of the group that appears while the photo is parked puts it back`(
        way: RemovalWay, name: String
    ) async throws {
        scene.before(.park) { [scene] in
            try scene.tree.write(scene.uploads.file(FilePath(name)), XMPPacket(elements: "").bytes)
        }
        let outcome = try await scene.purge { $0.way = way }
        #expect(outcome.states == ["a.jpg": "skipped members-differ", "b.jpg": "done"])
        #expect(scene.isHome("a.jpg") && scene.isHome("a.xmp") && !scene.isHome("b.jpg"))
        #expect(try scene.trashed == (way == .trash ? 1 : 0) && scene.underWay.isEmpty)
    }

    @Test func `A missing copy is lost only if the destination is the right one`() async throws {
        beforeTheFirstIsPrepared { [scene, target] in
            scene.nas.place(nil, at: target)
            scene.nas.setMarker(DestinationMarker(random: 9, 9))
        }
        #expect(try await scene.purge().states["a.jpg"] == "failed unavailable")
        #expect(try scene.uploads.receipts.contains("a.jpg"))
        #expect(scene.isHome("a.jpg") && scene.isHome("a.xmp") && scene.isHome("b.jpg"))
    }
}
